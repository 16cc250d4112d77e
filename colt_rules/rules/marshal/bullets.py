"""The Marshal's bullets: what each kind does to the bandit who is hit, at once or for the rest of the round."""

from colt_rules.events import Cited
from colt_rules.model.names import Bandit, Card, Cites, Reasons, Token, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import ORDER, in_order
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import BulletLaidOpen, BulletsReturned, MailbagSecured, PrisonerRecaptured
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.marshal.prisoners import power_of
from colt_rules.rules.marshal.setup import kind_of_bullet
from colt_rules.rules.module import Rules, StepResult

GOTCHA, DROP_THE_MAIL, GOLDEN = "gotcha", "drop-the-mail", "golden"
MAILBAG = "mailbag"
"""The kind of loot that mailbags are."""

TWO_MAILBAGS = "ruling.marshal-bullet.two-mailbags"
EXPERT = "ruling.marshal-bullet.expert"


# --- a bandit is hit


@clause("marshal-bullet.into-the-deck", "marshal-bullet.golden")
def given_by(bullet: Card) -> Cites:
    """The Marshal's bullet joins the bandit's cards; a golden bullet has no further effect."""
    return ("marshal-bullet.into-the-deck", *(("marshal-bullet.golden",) if kind_of_bullet(bullet) == GOLDEN else ()))


def effect(rules: Rules, game: Game, bandit: Bandit, bullet: Card, mailbag: Token | None) -> list[Cited]:
    """The immediate effect of a bullet that a bandit has just got."""
    kind = kind_of_bullet(bullet)
    if EXTRAS.marshal_bullets[kind].spoils:
        return _laid_open(game, bandit, bullet)
    if kind == GOTCHA:
        return _recaptured(game, bandit)
    return _secured(rules, game, bandit, mailbag) if kind == DROP_THE_MAIL else []


@clause("marshal-bullet.lasting", "ruling.marshal-bullet.counts-at-once")
def _laid_open(game: Game, bandit: Bandit, bullet: Card) -> list[Cited]:
    """A bullet with a lasting effect lies face up before the bandit, and counts as received at once."""
    kind = EXTRAS.marshal_bullets[kind_of_bullet(bullet)]
    cites = ("marshal-bullet.lasting", *kind.clauses, "ruling.marshal-bullet.counts-at-once")
    return [(BulletLaidOpen(bandit, game.figures[bandit].seat, bullet), cites)]


@clause("marshal-bullet.gotcha")
def _recaptured(game: Game, bandit: Bandit) -> list[Cited]:
    """The Marshal takes the prisoner that the bandit has, if any, and the bandit loses the prisoner's power."""
    prisoner = marshal_of(game).companions.get(bandit)
    if prisoner is None:
        return []
    return [(PrisonerRecaptured(bandit, prisoner, power_of(game, bandit, prisoner)), ("marshal-bullet.gotcha",))]


@clause("marshal-bullet.drop-the-mail", "ruling.marshal-bullet.two-mailbags")
def _secured(rules: Rules, game: Game, bandit: Bandit, mailbag: Token | None) -> list[Cited]:
    """The Marshal takes a mailbag from the bandit.

    If the bandit has two, he takes the one he points at or, by a house rule, both.
    """
    held = _mailbags(game, bandit)
    taken = [token for token in held if token == mailbag] or held
    cites = ("marshal-bullet.drop-the-mail", *((TWO_MAILBAGS,) if len(held) > 1 else ()))
    return [(MailbagSecured(bandit, token), cites) for token in taken]


def _mailbags(game: Game, bandit: Bandit) -> list[Token]:
    return [token for token in game.figures[bandit].loot if kind_of(token) == MAILBAG]


@clause("ruling.marshal-bullet.two-mailbags")
def pointed_at(rules: Rules, game: Game, fired: list[tuple[str, Card, Bandit]]) -> list[Token | None]:
    """The Marshal points at one of two mailbags without looking.

    Returns the mailbags to choose from, or [None] if there is no choice.
    """
    if not rules.agreed(f"{TWO_MAILBAGS}=both"):
        for _, bullet, bandit in fired:
            if kind_of_bullet(bullet) == DROP_THE_MAIL and len(held := _mailbags(game, bandit)) > 1:
                return [*held]
    return [None]


# --- for the rest of the round


@clause("marshal-bullet.disarmed", "marshal-bullet.knee", "marshal-bullet.shoulder", "ruling.marshal-bullet.how-long")
def disabled(rules: Rules, game: Game, bandit: Bandit, action: str) -> Reasons:
    """The cards that a lasting bullet disables have no effect; two bullets of one kind do no more than one."""
    kinds = dict.fromkeys(map(kind_of_bullet, marshal_of(game).wounds.get(bandit, ())))
    bullets = [EXTRAS.marshal_bullets[kind] for kind in kinds]
    return tuple(id for bullet in bullets if bullet.spoils == action for id in bullet.clauses)


@clause("marshal-bullet.lasting", "ruling.marshal-bullet.how-long", "ruling.marshal-bullet.expert")
def return_bullets(rules: Rules, game: Game) -> StepResult:
    """After the happening, bullets with a lasting effect go on top of the bandits' decks.

    The decks are shuffled when the next round begins; in the expert variant they are not.
    """
    wounds = marshal_of(game).wounds
    wounded = in_order(game, list(wounds))
    cites: Cites = (
        *("marshal-bullet.lasting", "ruling.marshal-bullet.how-long"),
        *((EXPERT,) if "expert" in game.options.modules else ()),
        *(ORDER if len(wounded) > 1 else ()),
    )
    returned: list[Cited] = [
        (BulletsReturned(bandit, game.figures[bandit].seat, wounds[bandit][::-1]), cites) for bandit in wounded
    ]
    return returned or None


STEPS = {"return-bullets": return_bullets}
"""At the end of the round, after the happening and before goals and money are counted."""
