"""The kinds of components that only Marshal & Prisoners brings."""

from collections.abc import Mapping

from attrs import frozen

from colt_rules.registry.components import Car, Extras, Fact


@frozen(kw_only=True)
class MarshalCard(Fact):
    """An action card of the Marshal's deck."""

    count: int
    with_action: str | None = None
    """Where it is in the deck only in a game whose bandits have such cards too."""


@frozen(kw_only=True)
class MarshalBullet(Fact):
    """A kind of bullet in the Marshal's cylinders."""

    count: int
    """Half of them are in either cylinder."""
    bullets: int
    """The bullets drawn on the card: the highest number is on top."""
    spoils: str | None = None
    """The action whose cards do nothing for the rest of the round."""


@frozen(kw_only=True)
class Brawler(Fact):
    """A brawler card on the Marshal's portrait; the top one is first."""

    value: int


@frozen(kw_only=True)
class Goal(Fact):
    """A goal of the Marshal: a warrant against a bandit, or a special one."""

    against: str | None = None
    """The bandit whose poster a warrant asks for."""
    fewest_bandits: int = 0
    """With how many bandits at least a special goal can come up."""


@frozen(kw_only=True)
class Mailbag(Fact):
    """A mailbag in the locomotive."""

    value: int


@frozen(kw_only=True)
class Prisoner(Fact):
    """A prisoner: whose companion, and what a bandit who has freed it gets at the end."""

    companion_of: str
    value: int


@frozen(kw_only=True)
class Poster(Fact):
    """The wanted posters."""

    count: int
    value: int
    """For a bandit who was never arrested."""


@frozen(kw_only=True)
class MarshalExtras(Extras):
    """What Marshal & Prisoners adds to the box."""

    cars: Mapping[str, Car]
    marshal_cards: Mapping[str, MarshalCard]
    marshal_bullets: Mapping[str, MarshalBullet]
    brawlers: Mapping[str, Brawler]
    goals: Mapping[str, Goal]
    mailbags: Mapping[str, Mailbag]
    prisoners: Mapping[str, Prisoner]
    posters: Mapping[str, Poster]


ADDED = MarshalExtras
