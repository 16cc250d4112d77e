"""Choosing what the round deck is drawn from, where there are more cards than the base game has for a table."""

from colt_rules.commands import AgreeOnRoundCards
from colt_rules.decisions import Decision, Either, Rows, Ways
from colt_rules.events import Cited, RoundCardsAgreed
from colt_rules.model.names import TABLE, Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base import setup
from colt_rules.rules.base.setup import BY_CHOICE, MIXING
from colt_rules.rules.module import Choice, Rules, StepResult

AGREED_ROUNDS = 7
AGREED_STATIONS = 3


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def agree_on_round_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn the table may agree on cards to draw from, if there are more than it chooses."""
    if game.figures or game.agreed or not rules.holds("setup.rounds.chosen"):
        return None
    many = len(setup.round_cards(rules, game)) > AGREED_ROUNDS or len(_stations(rules, game)) > AGREED_STATIONS
    return (Decision(TABLE, "round-choice", ""),) if many else None


def _stations(rules: Rules, game: Game) -> tuple[str, ...]:
    """The stations to choose from; none in a game that is played without."""
    return setup.stations(rules, game) if game.options.stations else ()


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def _agreements(rules: Rules, game: Game, subject: str) -> Either:
    """Seven of the round cards for this number of players and three stations, if there are any, or all of them."""
    rounds, stations = setup.round_cards(rules, game), _stations(rules, game)
    return Either(
        [AgreeOnRoundCards(TABLE, (), ())],
        Ways(
            AgreeOnRoundCards,
            TABLE,
            rounds=Rows(rounds, [AGREED_ROUNDS], in_order=True),
            stations=Rows(stations, [AGREED_STATIONS if stations else 0], in_order=True),
        ),
    )


def _refusal(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> Cites:
    """Other numbers, and cards for other numbers of players; the cards are named in the order of their names."""
    named = changed(command, rounds=tuple(sorted(command.rounds)), stations=tuple(sorted(command.stations)))
    out_of_order = () if named == command else ("ruling.command.form",)
    if named in _agreements(rules, game, subject):
        return out_of_order
    fitting = set(command.rounds) <= set(setup.round_cards(rules, game))
    cites = (*out_of_order, *BY_CHOICE)
    return cites if fitting else (*cites, "setup.rounds.by-player-count")


def _agreed(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> list[Cited]:
    """Where none are named, the modules whose cards are mixed in say by which clauses."""
    return [(RoundCardsAgreed(command.rounds, command.stations), BY_CHOICE if command.rounds else (MIXING,))]


STEPS = {"agree-on-round-cards": agree_on_round_cards}
CHOICES = {"round-choice": Choice((AgreeOnRoundCards,), _agreements, _refusal, _agreed)}
