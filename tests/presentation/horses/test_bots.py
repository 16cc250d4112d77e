"""The scheming bot makes use of horses and whisky."""

from collections import Counter

from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play
from colt_rules.rules.horses.commands import BoardCar, Ride, UseFlask

SEATS = ("tuco", "ghost", "belle", "doc")


def test_schemers_board_ride_and_use_flasks() -> None:
    seen: Counter[type] = Counter()
    for seed in range(6):
        bots = {seat: SchemingBot(seed + number) for number, seat in enumerate(SEATS)}
        game = new_game(SEATS, edition="fr-horses", modules=("base", "horses"))
        seen.update(command.__class__ for command, _ in play(game, Dealer(seed), bots))
    assert min(seen[kind] for kind in (BoardCar, Ride, UseFlask)) > 0
