"""The set-up with two bandits a player."""

from collections.abc import Iterator
from itertools import permutations

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import BanditPlaced, Cited
from colt_rules.model.names import CHANCE, Bandit, Card, Cites, Seat, action_card, inside, owner_of
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.setup import drawn, seat_taken
from colt_rules.rules.duo.commands import ChooseTeam, PlaceBandits
from colt_rules.rules.duo.events import PawnsHidden, TeamChosen, TeamsDrawn
from colt_rules.rules.module import Choice, Rules, StepResult

LEADERS = ("ghost", "doc", "belle")
"""The heads of the three teams."""


# --- teams


@clause("duo.teams.drawn", "duo.teams.choice", "duo.teams.free", "ruling.duo.team-order")
def take_teams(rules: Rules, game: Game) -> StepResult:
    """Three teams are drawn and each player takes one; in one edition players make up teams of any two bandits."""
    free = rules.holds("duo.teams.free")
    if not (free or game.teams or game.figures):
        return (Decision(CHANCE, "partners", ""),)
    for seat in game.options.seats:
        if seat not in game.cards:
            return (Decision(seat, "team", seat),)
    return None


@clause("ruling.duo.team-order", "ruling.duo.placement-in-turn")
def out_of_turn(rules: Rules, game: Game, due: Decision, command: Command) -> Cites:
    """Players take teams in the order of the seats; in one edition they place their pawns one after the other."""
    if isinstance(command, ChooseTeam) and due.kind == "team":
        return ("ruling.duo.team-order",)
    in_turn = isinstance(command, PlaceBandits) and due.kind == "placement" and _openly(rules)
    return ("ruling.duo.placement-in-turn",) if in_turn else ()


def _partners(rules: Rules, game: Game) -> tuple[str, ...]:
    return tuple(bandit for bandit in rules.components.characters if bandit not in LEADERS)


def _teams_drawn(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    return [(TeamsDrawn(tuple(zip(LEADERS, outcome, strict=True))), ("duo.teams.drawn",))]


@clause("ruling.duo.which-marshal-card")
def _teams(rules: Rules, game: Game, seat: str) -> list[Command]:
    """A player takes any team that is left; in one edition, any two bandits that are left.

    The bandit named first keeps its Marshal card.
    """
    if rules.holds("duo.teams.free"):
        left = [bandit for bandit in rules.components.characters if bandit not in game.figures]
        return [ChooseTeam(seat, pair) for pair in permutations(left, 2)]
    return [ChooseTeam(seat, pair) for team in game.teams for pair in permutations(team)]


def _team_cites(rules: Rules) -> Cites:
    return ("duo.teams.free",) if rules.holds("duo.teams.free") else ("duo.teams.choice",)


@clause("duo.each-bandit-equipped", "ruling.duo.starting-purse")
def _team_taken(rules: Rules, game: Game, seat: str, command: ChooseTeam) -> list[Cited]:
    """Each bandit of a team has its own cards, six bullet cards and purse."""
    says_whose_purses = rules.holds("duo.players.two")  # only that book says that each bandit has a purse
    cites = (
        "duo.deck.eleven",
        "ruling.duo.which-marshal-card",
        "duo.each-bandit-equipped",
        *(() if says_whose_purses else ("ruling.duo.starting-purse",)),
        "setup.bullets.descending",
        "setup.purse.starting",
    )
    cards = eleven_cards(rules, *command.bandits)
    return [
        (TeamChosen(seat, command.bandits), (*_team_cites(rules), "ruling.duo.team-order")),
        *(
            seat_taken(rules, game, seat, bandit, tuple(card for card in cards if owner_of(card) == bandit), cites)
            for bandit in command.bandits
        ),
    ]


@clause("duo.deck.eleven", "ruling.duo.which-marshal-card")
def eleven_cards(rules: Rules, first: Bandit, second: Bandit) -> tuple[Card, ...]:
    """A deck has one card of each action from both bandits, but no Marshal card of the second one."""
    one_of_each = [action_card(bandit, action) for bandit in (first, second) for action in rules.action_cards.deck]
    return tuple(card for card in one_of_each if card != action_card(second, "marshal"))


# --- placement


@clause("duo.placement.both-hands", "duo.placement.one-each", "ruling.duo.placement-in-turn")
def board_train(rules: Rules, game: Game) -> StepResult:
    """All players hide a pawn in each hand and show them at once; in one edition they place them openly, in turn."""
    waiting = [seat for seat in clockwise(game.options.seats, game.round.first) if not _is_placed(game, seat)]
    if not waiting:
        return None
    if _openly(rules):
        return (Decision(waiting[0], "placement", waiting[0]),)
    undecided = tuple(Decision(seat, "placement", seat) for seat in waiting if seat not in game.sealed)
    return undecided or [placed for seat in waiting for placed in _placed(rules, game, *game.sealed[seat])]


def _openly(rules: Rules) -> bool:
    """Whether pawns are placed openly."""
    one_each = rules.holds("duo.placement.one-each")
    return one_each and not rules.agreed("ruling.duo.placement-in-turn=hidden")


def _is_placed(game: Game, seat: Seat) -> bool:
    return all(game.figures[bandit].place for bandit in bandits_of(game, seat))


def bandits_of(game: Game, seat: Seat) -> list[Bandit]:
    """The two bandits of a player."""
    return sorted(bandit for bandit, figure in game.figures.items() if figure.seat == seat)


def _placed(rules: Rules, game: Game, last: Bandit, before: Bandit) -> Iterator[Cited]:
    cites = (*_placed_by(rules), "setup.placement.inside")
    yield BanditPlaced(last, inside(game.train[-1])), cites
    yield BanditPlaced(before, inside(game.train[-2])), cites


def _placement_cites(rules: Rules) -> Cites:
    return ("duo.placement.one-each",) if rules.holds("duo.placement.one-each") else ("duo.placement.both-hands",)


def _placed_by(rules: Rules) -> Cites:
    """The clauses that say how pawns are placed; one book leaves open whether openly or hidden."""
    left_open = ("ruling.duo.placement-in-turn",) if rules.holds("duo.placement.one-each") else ()
    return _placement_cites(rules) + left_open


def _placements(rules: Rules, game: Game, seat: str) -> list[Command]:
    """The player chooses which of the two bandits starts in the last car."""
    return [PlaceBandits(seat, bandit) for bandit in bandits_of(game, seat)]


def _hands_closed(rules: Rules, game: Game, seat: str, command: PlaceBandits) -> list[Cited]:
    """The pawns stay hidden until all players show theirs; if placed openly, they are put into their cars at once."""
    last = command.last
    (before,) = (bandit for bandit in bandits_of(game, seat) if bandit != last)
    if _openly(rules):
        return list(_placed(rules, game, last, before))
    return [(PawnsHidden(seat, last, before), _placed_by(rules))]


CHOICES = {
    "partners": drawn("partners", _partners, lambda rules, game: len(LEADERS), _teams_drawn, ("duo.teams.drawn",)),
    "team": Choice((ChooseTeam,), _teams, lambda rules, game, seat, command: _team_cites(rules), _team_taken),
    "placement": Choice(
        (PlaceBandits,), _placements, lambda rules, game, seat, command: _placement_cites(rules), _hands_closed
    ),
}
