"""The balloon in a picture: it hangs beside the locomotive, and a sandbag shows how heavy it is."""

from collections.abc import Iterator

from colt_rules.model.names import LOCOMOTIVE, Token, inside
from colt_rules.pictures.showing import Goes
from colt_rules.pictures.slots import Added, Face, Look, Pictures, Thing, Vehicle
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.model import BALLOON, SANDBAG, BalloonRide
from colt_rules.views import View


def _hull(middle: int, roofs: int, floor: int) -> str:
    """The basket, from the height of its roof to that of its floor."""
    return f'<path class="basket" d="M{middle - 50} {roofs}h100V{floor}h-100z"/>'


def _scene(balloon: BalloonRide) -> Added:
    return Added(vehicles=(Vehicle(BALLOON, "Balloon", LOCOMOTIVE, _hull),))


def _sandbag(balloon: BalloonRide | None, token: Token) -> Face:
    """A sandbag with its weight, if known."""
    kind = (balloon.sandbags.get(token) if balloon else None) or ""
    name = f"{kind} {SANDBAG}".lstrip()
    sign = kind[:1].upper()
    return Face(Thing("sandbag", SANDBAG, sign), name=name, short=name, words=f"a {name}", sign=sign)


def _phase(balloon: BalloonRide, seen: View) -> Iterator[str]:
    """How high the balloon is."""
    yield f"balloon {balloon.height} up"


PICTURES = Pictures(
    scene=_scene,
    phase=_phase,
    tokens={SANDBAG: _sandbag},
    shows={ThrowSandbag: (Goes("token", inside(BALLOON)),)},
    looks=(
        Look("vehicles", style={"basket": "fill:#c9a26b"}),
        Look("tokens", style={SANDBAG: "fill:#b79b6c"}, shapes='<path id="colt-sandbag" d="M8 4H37L42 26H3Z"/>'),
    ),
)
