"""Rounds and games that end wrongly."""

from collections.abc import Callable

from colt_rules.events import (
    BanditMoved,
    Cited,
    Event,
    GameEnded,
    HappeningStarted,
    LootKept,
    LootLost,
    MarshalMoved,
    NeutralBulletGiven,
    RansomPaid,
    RoundEnded,
    ScoreLine,
    StrongboxBrought,
)
from colt_rules.model.names import car_of, is_roof, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.base.schemin import start_round
from colt_rules.rules.base.scoring import ranking, shots_at_others
from colt_rules.rules.rulebook import rules_of
from tests.referee.catalogue import cut, edit, entry, first, other, train_of
from tests.referee.forging import Step, Then, Wrong

# --- the round's end


def happening(step: Step, name: str, kind: type[Event]) -> int:
    """The index of the first event of this kind in a happening; -1 if this step has no such event."""
    found = step.find(HappeningStarted)
    if not found or found[1].happening != name:
        return -1
    later = enumerate(step.events[found[0] :], found[0])
    return next((at for at, (event, _) in later if isinstance(event, kind)), -1)


@entry("four", "round-end.happening-last")
def a_happening_is_forgotten(step: Step) -> Wrong | None:
    found, ended = step.find(HappeningStarted), step.find(RoundEnded)
    return edit(step, found[0], taken=ended[0] - found[0]) if found and ended else None


@entry("four", "round-end.happening-last", is_superfluous=True)
def the_train_brakes_twice(step: Step) -> Wrong | None:
    at, ended = happening(step, "braking", BanditMoved), step.find(RoundEnded)
    if at < 0 or not ended:
        return None
    game = step.at(ended[0])
    rules = rules_of(game)
    again = rules.happenings["braking"].happens(rules, game)
    return cut(step, ended[0], step.events[at - 1], *again)


@entry("four", "happening.angry-marshal.moves")
def the_angry_marshal_stays(step: Step) -> Wrong | None:
    at = happening(step, "angry-marshal", MarshalMoved)
    return cut(step, at) if at >= 0 else None


@entry("four", "happening.angry-marshal.moves")
def the_angry_marshal_goes_toward_the_locomotive(step: Step) -> Wrong | None:
    at = happening(step, "angry-marshal", MarshalMoved)
    ahead = train_of(step).forward.get(step.before.marshal) if at >= 0 else None
    return cut(step, at, other(step, at, to=ahead)) if ahead else None


@entry("four", "happening.angry-marshal.shoots")
def the_angry_marshal_does_not_shoot(step: Step) -> Wrong | None:
    at, moves = happening(step, "angry-marshal", NeutralBulletGiven), happening(step, "angry-marshal", MarshalMoved)
    return cut(step, at, step.events[moves]) if 0 <= at < moves else None


@entry("four", "happening.swivel-arm", Then.AS_IT_WAS)
def the_swivel_arm_sweeps_toward_the_locomotive(step: Step) -> Wrong | None:
    at = happening(step, "swivel-arm", BanditMoved)
    return edit(step, at, other(step, at, to=roof(step.before.train[0]))) if at >= 0 else None


@entry("four", "happening.braking")
def the_train_brakes_the_other_way(step: Step) -> Wrong | None:
    at = happening(step, "braking", BanditMoved)
    event = step.events[at][0]
    if at < 0 or not isinstance(event, BanditMoved):
        return None
    behind = train_of(step).backward.get(event.start)
    return edit(step, at, other(step, at, to=behind)) if behind else None


@entry("four", "happening.take-it-all")
def the_second_strongbox_is_put_into_the_locomotive(step: Step) -> Wrong | None:
    at = happening(step, "take-it-all", StrongboxBrought)
    away = at >= 0 and car_of(step.before.marshal) != "locomotive"
    return edit(step, at, other(step, at, place="locomotive.inside")) if away else None


@entry("four", "happening.passengers-rebellion")
def the_passengers_spare_somebody_inside(step: Step) -> Wrong | None:
    at, ended = happening(step, "passengers-rebellion", NeutralBulletGiven), step.find(RoundEnded)
    return edit(step, at, taken=ended[0] - at) if at >= 0 and ended else None


@entry("four", "happening.passengers-rebellion", is_superfluous=True)
def the_passengers_hit_somebody_on_a_roof(step: Step) -> Wrong | None:
    at, ended = happening(step, "passengers-rebellion", NeutralBulletGiven), step.find(RoundEnded)
    if at < 0 or not ended:
        return None
    game = step.at(ended[0])
    bandit = first(name for name, figure in game.figures.items() if is_roof(figure.place))
    return cut(step, ended[0], other(step, at, bandit=bandit, seat=bandit, left=game.neutral - 1)) if bandit else None


def station(step: Step, at: int, told: Cited) -> Wrong:
    """Something else happens at the station; the rest stays, and the end follows from it."""
    return cut(step, at, told, *step.events[at + 1 : -1])


@entry("four", "station.marshals-revenge", other_result=True)
def the_marshals_revenge_takes_the_dearest_purse(step: Step) -> Wrong | None:
    at = happening(step, "marshals-revenge", LootLost)
    event = step.events[at][0]
    if at < 0 or not isinstance(event, LootLost):
        return None
    game = step.at(at)
    dearest = max((token for token in game.figures[event.bandit].loot if "purse" in token), key=game.values.__getitem__)
    dearer = game.values[dearest] > game.values[event.token]
    return station(step, at, other(step, at, token=dearest)) if dearer else None


@entry("four", "station.marshals-revenge.no-purse", other_result=True)
def the_marshals_revenge_takes_a_jewel(step: Step) -> Wrong | None:
    at = happening(step, "marshals-revenge", LootKept)
    event = step.events[at][0]
    if at < 0 or not isinstance(event, LootKept):
        return None
    loot = step.at(at).figures[event.bandit].loot
    lost = LootLost(event.bandit, loot[0]) if loot else None
    return station(step, at, (lost, ("station.marshals-revenge",))) if lost else None


@entry("four", "station.conductor", other_result=True)
def the_conductor_pays_500(step: Step) -> Wrong | None:
    at = happening(step, "conductor", RansomPaid)
    return station(step, at, other(step, at, amount=500)) if at >= 0 else None


@entry("four", "station.pickpocketing")
def a_bandit_in_company_may_pick_pockets(step: Step) -> Wrong | None:
    found = step.find(HappeningStarted)
    if not found or found[1].happening != "pickpocketing":
        return None
    at, event = found
    game = step.at(at)
    places = [figure.place for figure in game.figures.values()]
    bandit = first(
        name
        for name, figure in game.figures.items()
        if places.count(figure.place) > 1 and any("purse" in token for token in game.floor.get(figure.place, ()))
    )
    return cut(step, at, other(step, at, due=(bandit, *event.due))) if bandit else None


@entry("four", "round-end.next-first-player")
def the_same_player_leads_the_next_round(step: Step) -> Wrong | None:
    if not (found := step.find(RoundEnded)):
        return None
    at, event = found
    lead = step.before.round.first
    return cut(
        step, at, other(step, at, first=lead), *start_round(rules_of(step.before), step.at(at), event.number + 1, lead)
    )


# --- the end


def recounted(step: Step, lines: Callable[[Game, GameEnded], tuple[ScoreLine, ...]]) -> Wrong | None:
    """The game ends with other lines, and the resulting ranking."""
    if not (found := step.find(GameEnded)):
        return None
    at, event = found
    game = step.at(at)
    counted = lines(game, event)
    if counted == event.lines:
        return None
    return cut(step, at, other(step, at, lines=counted, ranking=ranking(rules_of(game), game, counted)))


@entry("four", "scoring.gunslinger", other_result=True)
def the_wrong_gunslinger(step: Step) -> Wrong | None:
    def lines(game: Game, event: GameEnded) -> tuple[ScoreLine, ...]:
        fewest = min(game.options.seats, key=lambda seat: shots_at_others(rules_of(game), game, (seat,)))
        given = [line for line in event.lines if line.line == "gunslinger"]
        if len(given) != 1 or given[0].seat == fewest:
            return event.lines
        return tuple(changed(line, seat=fewest) if line in given else line for line in event.lines)

    return recounted(step, lines)


@entry("four", "scoring.gunslinger.tie", other_result=True)
def one_of_two_gunslingers_gets_nothing(step: Step) -> Wrong | None:
    def lines(game: Game, event: GameEnded) -> tuple[ScoreLine, ...]:
        given = [line for line in event.lines if line.line == "gunslinger"]
        return event.lines[:-1] if len(given) == 2 else event.lines

    return recounted(step, lines)


@entry("four", "scoring.tokens", other_result=True)
def a_jewel_is_not_counted(step: Step) -> Wrong | None:
    def lines(game: Game, event: GameEnded) -> tuple[ScoreLine, ...]:
        owner = first(name for name, one in game.figures.items() if any("jewel" in token for token in one.loot))
        lost = ScoreLine(owner or "", "tokens", 500)
        return tuple(
            changed(line, amount=line.amount - 500) if (line.seat, line.line) == (lost.seat, lost.line) else line
            for line in event.lines
        )

    return recounted(step, lines)


@entry("four", "ruling.conductor.money", other_result=True)
def the_ransom_is_not_counted(step: Step) -> Wrong | None:
    return recounted(step, lambda game, event: tuple(line for line in event.lines if line.line != "ransom"))


def reranked(step: Step, level: bool) -> Wrong | None:
    """The first two of the ranking change places; ``level``: whether their money is equal."""
    if not (found := step.find(GameEnded)):
        return None
    at, event = found
    one, two, *others = event.ranking
    if (one.money == two.money) is not level or one.rank == two.rank:
        return None
    turned = changed(two, rank=one.rank), changed(one, rank=two.rank), *others
    return cut(step, at, other(step, at, ranking=turned))


@entry("four", "end.richest-wins", other_result=True)
def the_second_richest_wins(step: Step) -> Wrong | None:
    return reranked(step, level=False)


@entry("four", "end.tie-break.fewest-bullets", other_result=True)
def of_two_equally_rich_the_one_with_more_bullets_wins(step: Step) -> Wrong | None:
    return reranked(step, level=True)


@entry("pl-base", "end.tie-break.opponents-and-happenings", other_result=True)
def a_polish_tie_is_broken_the_wrong_way(step: Step) -> Wrong | None:
    return reranked(step, level=True)
