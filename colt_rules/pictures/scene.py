"""What a picture shows of a game: who stands where, what lies where, and only what is known of it."""

from collections.abc import Iterable, Mapping

from colt_rules.model.names import Bandit, Car, Place, Token, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.views import View
from colt_rules.views.state import TokenView


@record
class Loot:
    """A loot token; its value is nothing where it is not known."""

    kind: str
    value: int | None


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


def scene(position: Game | View) -> Scene:
    """A whole game with all it knows, or the view of a role with no more than the role may know."""
    return _of_view(position) if isinstance(position, View) else _of_game(position)


def _of_game(game: Game) -> Scene:
    # A state may come from an engine with a mistake in it. It is drawn as far as it goes, so that the mistake is seen.
    def loot(tokens: Iterable[Token]) -> tuple[Loot, ...]:
        return tuple(Loot(kind_of(token), game.values.get(token)) for token in tokens)

    return Scene(
        train=game.train,
        marshal=game.marshal,
        bandits={bandit: figure.place for bandit, figure in sorted(game.figures.items())},
        carried={bandit: loot(figure.loot) for bandit, figure in sorted(game.figures.items())},
        floor={place: loot(tokens) for place, tokens in sorted(game.floor.items())},
        aside=loot(game.aside),
    )


def _of_view(view: View) -> Scene:
    def loot(tokens: Iterable[TokenView]) -> tuple[Loot, ...]:
        return tuple(Loot(token.kind, token.value) for token in tokens)

    bandits = sorted(view.bandits, key=lambda one: one.bandit)
    return Scene(
        train=view.train,
        marshal=view.marshal,
        bandits={one.bandit: one.place for one in bandits},
        carried={one.bandit: loot(one.tokens) for one in bandits},
        floor={place: loot(tokens) for place, tokens in sorted(view.floor.items())},
        aside=loot(view.aside),
    )
