"""Neutral bullets: who gets one, and what happens if there are too few."""

from colt_rules.events import BulletUncounted, Cited, NeutralBulletGiven, NeutralBulletsRemoved, NeutralBulletsShort
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.editions import settled
from colt_rules.rules.module import Rules

ORDER = ("ruling.order.first-player-clockwise",)
GROUP = "ruling.neutral-bullets.group"
IN_HAPPENINGS = "ruling.neutral-bullets.happenings-too"


@clause("ruling.order.first-player-clockwise")
def in_order(game: Game, bandits: list[Bandit]) -> tuple[Bandit, ...]:
    """Bandits affected at the same moment are dealt with clockwise from the first player."""
    if len(bandits) < 2:
        return tuple(bandits)
    seats = clockwise(game.options.seats, game.round.first)
    return tuple(sorted(bandits, key=lambda bandit: (seats.index(game.figures[bandit].seat), bandit)))


def one_each(events: list[Cited]) -> list[Cited]:
    """Events that affect several bandits at the same moment, one event each, also cite the ruling about their order."""
    return [(event, cites + ORDER) for event, cites in events] if len(events) > 1 else events


@clause(
    "neutral-bullets.too-few",
    "neutral-bullets.too-few-in-happenings",
    "ruling.neutral-bullets.happenings-too",
    "ruling.neutral-bullets.group",
)
def neutral_bullets(rules: Rules, game: Game, bandits: tuple[Bandit, ...], cites: Cites, short: Cites) -> list[Cited]:
    """Each of these bandits gets a neutral bullet; if the pile is too small for all of them, no bandit gets one.

    A house rule can deal out the bullets that are left. From an empty pile nobody gets one.
    """
    few = 0 < game.neutral < len(bandits)
    agreed = _dealt_out_by(rules, short) if few else ()
    if few:
        short = tuple(dict.fromkeys((*short, *(agreed or _counted_together(game, short)))))
    served = () if few and not agreed else bandits[: game.neutral]
    left_out = bandits[len(served) :]
    cites += agreed + (ORDER if served and len(bandits) > 1 else ())
    given: list[Cited] = [
        (NeutralBulletGiven(bandit, game.figures[bandit].seat, game.neutral - number), cites)
        for number, bandit in enumerate(served, 1)
    ]
    return [*given, (NeutralBulletsShort(left_out), short), *_pile_removed(rules, game)] if left_out else given


@clause("ruling.neutral-bullets.group", "ruling.neutral-bullets.happenings-too")
def _dealt_out_by(rules: Rules, short: Cites) -> Cites:
    """The house rules by which a pile that is too small is dealt out: in all cases, or in happenings only."""
    always = (GROUP,) if rules.agreed(f"{GROUP}=one-by-one") else ()
    in_happening = IN_HAPPENINGS in short and rules.agreed(f"{IN_HAPPENINGS}=as-far-as-they-go")
    return always or ((IN_HAPPENINGS,) if in_happening else ())


@clause("ruling.neutral-bullets.group")
def _counted_together(game: Game, short: Cites) -> Cites:
    """The ruling that bandits of one meeting are counted together.

    It is not cited for a happening, nor if the edition's book answers the question.
    """
    asked = "neutral-bullets.too-few" in short and not settled(GROUP, game.options.edition)
    return (GROUP,) if asked else ()


@clause("neutral-bullets.pile-removed")
def _pile_removed(rules: Rules, game: Game) -> list[Cited]:
    """In one edition a pile that is too small is removed from the game."""
    if not game.neutral or not rules.holds("neutral-bullets.pile-removed"):
        return []
    return [(NeutralBulletsRemoved(game.neutral), ("neutral-bullets.pile-removed",))]


@clause("end.tie-break.opponents-and-happenings", "ruling.tie-break.to-the-letter")
def uncounted(rules: Rules, game: Game, bandits: list[Bandit], cites: Cites = ()) -> list[Cited]:
    """In one edition the tie-break counts only bullets received from other players or through happenings.

    The events say which bullets are left out.
    """
    clause_id = "end.tie-break.opponents-and-happenings"
    if not rules.holds(clause_id) or rules.agreed("ruling.tie-break.to-the-letter=all"):
        return []
    why = (clause_id, "ruling.tie-break.to-the-letter", *cites)
    return [(BulletUncounted(bandit, game.figures[bandit].seat), why) for bandit in bandits]


@clause("neutral-bullets.too-few-in-happenings", "ruling.neutral-bullets.happenings-too")
def short_in_happening(rules: Rules, happening: str) -> Cites:
    """If the pile is too small for a happening, none of the bandits gets a bullet.

    Returns the clause of the edition's book or, if the book does not say so, the ruling.
    """
    if rules.holds("neutral-bullets.too-few-in-happenings"):
        return (happening, "neutral-bullets.too-few-in-happenings")
    return (happening, IN_HAPPENINGS)
