"""Punch against the Marshal: he loses no loot but a brawler card."""

from colt_rules.commands import Command, Punch
from colt_rules.events import BanditMoved, Cited, Event, LootDropped, LootSnatched
from colt_rules.model.names import Bandit, Cites, Reasons, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.actions.punch import beside
from colt_rules.rules.base.stealin import acting, action
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal import figure
from colt_rules.rules.marshal.commands import PunchMarshal
from colt_rules.rules.marshal.events import BrawlerTaken
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from colt_rules.rules.module import Choice, Rules

KEEPS_MAIL = ("marshal-player.punched.keeps-mail",)
MAIL_AND_CHEYENNE = "ruling.mailbags.cheyenne"
MAILBAG = "mailbag"
KEEPS_FLASK = ("happening.drink-for-the-marshal.not-knocked-off",)


@clause("marshal-player.punched", "marshal-player.punched.pushed")
def answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """A bandit at the Marshal's place can punch him, and chooses the adjacent car that he is pushed into."""
    if MARSHAL not in beside(game, bandit):
        return []
    puncher = game.figures[bandit]
    return [PunchMarshal(puncher.seat, to) for to in rules.graph(game).pushes[puncher.place]]


def refusal(rules: Rules, game: Game, bandit: Bandit, command: PunchMarshal) -> Cites:
    """The Marshal must be at the same place and can only be pushed into an adjacent car."""
    place = game.figures[bandit].place
    reasons: Cites = () if MARSHAL in beside(game, bandit) else ("marshal-player.punched",)
    near = command.to in rules.graph(game).pushes[place]
    return reasons if near else (*reasons, "marshal-player.punched.pushed")


@clause(
    "marshal-player.punched.brawler",
    "marshal-player.punched.pushed",
    "ruling.marshal-player.no-brawler-left",
    "ruling.marshal-player.cheyenne",
)
def happens(rules: Rules, game: Game, bandit: Bandit, command: PunchMarshal) -> list[Cited]:
    """The puncher takes the top brawler card, if one is left, and the Marshal is pushed.

    Cheyenne's power adds nothing.
    """
    puncher, marshal = game.figures[bandit], marshal_of(game)
    cites: Cites = (
        *("marshal-player.punched", "marshal-player.punched.pushed"),
        *(() if marshal.brawlers else ("ruling.marshal-player.no-brawler-left",)),
        *(("ruling.marshal-player.cheyenne",) if "cheyenne" in puncher.powers else ()),
        *(KEEPS_MAIL if marshal.mailbags else ()),
        *(KEEPS_FLASK if game.figures[MARSHAL].loot else ()),
    )
    taken = ("marshal-player.punched", "marshal-player.punched.brawler")
    brawler: list[Cited] = [(BrawlerTaken(bandit, card), taken) for card in marshal.brawlers[:1]]
    return [*brawler, (BanditMoved(MARSHAL, puncher.place, command.to, "push"), cites)]


PUNCH_MARSHAL = action("punch", Choice((PunchMarshal,), answers, refusal, happens))


@clause("ruling.mailbags.cheyenne")
def kept_kinds(rules: Rules) -> frozenset[str]:
    """By a house rule Cheyenne may keep a mailbag as she may keep a purse."""
    return frozenset({MAILBAG}) if rules.agreed(f"{MAIL_AND_CHEYENNE}=keeps-it") else frozenset()


@clause("ruling.mailbags.cheyenne")
def _not_hers(rules: Rules, game: Game, bandit: Bandit, command: Punch) -> Reasons:
    """A mailbag is not a purse, so Cheyenne cannot keep it, except by a house rule."""
    mail = command.keep and command.token is not None and kind_of(command.token) == MAILBAG
    kept_back = mail and "cheyenne" in game.figures[bandit].powers and not kept_kinds(rules)
    return (MAIL_AND_CHEYENNE,) if kept_back else ()


@clause("ruling.mailbags.cheyenne")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """If a bandit loses a mailbag to Cheyenne's punch, the ruling about it is cited.

    The mailbag drops or, by a house rule, she keeps it.
    """
    match event:
        case LootSnatched(token=token) | LootDropped(token=token) if kind_of(token) == MAILBAG:
            return (MAIL_AND_CHEYENNE,) if "cheyenne" in game.figures[acting(game)].powers else ()
    return ()


@clause("marshal-player.punched.keeps-mail", "happening.drink-for-the-marshal.not-knocked-off")
def forbid_punch(rules: Rules, game: Game, bandit: Bandit, command: Command) -> Reasons:
    """A Punch makes the Marshal drop neither a mailbag nor a flask."""
    if not isinstance(command, Punch):
        return ()
    if command.target != MARSHAL:
        return (
            *figure.saves_belle(game, beside(game, bandit), command.target),
            *_not_hers(rules, game, bandit, command),
        )
    mail = KEEPS_MAIL if command.token in marshal_of(game).mailbags else ()
    flask = KEEPS_FLASK if command.token in horses_of(game).flasks else ()
    return ("marshal-player.punched.brawler", *mail, *flask)
