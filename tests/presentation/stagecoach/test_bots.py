"""The scheming bot makes use of what horses and stagecoach bring."""

from collections import Counter

from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play
from colt_rules.rules.horses.commands import Ride, UseFlask
from colt_rules.rules.stagecoach.commands import PunchShotgun, TakeHostage

SEATS = ("tuco", "ghost", "belle", "doc")


def test_schemers_ride_use_flasks_take_hostages_and_fight_the_shotgun() -> None:
    seen: Counter[type] = Counter()
    for seed in range(12):
        bots = {seat: SchemingBot(seed + number) for number, seat in enumerate(SEATS)}
        game = new_game(SEATS, modules=("base", "horses", "stagecoach"))
        seen.update(command.__class__ for command, _ in play(game, Dealer(seed), bots))
    assert min(seen[kind] for kind in (Ride, UseFlask, TakeHostage, PunchShotgun)) > 0
    assert seen[TakeHostage] >= 6
