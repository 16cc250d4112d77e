"""Choosing the cards that the round deck is drawn from, if the boxes hold more than the game needs."""

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
    """If there are more than seven round cards or three stations, the table may choose which ones the draw uses."""
    if game.figures or game.agreed or not rules.holds("setup.rounds.chosen"):
        return None
    many = len(setup.round_cards(rules, game)) > AGREED_ROUNDS or len(_stations(rules, game)) > AGREED_STATIONS
    return (Decision(TABLE, "round-choice", ""),) if many else None


def _stations(rules: Rules, game: Game) -> tuple[str, ...]:
    """The stations to choose from; empty in a game without stations."""
    return setup.stations(rules, game) if game.options.stations else ()


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def _agreements(rules: Rules, game: Game, subject: str) -> Either:
    """The table chooses seven of the round cards for this number of players, and three of the stations if any are used.

    Or the table names no cards, and all of them take part in the draw.
    """
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
    """A wrong number of cards is refused, and so are round cards for another number of players.

    The cards must be listed in the order of their names.
    """
    named = changed(command, rounds=tuple(sorted(command.rounds)), stations=tuple(sorted(command.stations)))
    out_of_order = () if named == command else ("ruling.command.form",)
    if named in _agreements(rules, game, subject):
        return out_of_order
    fitting = set(command.rounds) <= set(setup.round_cards(rules, game))
    cites = (*out_of_order, *BY_CHOICE)
    return cites if fitting else (*cites, "setup.rounds.by-player-count")


def _agreed(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> list[Cited]:
    """The choice is recorded. If the table names no round cards, the event cites the clause about mixing instead."""
    return [(RoundCardsAgreed(command.rounds, command.stations), BY_CHOICE if command.rounds else (MIXING,))]


STEPS = {"agree-on-round-cards": agree_on_round_cards}
CHOICES = {"round-choice": Choice((AgreeOnRoundCards,), _agreements, _refusal, _agreed)}
