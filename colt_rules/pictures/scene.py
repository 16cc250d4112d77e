"""What a picture shows of a game: who stands where, what lies where, and only what is known of it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import Factory

from colt_rules.model.names import Bandit, Car, Place, Token, kind_of
from colt_rules.model.parts import part_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import Flask, horses_of
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.views import View
from colt_rules.views.beside import FlaskView
from colt_rules.views.state import TokenView


@record
class Loot:
    """A loot token; its value is nothing where it is not known."""

    kind: str
    value: int | None
    whisky: str | None = None
    """What is in a flask, if that is known."""
    half: bool = False
    """Whether a flask is half empty."""


FLASK = "whisky"
"""Tokens of this kind are flasks."""


@record
class Scene:
    """The train and all that is on it, whether somebody sees the whole game or a part of it.

    Names are sorted, because two engines may write one state in different orders and it is still one picture.
    """

    train: tuple[Car, ...]
    marshal: Place
    bandits: Mapping[Bandit, Place]
    carried: Mapping[Bandit, tuple[Loot, ...]]
    floor: Mapping[Place, tuple[Loot, ...]]
    aside: tuple[Loot, ...]
    """Loot that waits beside the train."""
    horses: Mapping[Car, int] | None = None
    """By car: how many horses stand beside it; nothing where the game has no horses."""
    coach: Car = ""
    """The car that the stagecoach faces, if there is one."""
    shotgun: Place = ""
    hostages: tuple[str, ...] = ()
    """Those still beside the train."""
    captors: Mapping[Bandit, str] = Factory(dict)
    """By bandit: the hostage it has."""


def scene(position: Game | View) -> Scene:
    """A whole game with all it knows, or the view of a role with no more than the role may know."""
    return _of_view(position) if isinstance(position, View) else _of_game(position)


def _of_game(game: Game) -> Scene:
    # A state may come from an engine with a mistake in it. It is drawn as far as it goes, so that the mistake is seen.
    horses, coach = horses_of(game), stagecoach_of(game)

    def loot(tokens: Iterable[Token]) -> tuple[Loot, ...]:
        return tuple(_token(kind_of(token), game.values.get(token), horses.flasks.get(token)) for token in tokens)

    return Scene(
        train=game.train,
        marshal=game.marshal,
        bandits={bandit: figure.place for bandit, figure in sorted(game.figures.items())},
        carried={bandit: loot(figure.loot) for bandit, figure in sorted(game.figures.items())},
        floor={place: loot(tokens) for place, tokens in sorted(game.floor.items())},
        aside=loot(game.aside),
        horses=Counter(horses.stands.values()) if part_of(game, "horses") else None,
        coach=coach.car,
        shotgun=coach.shotgun,
        hostages=coach.hostages or (),
        captors=dict(sorted(coach.captors.items())),
    )


def _of_view(view: View) -> Scene:
    flasks = view.horses.flasks if view.horses else {}
    coach = view.stagecoach or None

    def loot(tokens: Iterable[TokenView]) -> tuple[Loot, ...]:
        return tuple(_token(token.kind, token.value, flasks.get(token.token)) for token in tokens)

    bandits = sorted(view.bandits, key=lambda one: one.bandit)
    return Scene(
        train=view.train,
        marshal=view.marshal,
        bandits={one.bandit: one.place for one in bandits},
        carried={one.bandit: loot(one.tokens) for one in bandits},
        floor={place: loot(tokens) for place, tokens in sorted(view.floor.items())},
        aside=loot(view.aside),
        horses=Counter(view.horses.stands.values()) if view.horses else None,
        coach=coach.car if coach else "",
        shotgun=coach.shotgun if coach else "",
        hostages=(coach.hostages or ()) if coach else (),
        captors=dict(sorted(coach.captors.items())) if coach else {},
    )


def _token(kind: str, value: int | None, flask: Flask | FlaskView | None) -> Loot:
    """A token; of a flask what is in it, since it has no value."""
    return Loot(kind, None, flask.kind, flask.used) if flask else Loot(kind, value)
