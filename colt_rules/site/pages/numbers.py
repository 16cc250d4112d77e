"""The print and the number of a component, in words of one language."""

from collections.abc import Iterator

from colt_rules.modules import parts
from colt_rules.registry.components import (
    ActionCard,
    BulletCard,
    Car,
    Character,
    Fact,
    Piece,
    RoundCard,
    Token,
    own_kinds,
)
from colt_rules.registry.extras import ADDED
from colt_rules.site.addresses import term_at
from colt_rules.site.catalogue import Catalogue, Kind, Numbers
from colt_rules.site.page import escaped, link
from colt_rules.site.reader import Reader

CATALOGUE: dict[str, Catalogue] = {module: part.CATALOGUE for module, part in parts("catalogue")}
"""By module: the description of its components."""
OWN_KINDS: dict[str, Kind] = {kind: one for said in CATALOGUE.values() for kind, one in said.kinds.items()}
"""The kinds of components that only one module has."""


def kind_of(fact: Fact) -> str:
    """The kind of a component: the name of its file, in the singular."""
    return "station-card" if isinstance(fact, RoundCard) and fact.station else _KINDS[type(fact)][0]


def numbers_of(to: Reader, fact: Fact) -> Iterator[str]:
    """The facts about a component besides its name, as Markdown."""
    return _KINDS[type(fact)][1](to, fact)


def _car(to: Reader, car: Car) -> Iterator[str]:
    for loot in ("purses", "jewels", "strongboxes"):
        if count := getattr(car, loot):
            yield to.say(f"component.{loot}", count=count)


def _token(to: Reader, token: Token) -> Iterator[str]:
    yield to.say("component.in-the-box", count=token.count)
    for face in token.values:
        yield f"{face.count} × ${face.value}"


def _action_card(to: Reader, card: ActionCard) -> Iterator[str]:
    yield to.say("component.in-each-deck", count=card.count)


def _bullet_card(to: Reader, card: BulletCard) -> Iterator[str]:
    if card.bullets is None:
        yield to.say("component.in-the-box", count=card.count)
    else:
        yield to.say("component.of-each-bandit", count=card.count)
        yield to.say("component.bullets", count=card.bullets)


def _round_card(to: Reader, card: RoundCard) -> Iterator[str]:
    if card.players:
        yield to.say("component.players", least=card.players[0], most=card.players[1])
    else:
        yield to.say("component.any-players")
    yield to.say("component.turns", turns=" → ".join(_term(to, turn) for turn in card.turns))
    if card.happening:
        yield to.say("component.happening", happening=_term(to, card.happening))
    else:
        yield to.say("component.no-happening")
    if card.plans:
        yield to.say("component.plans", count=card.plans)


def _term(to: Reader, id: str) -> str:
    return link(escaped(to.plain(to.sources.registry.terms[id].term)), term_at(id))


def _character(to: Reader, character: Character) -> Iterator[str]:
    yield to.say("component.colour", colour=to.say(f"component.colour-{character.colour}"))


def _piece(to: Reader, piece: Piece) -> Iterator[str]:
    yield to.say("component.in-the-box", count=piece.count)


_KINDS: dict[type[Fact], tuple[str, Numbers]] = {
    Car: ("car", _car),
    Token: ("token", _token),
    ActionCard: ("action-card", _action_card),
    BulletCard: ("bullet-card", _bullet_card),
    RoundCard: ("round-card", _round_card),
    Character: ("character", _character),
    Piece: ("piece", _piece),
    **{fact: (kind, OWN_KINDS[kind].numbers) for added in ADDED.values() for kind, fact in own_kinds(added).items()},
}
