"""What is printed on a component and how many of it there are, in words of one language."""

from collections.abc import Callable, Iterator
from typing import Any

from colt_rules.registry.components import ActionCard, BulletCard, Car, Character, Fact, Piece, RoundCard, Token
from colt_rules.rules.horses.components import Flask
from colt_rules.rules.stagecoach.components import Hostage
from colt_rules.site.addresses import term_at
from colt_rules.site.page import escaped, link
from colt_rules.site.reader import Reader

_KINDS: dict[type[Fact], str] = {
    Car: "car",
    Token: "token",
    ActionCard: "action-card",
    BulletCard: "bullet-card",
    RoundCard: "round-card",
    Character: "character",
    Flask: "flask",
    Hostage: "hostage",
    Piece: "piece",
}


def kind_of(fact: Fact) -> str:
    """What kind of thing it is, as its file is called, in the singular."""
    return "station-card" if isinstance(fact, RoundCard) and fact.station else _KINDS[type(fact)]


def numbers_of(to: Reader, fact: Fact) -> Iterator[str]:
    """What there is to say of a thing besides its name, as Markdown."""
    return _TOLD[type(fact)](to, fact)


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


def _flask(to: Reader, flask: Flask) -> Iterator[str]:
    yield to.say("component.in-the-box", count=flask.count)
    if flask.listed != flask.count:
        yield to.say("component.listed", count=flask.listed)
    yield to.say("component.uses", count=flask.uses)


def _hostage(to: Reader, hostage: Hostage) -> Iterator[str]:
    ransom = to.say("component.ransom", dollars=hostage.ransom)
    yield f"{ransom} {to.say(f'component.for-{hostage.ransom_for}')}" if hostage.ransom_for else ransom
    if hostage.needs:
        yield to.say(f"component.needs-{hostage.needs}")
    if hostage.burden:
        yield to.say("component.burden", burden=to.say(f"component.burden-{hostage.burden}"))
    else:
        yield to.say("component.no-burden")


def _piece(to: Reader, piece: Piece) -> Iterator[str]:
    yield to.say("component.in-the-box", count=piece.count)


_TOLD: dict[type[Fact], Callable[[Reader, Any], Iterator[str]]] = {
    Car: _car,
    Token: _token,
    ActionCard: _action_card,
    BulletCard: _bullet_card,
    RoundCard: _round_card,
    Character: _character,
    Flask: _flask,
    Hostage: _hostage,
    Piece: _piece,
}
