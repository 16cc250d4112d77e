"""Forged steps in which a card is carried out against the rules; the audit must find each of them."""

from collections.abc import Callable, Iterable
from typing import Any

from colt_rules.commands import ChangeFloor, Fire, Move, MoveMarshal, Punch, Rob
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BulletGiven,
    CardReturned,
    CardRevealed,
    Cited,
    Event,
    LootDropped,
    LootSnatched,
    LootTaken,
    NeutralBulletGiven,
)
from colt_rules.kernel import legal
from colt_rules.model.names import (
    Place,
    bullet_card,
    car_of,
    inside,
    is_roof,
    kind_of,
    owner_and_action,
    owner_of,
    roof,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Figure, Game, clockwise
from colt_rules.rules.base.stealin import acting
from tests.referee.catalogue import actor_of, apart, cut, edit, entry, first, level, other, train_of
from tests.referee.forging import Step, Then, Wrong

# --- Fire


def shot(step: Step, fits: Callable[[Game, Figure, Figure], bool]) -> Wrong | None:
    """The shooter aims at another bandit who fits, and the log records a hit."""
    if not isinstance(step.command, Fire):
        return None
    game, shooter = step.before, acting(step.before)
    mine = game.figures[shooter]
    target = first(name for name, figure in game.figures.items() if name != shooter and fits(game, mine, figure))
    if target is None:
        return None
    bullet, left = bullet_card(shooter, mine.bullets), mine.bullets - 1
    fired = BulletGiven(shooter, target, game.figures[target].seat, bullet, left), ("fire.target", "fire.bullet-given")
    return Wrong((step.events[0], fired), None, Fire(mine.seat, target))


def plain(figure: Figure) -> bool:
    """A bandit whose power does not prevent aiming."""
    return "belle" not in figure.powers


@entry("six", "fire.roof.line-of-sight")
def fire_at_somebody_behind_another_on_the_roofs(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        roofs = [figure for figure in game.figures.values() if is_roof(figure.place)]
        between = [
            figure
            for figure in roofs
            if apart(game, mine.place, figure.place) > 0
            and apart(game, mine.place, figure.place) + apart(game, figure.place, target.place)
            == apart(game, mine.place, target.place)
            and figure.place != target.place
        ]
        return mine in roofs and target in roofs and bool(between) and all(map(plain, (target, *between)))

    return shot(step, fits)


@entry("six", "fire.inside.adjacent")
def fire_two_cars_away_inside(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        return not is_roof(mine.place) and not is_roof(target.place) and apart(game, mine.place, target.place) == 2

    return shot(step, lambda game, mine, target: plain(target) and fits(game, mine, target))


@entry("six", "fire.inside.adjacent", Then.AS_IT_WAS)
def fire_through_the_roof_without_being_tuco(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        return "tuco" not in mine.powers and not is_roof(mine.place) and target.place == roof(car_of(mine.place))

    return shot(step, lambda game, mine, target: plain(target) and fits(game, mine, target))


@entry("ru-base", "tuco.upward-only")
def tuco_fires_down_through_the_roof_in_the_russian_base_game(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        return "tuco" in mine.powers and is_roof(mine.place) and target.place == inside(car_of(mine.place))

    return shot(step, fits)


@entry("four", "fire.roof.any-distance", Then.AS_IT_WAS)
def fire_from_a_roof_into_another_car(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        return is_roof(mine.place) and not is_roof(target.place) and apart(game, mine.place, target.place) == 1

    return shot(step, fits)


@entry("six", "fire.not-same-place")
def fire_at_somebody_at_the_same_place(step: Step) -> Wrong | None:
    return shot(step, lambda game, mine, target: plain(target) and mine.place == target.place)


@entry("six", "belle.not-if-another")
def fire_at_belle_though_another_could_be_hit(step: Step) -> Wrong | None:
    def fits(game: Game, mine: Figure, target: Figure) -> bool:
        near = not is_roof(mine.place) and not is_roof(target.place) and apart(game, mine.place, target.place) == 1
        return not plain(target) and near and step.command != Fire(mine.seat, target.seat)

    return shot(step, fits)


def hit(step: Step) -> bool:
    """Whether a bandit other than Django hits somebody, as the second event shows."""
    return isinstance(step.command, Fire) and "django" not in actor_of(step).powers


@entry("six", "fire.bullet-given")
def the_bullet_goes_to_another_than_was_aimed_at(step: Step) -> Wrong | None:
    if not isinstance(step.command, Fire) or not hit(step):
        return None
    targets = [one.target for one in legal(step.before, step.command.actor) if isinstance(one, Fire)]
    target = first(name for name in targets if name != step.command.target)
    if target is None:
        return None
    return cut(step, 1, other(step, 1, target=target, seat=step.before.figures[target].seat))


@entry("four", "fire.bullet-given")
def the_bullet_comes_from_the_bottom_of_the_stack(step: Step) -> Wrong | None:
    if not hit(step) or actor_of(step).bullets == 1:
        return None
    return cut(step, 1, other(step, 1, bullet=bullet_card(acting(step.before), 1)))


@entry("four", "fire.bullet-given")
def no_bullet_for_who_was_hit(step: Step) -> Wrong | None:
    return cut(step, 1) if hit(step) else None


@entry("four", "fire.bullet-given", is_superfluous=True)
def two_bullets_for_one_shot(step: Step) -> Wrong | None:
    if not hit(step) or actor_of(step).bullets == 1:
        return None
    left, shooter = actor_of(step).bullets - 2, acting(step.before)
    return cut(step, 2, other(step, 1, bullet=bullet_card(shooter, left + 1), left=left))


@entry("six", "fire.no-target")
def a_shot_though_nobody_is_in_reach(step: Step) -> Wrong | None:
    at = step.citing("fire.no-target")
    if at < 0:
        return None
    game = step.at(at)
    shooter = acting(game)
    mine = game.figures[shooter]
    if not mine.bullets:
        return None
    target = next(name for name in game.figures if name != shooter)
    given = BulletGiven(shooter, target, target, bullet_card(shooter, mine.bullets), mine.bullets - 1)
    taken = ActionTaken(shooter, "fire"), ("stealin.obligatory",)
    return cut(step, at, taken, (given, ("fire.target", "fire.bullet-given")))


@entry("four", "django.knock-back")
def django_does_not_knock_back(step: Step) -> Wrong | None:
    at = step.citing("django.knock-back")
    return cut(step, at) if at >= 0 else None


@entry("four", "django.knock-back", Then.AS_IT_WAS)
def django_draws_his_target_nearer(step: Step) -> Wrong | None:
    at = step.citing("django.knock-back")
    if at < 0:
        return None
    return edit(step, at, other(step, at, to=actor_of(step).place))


# --- Move, Floor change


def gone(step: Step, places: Iterable[Place]) -> Wrong | None:
    """The Move goes to one of these places instead."""
    to = first(places)
    if to is None or not isinstance(step.command, Move):
        return None
    return Wrong((step.events[0], other(step, 1, to=to)), None, Move(step.command.actor, to))


@entry("four", "move.inside.adjacent")
def a_move_of_two_cars_inside(step: Step) -> Wrong | None:
    if not isinstance(step.command, Move) or is_roof(actor_of(step).place):
        return None
    game, place = step.before, actor_of(step).place
    return gone(step, (to for to in level(game, place) if apart(game, place, to) == 2))


@entry("six", "move.roof.one-to-three", Then.AS_IT_WAS)
def a_move_of_four_cars_on_the_roofs(step: Step) -> Wrong | None:
    if not isinstance(step.command, Move) or not is_roof(actor_of(step).place):
        return None
    game, place = step.before, actor_of(step).place
    return gone(step, (to for to in level(game, place) if apart(game, place, to) == 4))


@entry("four", "move.must-move")
def a_move_that_stays_where_it_is(step: Step) -> Wrong | None:
    return gone(step, [actor_of(step).place]) if isinstance(step.command, Move) else None


@entry("four", "move.inside.adjacent")
def a_move_ends_elsewhere_than_the_player_said(step: Step) -> Wrong | None:
    if not isinstance(step.command, Move) or is_roof(actor_of(step).place):
        return None
    to = first(
        one.to for one in legal(step.before, step.command.actor) if isinstance(one, Move) and one != step.command
    )
    return cut(step, 1, other(step, 1, to=to)) if to else None


@entry("four", "floor-change.up")
def a_floor_change_is_skipped(step: Step) -> Wrong | None:
    climbs = isinstance(step.command, ChangeFloor) and not is_roof(actor_of(step).place)
    return cut(step, 1) if climbs else None


@entry("four", "floor-change.down", Then.AS_IT_WAS)
def a_climb_down_into_the_next_car(step: Step) -> Wrong | None:
    if not isinstance(step.command, ChangeFloor) or not is_roof(actor_of(step).place):
        return None
    to = inside(car_of(train_of(step).moves[actor_of(step).place][0]))
    return Wrong((step.events[0], other(step, 1, to=to), *step.events[2:]), None, ChangeFloor(step.command.actor, to))


# --- Robbery


def robbed(step: Step, place: Place) -> Wrong | None:
    """The robber takes a token that lies at this place."""
    if not isinstance(step.command, Rob) or place not in step.before.floor:
        return None
    token = step.before.floor[place][0]
    taken: Cited = (LootTaken(acting(step.before), token, place), ("robbery.take-one",))
    return Wrong((step.events[0], taken), None, Rob(step.command.actor, token))


@entry("six", "robbery.same-level")
def a_robbery_on_the_other_level(step: Step) -> Wrong | None:
    if not isinstance(step.command, Rob):
        return None
    return robbed(step, train_of(step).stairs[actor_of(step).place])


@entry("four", "robbery.take-one")
def a_robbery_in_the_next_car(step: Step) -> Wrong | None:
    if not isinstance(step.command, Rob):
        return None
    return robbed(step, train_of(step).pushes[actor_of(step).place][0])


def lying(step: Step) -> tuple[str, ...]:
    """The other tokens that the robber could have taken."""
    if not isinstance(step.command, Rob):
        return ()
    return tuple(token for token in step.before.floor[actor_of(step).place] if token != step.command.token)


@entry("four", "robbery.take-one")
def another_token_is_taken_than_the_player_said(step: Step) -> Wrong | None:
    return cut(step, 1, other(step, 1, token=lying(step)[0])) if lying(step) else None


@entry("four", "robbery.take-one", is_superfluous=True)
def a_robbery_takes_two_tokens(step: Step) -> Wrong | None:
    return cut(step, 2, other(step, 1, token=lying(step)[0])) if lying(step) else None


# --- Punch


def punched(step: Step, **fields: Any) -> Wrong | None:
    """The puncher chooses something else, and the log records it."""
    if not isinstance(step.command, Punch) or step.command.token is None:
        return None
    punch: Punch = changed(step.command, **fields)
    puncher = acting(step.before)
    target = step.before.figures[punch.target]
    if punch.keep:
        lost: Event = LootSnatched(punch.target, punch.token or "", puncher)
    else:
        lost = LootDropped(punch.target, punch.token or "", actor_of(step).place)
    pushed = BanditMoved(punch.target, target.place, punch.to, "push")
    cites = ("punch.loot.chosen", "punch.loot.dropped")
    return Wrong((step.events[0], (lost, cites), (pushed, ("punch.target", "punch.push.adjacent"))), None, punch)


@entry("six", "belle.not-if-another")
def a_punch_for_belle_though_another_is_there(step: Step) -> Wrong | None:
    belle = step.before.figures["belle"] if step.before.figures else None
    if not belle or not isinstance(step.command, Punch) or step.command.target == "belle" or not belle.loot:
        return None
    there = belle.place == actor_of(step).place and acting(step.before) != "belle"
    return punched(step, target="belle", token=belle.loot[0], keep=False) if there else None


@entry("six", "punch.target")
def a_punch_for_somebody_on_the_other_level(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch):
        return None
    above = train_of(step).stairs[actor_of(step).place]
    figures = step.before.figures
    target = first(name for name, one in figures.items() if one.place == above and one.loot and plain(one))
    return punched(step, target=target, token=figures[target].loot[0], keep=False) if target else None


@entry("six", "punch.push.adjacent")
def a_push_of_two_cars(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch):
        return None
    game, place = step.before, actor_of(step).place
    to = first(to for to in level(game, place) if apart(game, place, to) == 2)
    return punched(step, to=to) if to else None


@entry("four", "punch.push.same-level")
def a_push_up_to_a_roof(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or is_roof(step.command.to):
        return None
    return punched(step, to=roof(car_of(step.command.to)))


@entry("four", "punch.push.adjacent")
def nobody_is_pushed_after_a_punch(step: Step) -> Wrong | None:
    return cut(step, 2) if isinstance(step.command, Punch) else None


@entry("four", "punch.push.adjacent", Then.AS_IT_WAS)
def a_push_the_other_way_than_the_puncher_said(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch):
        return None
    ways = train_of(step).pushes[actor_of(step).place]
    to = first(place for place in ways if place != step.command.to)
    return edit(step, 2, other(step, 2, to=to)) if to else None


@entry("four", "punch.loot.dropped")
def what_was_lost_drops_where_the_target_lands(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or not isinstance(step.events[1][0], LootDropped):
        return None
    return cut(step, 1, other(step, 1, place=step.command.to), step.events[2])


@entry("four", "punch.loot.chosen", Then.AS_IT_WAS, is_unfit=True)
def a_token_is_dropped_that_the_target_has_not(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or not isinstance(step.events[1][0], LootDropped):
        return None
    return edit(step, 1, other(step, 1, token="strongbox-2"))


@entry("four", "punch.loot.dropped")
def a_puncher_keeps_the_purse_without_being_cheyenne(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or "cheyenne" in actor_of(step).powers:
        return None
    return punched(step, keep=True)


@entry("four", "cheyenne.keeps-purse")
def cheyenne_does_not_get_the_purse_she_keeps(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or not step.command.keep:
        return None
    dropped = LootDropped(step.command.target, step.command.token or "", actor_of(step).place)
    cites = ("punch.loot.chosen", "punch.loot.dropped", "punch.loot.purse-unseen", "ruling.punch.which-purse")
    return cut(step, 1, (dropped, cites), step.events[2])


@entry("four", "cheyenne.other-loot-drops")
def cheyenne_keeps_a_jewel(step: Step) -> Wrong | None:
    if not isinstance(step.command, Punch) or "cheyenne" not in actor_of(step).powers:
        return None
    jewel = first(token for token in step.before.figures[step.command.target].loot if kind_of(token) == "jewel")
    return punched(step, token=jewel, keep=True) if jewel else None


# --- the Marshal


def sent(step: Step, to: Place | None) -> Wrong | None:
    """The Marshal is sent somewhere else."""
    if to is None or not isinstance(step.command, MoveMarshal):
        return None
    return Wrong((step.events[0], other(step, 1, to=to)), None, MoveMarshal(step.command.actor, to))


@entry("four", "marshal.move.adjacent")
def the_marshal_goes_two_cars(step: Step) -> Wrong | None:
    if not isinstance(step.command, MoveMarshal):
        return None
    game = step.before
    return sent(step, first(to for to in level(game, game.marshal) if apart(game, game.marshal, to) == 2))


@entry("four", "marshal.inside-only", Then.ENDS)
def the_marshal_climbs_onto_a_roof(step: Step) -> Wrong | None:
    return sent(step, roof(car_of(step.command.to))) if isinstance(step.command, MoveMarshal) else None


@entry("four", "marshal.move.adjacent", Then.AS_IT_WAS)
def the_marshal_goes_elsewhere_than_the_player_said(step: Step) -> Wrong | None:
    if not isinstance(step.command, MoveMarshal):
        return None
    ways = train_of(step).patrol[step.before.marshal]
    to = first(place for place in ways if place != step.command.to)
    return edit(step, 1, other(step, 1, to=to)) if to else None


def met(step: Step, bandits: int = 1) -> int:
    """The index at which this many bandits get the bullets of a meeting in Stealin'; -1 if there is no such meeting."""
    at = step.citing("marshal.meeting.neutral-bullet")
    flights = [event for event, _ in step.events if isinstance(event, BanditMoved) and event.how == "flight"]
    return at if at >= 0 and len(flights) == bandits and step.at(at).phase == "stealin" else -1


@entry("four", "marshal.meeting.flight", Then.AS_IT_WAS)
def nobody_flees_from_the_marshal(step: Step) -> Wrong | None:
    return edit(step, met(step) + 1) if met(step) >= 0 else None


@entry("four", "marshal.meeting.flight")
def a_flight_to_the_roof_of_the_next_car(step: Step) -> Wrong | None:
    at = met(step)
    if at < 0:
        return None
    to = train_of(step).moves[roof(car_of(step.at(at).marshal))][0]
    return cut(step, at + 1, other(step, at + 1, to=to))


@entry("four", "marshal.meeting.neutral-bullet")
def no_bullet_from_the_marshal(step: Step) -> Wrong | None:
    at = met(step)
    return cut(step, at, step.events[at + 1]) if at >= 0 else None


@entry("four", "marshal.meeting.bullet-first", other_result=False)
def the_flight_comes_before_the_bullet(step: Step) -> Wrong | None:
    at = met(step)
    return cut(step, at, step.events[at + 1], step.events[at]) if at >= 0 else None


@entry("six", "ruling.order.first-player-clockwise", other_result=False)
def two_bandits_get_their_bullets_in_the_wrong_order(step: Step) -> Wrong | None:
    at = met(step, bandits=2)
    if at < 0:
        return None
    (one, _), (two, _) = step.events[at : at + 2]
    assert isinstance(one, NeutralBulletGiven)
    assert isinstance(two, NeutralBulletGiven)
    swapped = other(step, at, bandit=two.bandit, seat=two.seat), other(step, at + 1, bandit=one.bandit, seat=one.seat)
    return cut(step, at, *swapped, *step.events[at + 2 : at + 4])


@entry("four", "ruling.django.into-the-marshal", Then.AS_IT_WAS)
def who_is_thrown_to_the_marshal_does_not_meet_him(step: Step) -> Wrong | None:
    at = met(step)
    thrown = at >= 0 and "ruling.django.into-the-marshal" in step.events[at][1]
    return edit(step, at, taken=2) if thrown else None


@entry("four", "marshal.meeting.marshal-enters", is_superfluous=True)
def a_neutral_bullet_for_somebody_whom_the_marshal_did_not_meet(step: Step) -> Wrong | None:
    if not isinstance(step.command, MoveMarshal) or met(step) >= 0:
        return None
    above = roof(car_of(step.command.to))
    bandit = first(name for name, figure in step.before.figures.items() if figure.place == above)
    if bandit is None:
        return None
    cites = ("marshal.meeting.marshal-enters", "marshal.meeting.neutral-bullet", "marshal.meeting.bullet-first")
    return cut(step, 2, (NeutralBulletGiven(bandit, bandit, step.before.neutral - 1), cites))


# --- the pile


@entry("four", "stealin.first-in-first-out", Then.AS_IT_WAS)
def a_card_of_the_pile_is_skipped(step: Step) -> Wrong | None:
    if not (found := step.find(CardRevealed)):
        return None
    at, event = found
    later = first(played.card for played in step.at(at).round.pile if played.card != event.card)
    return edit(step, at, other(step, at, seat=owner_of(later), card=later)) if later else None


@entry("four", "stealin.obligatory")
def a_card_that_can_be_carried_out_is_left_undone(step: Step) -> Wrong | None:
    event, _ = step.events[-1]
    if not isinstance(event, CardRevealed):
        return None
    bandit, action = owner_and_action(event.card)
    idle = ActionIdle(bandit, action), ("stealin.obligatory",)
    return cut(step, len(step.events), idle) if action in ("move", "floor-change") else None


@entry("four", "stealin.first-in-first-out", Then.AS_IT_WAS)
def the_last_event_of_a_command_is_left_out(step: Step) -> Wrong | None:
    left_out = len(step.events) > 2 and isinstance(step.events[-1][0], CardRevealed)
    return Wrong(step.events[:-1], len(step.events) - 2) if left_out else None


@entry("four", "stealin.card-returns", Then.AS_IT_WAS, is_superfluous=True)
def a_card_returns_twice(step: Step) -> Wrong | None:
    found = step.find(CardReturned)
    return edit(step, found[0] + 1, step.events[found[0]], taken=0) if found else None


@entry("four", "stealin.card-returns", Then.AS_IT_WAS)
def a_card_returns_to_another_player(step: Step) -> Wrong | None:
    if not (found := step.find(CardReturned)):
        return None
    at, event = found
    return edit(step, at, other(step, at, seat=clockwise(step.before.options.seats, event.seat)[1]))


@entry("four", "stealin.obligatory", Then.ENDS)
def a_robbery_though_the_card_is_a_move(step: Step) -> Wrong | None:
    if not isinstance(step.command, Move) or actor_of(step).place not in step.before.floor:
        return None
    place = actor_of(step).place
    taken = LootTaken(acting(step.before), step.before.floor[place][0], place), ("robbery.take-one",)
    return Wrong((step.events[0], taken), None, Rob(step.command.actor, taken[0].token))
