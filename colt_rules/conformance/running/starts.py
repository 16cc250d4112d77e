"""Tests an engine that deals by itself: do the rules allow each of its starts, and do all possible starts come up?

The engine sets up the same game repeatedly. The draws are read from each start, car by car and card by card, and dealt
to the reference, together with the choices that the engine reports: no game can begin with what the reference refuses,
and the result must equal the start. Then the draws are counted, and what a fair dealer would hardly ever do, such as a
car that never comes, is reported too.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import log
from typing import Any

from attrs import Factory, define, evolve, frozen
from msgspec import UNSET

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.compare import whole_differs
from colt_rules.conformance.running.questions import Answer, Trouble, no_answer
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.decisions import Answers, Arrangements
from colt_rules.events import RulingAgreed
from colt_rules.kernel import NEW, Accepted, Refused, decide, fold, legal
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.log.submission import judge
from colt_rules.model.names import TABLE, car_of, inside, kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.players.play import new_game, table_of, variants
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import rulebook, rules_of

STARTS = 60
"""How often a game is set up if one of its modules was not asked about before in its edition."""
STARTS_AGAIN = 15
"""How often a game is set up if all of its modules were asked about before in its edition."""
UNLIKELY = 1e-9
"""A count is reported if a fair dealer reaches it with at most this probability: a run has thousands of counts."""
LEVEL = "setup"
NAMED = "start/"
"""The prefix of the names of starts, which no case has: the names of cases begin with a clause."""
CLAUSES = (
    "setup.train.cars",
    "setup.loot.as-printed",
    "setup.loot.purses-blind",
    "setup.rounds.by-player-count",
    "setup.first-player.drawn",
)


TRAIN, CONTENTS, VALUES, FIRST, REST, POOLS = "train", "contents", "values", "first-player", "start", "pools"
CHECKS = {
    TRAIN: "the cars and their order",
    CONTENTS: "the content of each car",
    VALUES: "the value of the loot in each car",
    FIRST: "who begins",
    REST: "everything else: round cards, bandits, bullets, and decisions during the set-up",
    POOLS: "the frequency of each item over all starts",
}
"""The checks of a start, and what each judges."""
JUDGED_BY = {"train": TRAIN, "purses": VALUES, "first-player": FIRST}
"""By question to chance: the check that judges the draw, if it is not ``start``."""
NOT_JUDGED = "not judged: the rules allow none of the starts; see the other checks"
TITLE = "The rules allow every game that the engine sets up"


@frozen
class GameStart:
    """A game that the engine is asked to set up, and the name that its result has in the report."""

    name: str
    edition: str
    command: StartGame
    times: int = STARTS
    house_rules: tuple[str, ...] = ()
    """What the table agrees on beforehand, each ``ruling=answer``."""


def starts(editions: tuple[str, ...], modules: tuple[str, ...]) -> Iterator[GameStart]:
    """The games that an engine of these editions and modules is asked to set up.

    The base game is set up with each number of players; the others have the same cars and cards, so the fewest and the
    most players are enough. Other agreements of a table are tried with the fewest players where a module is new, and
    each house rule about the set-up once with each module.
    """
    agreed: set[tuple[str, ...]] = set()
    for edition, variant, needed, times in _asked(editions, modules):
        table = table_of(edition, needed)
        numbers = table.players if needed == MODULES[:1] else sorted({min(table.players), max(table.players)})
        for players in numbers:
            game = new_game(table.seated(table.names, players), edition=edition, modules=needed)
            yield GameStart(f"{NAMED}{variant}-{players}@{edition}", edition, game, times)
        fewest = min(table.players)
        game = new_game(table.seated(table.names, fewest), edition=edition, modules=needed)
        name = f"{NAMED}{variant}-{fewest}"
        if times == STARTS:
            yield from _agreed_otherwise(name, game, table.train(fewest))
        for house_rule in _about_the_setup(edition, needed):
            together = {(edition, house_rule, module) for module in needed}
            if not together <= agreed:
                agreed |= together
                yield from _with_house_rule(name, game, house_rule)


def _asked(editions: tuple[str, ...], modules: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """Edition, variant, modules and number of starts of each game to set up.

    A variant that is set up like another one is not repeated. All combinations of modules would be hundreds: each pair
    comes up, and each largest combination.
    """
    ways = set()
    met: set[tuple[str, ...]] = set()
    playable = {by: needed for by, needed in variants().items() if by[0] in editions and {*needed} <= {*modules}}
    for (edition, variant), needed in playable.items():
        rules = rulebook(needed, edition)
        tokens = tuple((kind, pool.values) for kind, pool in rules.supply.items())
        way = (
            edition,
            tuple(rules.steps["setup"].values()),
            tokens,
            (*rules.components.characters, *rules.components.cars),
        )
        pairs = {(edition, *two) for two in combinations_with_replacement(needed, 2)}
        is_largest = not any(by == edition and {*needed} < {*other} for (by, _), other in playable.items())
        if way in ways or (pairs <= met and not is_largest):
            continue
        is_new = any((edition, module, module) not in met for module in needed)
        yield edition, variant, needed, STARTS if is_new else STARTS_AGAIN
        ways.add(way)
        met |= pairs


def _agreed_otherwise(name: str, game: StartGame, cars: int) -> Iterator[GameStart]:
    """This game with the last cars of the box, and without stations."""
    for what, other in (
        ("chosen-train", changed(game, train=rulebook(game.modules).cars_to_choose[-cars:])),
        ("no-stations", changed(game, stations=False)),
    ):
        if not what_forbids(other, ()):
            yield GameStart(f"{name}-{what}@{game.edition}", game.edition, other, STARTS_AGAIN)


def _with_house_rule(name: str, game: StartGame, house_rule: str) -> Iterator[GameStart]:
    """This game with an agreed answer about the set-up."""
    # A house rule may allow stations without happenings.
    allowed = [one for one in (changed(game, happenings=False), game) if not what_forbids(one, (house_rule,))]
    for one in allowed[:1]:
        yield GameStart(f"{name}@{game.edition}+{house_rule}", game.edition, one, STARTS_AGAIN, (house_rule,))


@cache
def _about_the_setup(edition: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The answers that can be agreed on about the set-up of these modules; about the base game only if it is alone.

    A ruling about several modules is about all of them together, unless it also completes a clause of the base game:
    then it is about each of the others by itself.
    """
    is_first = modules == MODULES[:1]
    asked = modules if is_first else modules[1:]
    known, found = registry(), list[str]()
    for ruling in known.rulings.values():
        about = {known.clauses[id].module for id in ruling.completes}
        here = [known.clauses[id] for id in ruling.completes if known.holds(id, edition)]
        is_met = about <= {*modules} or (MODULES[0] in about and not is_first)
        if is_met and about & {*asked} and any(one.module in modules and one.topic.endswith("setup") for one in here):
            found += [f"{ruling.id}={other.id}" for other in ruling.rejected if other.house_rule]
    return tuple(found)


def is_start(name: str) -> bool:
    """Whether a result of this name is about starts rather than a case."""
    return name.startswith(NAMED)


def start_ids() -> list[str]:
    """The ids of all checks about starts."""
    return [f"{name}#{check}" for name in start_names() for check in CHECKS]


def start_names() -> tuple[str, ...]:
    """The names of all starts."""
    return tuple(start.name for start in starts(EDITIONS, MODULES))


def find_start(name: str) -> GameStart | None:
    """The start of this name, of any edition and module, or None."""
    return next((start for start in starts(EDITIONS, MODULES) if start.name == name), None)


DRAWN: dict[str, Callable[[Game], tuple[str, ...]]] = {
    "train": lambda game: _drawn_cars(game),
    "purses": lambda game: tuple(
        f"${game.values.get(token)}"
        for car in _drawn_cars(game)
        for token in game.floor.get(inside(car), ())
        if kind_of(token) == "purse"
    ),
    # The round cards turned up and face down: a round may begin before its card is turned up.
    "round-cards": lambda game: (*filter(None, [game.round.card]), *game.rounds)[
        : 4 if game.options.stations else None
    ],
    "station": lambda game: game.rounds[-1:],
    "first-player": lambda game: (game.round.first,),
}
"""By question to chance whose draw the start shows: what was drawn."""


def _drawn_cars(game: Game) -> tuple[str, ...]:
    """The cars between the locomotive and the tail, whose loot is not part of these draws."""
    return game.train[1 : len(game.train) - len(rules_of(game).last_cars)]


@define
class DrawCount:
    """How often something came up, and how often it should have; the number of draws may depend on earlier draws."""

    came: int = 0
    expected: float = 0.0
    draws: int = 0

    @property
    def is_odd(self) -> bool:
        """Whether a fair dealer would hardly ever produce this count.

        The bound is Hoeffding's: it also holds for few draws and rare items, where standard deviations mislead, and for
        draws without replacement.
        """
        came, fair = self.came / self.draws, self.expected / self.draws
        surprise = _surprise(came, fair) + _surprise(1 - came, 1 - fair)
        return self.draws * surprise > -log(UNLIKELY)


def _surprise(came: float, fair: float) -> float:
    """The contribution of this share of the draws to their relative entropy."""
    return came * log(came / fair) if came > 0 and fair > 0 else 0.0


@define
class DrawTally:
    """What was drawn in all starts of a game, by description."""

    counts: dict[str, DrawCount] = Factory(dict)
    starts: int = 0
    compared: int = 0
    """How many starts could be compared as a whole, because their draws follow the rules."""

    def add(self, answers: Arrangements, row: tuple[str, ...]) -> None:
        """Count one more draw."""
        pool, size, count = Counter(answers.items), len(answers.items), answers.count
        for item, copies in pool.items():
            share = copies / size
            self._count(f"{answers.what}: {item}", row.count(item), count * share, count)
            self._count(f"{answers.what}: {item} as the first", row[:1].count(item), share, 1)

    def _count(self, what: str, came: int, expected: float, draws: int) -> None:
        count = self.counts.setdefault(what, DrawCount())
        count.came += came
        count.expected += expected
        count.draws += draws

    def oddities(self) -> Iterator[str]:
        """What came up too often or too seldom."""
        for what, count in self.counts.items():
            if count.is_odd:
                yield f"{what}: expected about {count.expected:.0f} times in {self.starts} starts, got {count.came}"


def faults_of(start: GameStart, dealt: p.Dealt, tally: DrawTally) -> dict[str, str]:
    """By check: why no game can begin like this.

    Draws that follow the rules are added to the tally.

    A draw that the rules do not allow is reported once. The reference continues with a similar one, so that everything
    independent of it is judged too.
    """
    tally.starts += 1
    faults: dict[str, str] = {}
    verdict = decide(
        fold((RulingAgreed(*house_rule.split("=")) for house_rule in start.house_rules), NEW), start.command
    )
    commands = list(dealt.commands)
    if chosen := _not_as_chosen(start, dealt.state):
        faults[TRAIN] = chosen
    while isinstance(verdict, Accepted) and verdict.after.phase == "setup":
        game, asked = verdict.after, verdict.awaiting[0]
        answers = legal(game, asked.actor)
        check = REST
        if isinstance(answers, Arrangements) and answers.what in DRAWN:
            check = JUDGED_BY.get(answers.what, REST)
            command = command_object(answers.deal(DRAWN[answers.what](dealt.state)))
        elif commands:
            command = commands.pop(0)
        else:
            return {REST: f"commands: expected an answer of {asked.actor} about {asked.kind}, got none"} | faults
        verdict = judge(game, command)
        if isinstance(verdict, Accepted):
            if isinstance(answers, Arrangements):
                tally.add(answers, tuple(command["outcome"]))
            continue
        faults.setdefault(check, _refused(answers, command, verdict))
        verdict = judge(game, command_object(_instead(answers, command)))
    assert isinstance(verdict, Accepted), verdict
    if commands:
        told = f"commands: expected no more of them when round 1 begins, got {to_json(commands[0]).decode()}"
        faults.setdefault(REST, told)
    return _compared(verdict.after, dealt.state, faults, tally)


def _not_as_chosen(start: GameStart, state: Game) -> str:
    """How the train differs from the train that the table chose; empty if it does not differ."""
    chosen, cars = start.command.train, state.train[1:]
    coupled = (*chosen, *rulebook(start.command.modules, start.command.edition).last_cars)
    if not chosen or cars == coupled:
        return ""
    return f"expected {', '.join(coupled)}, as the table chose, got {', '.join(cars)}"


def _instead(answers: Answers, command: dict[str, Any]) -> Command:
    """A legal draw or choice that replaces one the rules do not allow, as similar as possible."""
    if not isinstance(answers, Arrangements):
        return next(iter(answers))
    left = Counter(answers.items)
    outcome = command.get("outcome")
    row: list[str] = []
    for item in (*(outcome if isinstance(outcome, list | tuple) else ()), *answers.items):
        if isinstance(item, str) and left[item] > 0 and len(row) < answers.count:
            left[item] -= 1
            row.append(item)
    return answers.deal(tuple(row))


def _compared(right: Game, state: Game, refused: dict[str, str], tally: DrawTally) -> dict[str, str]:
    """The refusals, and where a start differs from the result of its draws, without consequences of either."""
    found = {check: fault for check, fault in refused.items() if check != VALUES}
    if right.train != state.train and TRAIN not in found:
        found[TRAIN] = f"expected {', '.join(right.train)}, got {', '.join(state.train)}"
    if REST not in refused and (kinds := _first_place(right, state, lambda _, token: kind_of(token))):
        found[CONTENTS] = kinds
    if worth := _strange_value(right, state):
        found[VALUES] = worth
    elif not found.keys() & {TRAIN, CONTENTS, REST}:
        at = _first_place(right, state, lambda game, token: f"{kind_of(token)} ${game.values.get(token)}")
        if fault := refused.get(VALUES) or at:
            found[VALUES] = fault
    if not found.keys() & {TRAIN, FIRST, REST}:
        tally.compared += 1
        if difference := whole_differs(_bare(right), _bare(state)):
            found[REST] = difference
    return found


def _first_place(right: Game, state: Game, word: Callable[[Game, str], str]) -> str:
    """The first place of both trains where the tokens differ, with both; empty if the tokens agree."""
    missing = {*right.train} ^ {*state.train}
    for place in {**right.floor, **state.floor}:
        expected, got = (_listed([word(game, token) for token in game.floor.get(place, ())]) for game in (right, state))
        if expected != got and car_of(place) not in missing:
            return f"{place}: expected {expected}, got {got}"
    return ""


def _strange_value(right: Game, state: Game) -> str:
    """The first place with loot of a value that does not exist or occurs too often; empty if there is no such place."""
    left = {kind: Counter(pool.values) for kind, pool in rules_of(right).supply.items()}
    for place, tokens in state.floor.items():
        for token in tokens:
            kind, value = kind_of(token), state.values.get(token, 0)
            if kind not in left:
                continue
            if not left[kind][value]:
                there = _listed([f"${each}" for each in rules_of(right).supply[kind].values])
                return f"{place}: expected a {kind} out of {there}, got one more of ${value}"
            left[kind][value] -= 1
    return ""


def _refused(answers: Answers, command: dict[str, Any], refused: Refused) -> str:
    """The message of a refusal; for a draw, with the items it should have been made of."""
    row = command.get("outcome")
    if isinstance(answers, Arrangements) and isinstance(row, list | tuple):
        expected = f"{answers.what}: expected {answers.count} of {_listed(answers.items)}, got {_listed(row)}"
        if strange := Counter(map(str, row)) - Counter(answers.items):
            expected += f"; not available, or not so often: {', '.join(strange)}"
    else:
        expected = f"commands: {to_json(command).decode()} is refused: {refused.message}"
    return f"{expected} ({', '.join(refused.clauses)})" if refused.clauses else expected


def _listed(items: Sequence[Any]) -> str:
    counts = sorted(Counter(map(str, items)).items())
    return ", ".join(f"{item} x{count}" if count > 1 else item for item, count in counts) or "none"


def _bare(game: Game) -> Any:
    """The start without what other checks judge, and without the order of undealt decks, which is arbitrary."""

    def described(tokens: tuple[str, ...]) -> list[str]:
        return sorted(f"{kind_of(token)} ${game.values.get(token)}" for token in tokens)

    data = to_data(game)
    data["floor"], data["train"] = {}, []
    data["aside"] = described(game.aside)
    data["values"] = {}
    for bandit, figure in game.figures.items():
        data["figures"][bandit]["loot"] = described(figure.loot)
    for seat, cards in game.cards.items():
        data["cards"][seat]["deck"] = sorted(cards.deck)
    return data


def requests_of(start: GameStart) -> list[p.Request]:
    """The requests to an engine: to set up the same game repeatedly."""
    house_rules = tuple(
        command_object(AgreeOnRuling(TABLE, *house_rule.split("="))) for house_rule in start.house_rules
    )
    command = command_object(start.command)
    return [p.SetUp(number, command, house_rules or UNSET) for number in range(1, start.times + 1)]


def start_result(start: GameStart, answers: list[Answer]) -> CaseResult:
    """The result of an engine's starts, judged one by one and all together."""
    tally = DrawTally()
    results = {check: Result(check, LEVEL, Status.PASS, kind=check) for check in CHECKS}
    times = Counter[str]()
    trouble: Trouble | None = None
    for number, answer in enumerate(answers, 1):
        trouble = trouble or no_answer(answer)
        if trouble is not None or not isinstance(answer, p.Dealt):
            break
        for check, fault in faults_of(start, answer, tally).items():
            times[check] += 1
            if times[check] == 1:
                results[check] = evolve(
                    results[check], status=Status.FAIL, message=f"start {number}: {fault}", got=to_data(answer)
                )
    else:
        results[POOLS] = _of_all(results[POOLS], tally)
        if not tally.compared and results[REST].status is Status.PASS:
            results[REST] = evolve(results[REST], status=Status.SKIPPED, message=NOT_JUDGED)
    for check, often in times.items():
        if often > 1:
            results[check] = evolve(results[check], message=f"{results[check].message} (in {often} starts)")
    if trouble is not None:
        results = {
            check: result
            if result.status is Status.FAIL
            else evolve(result, status=trouble.status, message=trouble.message)
            for check, result in results.items()
        }
    return CaseResult(start.name, TITLE, start.edition, CLAUSES, tuple(results.values()))


def _of_all(pools: Result, tally: DrawTally) -> Result:
    """The result for all starts together; draws that the rules do not allow are reported elsewhere and not counted."""
    if not tally.counts:
        return evolve(pools, status=Status.SKIPPED, message=NOT_JUDGED)
    odd = "; ".join(tally.oddities())
    return evolve(pools, status=Status.FAIL, message=odd) if odd else pools
