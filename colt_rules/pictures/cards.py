"""Cards and heaps of cards as shapes, and lines of them below a picture."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain

from colt_rules.model.names import NEUTRAL_BULLET, Card, is_bullet, owner_and_action
from colt_rules.pictures.happening import REFUSED, Line, Part
from colt_rules.pictures.heaps import DECK, DISCARD, HAND, PILE
from colt_rules.pictures.scene import modules_drawn
from colt_rules.pictures.things import PALE, bandit_for_all, bandit_thing, drawn_thing
from colt_rules.safe_text import escape

STAR = "M13 9L16 15L22 16L17.5 20.5L18.5 27L13 24L7.5 27L8.5 20.5L4 16L10 15Z"
ICONS: Mapping[str, str] = {
    "move": '<path d="M4 18H22M9 13L4 18L9 23M17 13L22 18L17 23"/>',
    "floor-change": '<path d="M13 6V30M8 11L13 6L18 11M8 25L13 30L18 25"/>',
    "fire": '<circle cx="13" cy="18" r="6"/><path d="M13 8V16M13 20V28M3 18H11M15 18H23"/>',
    "robbery": '<path d="M9 9H17L15 14Q22 16 22 22Q22 28 13 28T4 22Q4 16 11 14Z"/>',
    "punch": '<path d="M13 6L15 14L22 10L18 17L24 21L17 22L17 30L12 24L6 28L8 21L2 17L10 15Z"/>',
    "marshal": f'<path d="{STAR}"/>',
    "bullet": '<path d="M9 29V15Q9 8 13 6Q17 8 17 15V29ZM9 24H17"/>',
}
"""The icons on cards, 26 by 36."""
HEAPS: Mapping[str, str] = {
    HAND: '<path d="M3 14L13 9L20 27L10 32ZM12 8H24V30H12ZM23 9L33 14L26 32L18 29Z"/>',
    DECK: '<path d="M11 10H31V34H11ZM8 7H28V31H8ZM5 4H25V28H5Z"/>',
    PILE: '<path d="M6 12L24 6L31 28L13 34ZM8 6H27V30H8Z"/>',
    DISCARD: '<path d="M8 6H28V30H8ZM12 12L24 24M24 12L12 24"/>',
}
"""Heaps of cards, 36 by 38."""
HIGH, GAP = 46, 6


@cache
def icons() -> Mapping[str, str]:
    """By the part of a card's name after its owner: the icon on it."""
    return dict(chain(ICONS.items(), *(part.icons.items() for part in modules_drawn().values())))


def icon_of(card: Card) -> str:
    """The icon of a card: its own, or that of bullets; empty if unknown."""
    what = "bullet" if card == NEUTRAL_BULLET else owner_and_action(card)[1]
    return what if what in icons() else "bullet" if is_bullet(card) else ""


def icon_shapes() -> str:
    """The shapes of everything in a line."""
    own = "".join(f'<g id="colt-on-{name}">{icon}</g>' for name, icon in icons().items())
    return own + "".join(f'<g id="colt-{name}">{shape}</g>' for name, shape in HEAPS.items())


def drawn_line(line: Line, x: int, top: int) -> tuple[str, int]:
    """A line from left to right, and its right end."""
    drawn = []
    for part in line:
        svg, width = _part(part, x, top)
        drawn.append(svg)
        x += width + GAP
    return "".join(drawn), x


def _part(part: Part, x: int, top: int) -> tuple[str, int]:
    if part.kind == "figure":
        thing = bandit_for_all(part.what)
        return drawn_thing(thing, x, top + HIGH - thing.height), thing.width
    if part.kind == "card":
        return "".join(_card(part.what, x, top + 6)), 26
    if part.kind == "heap":
        return (f'<use href="#colt-{part.what}" class="heap" x="{x}" y="{top + 5}"/>', 36) if part.what else ("", 0)
    if part.kind == "then":
        return f'<path class="next" d="M{x} {top + 18}l6 6l-6 6"/>', 6
    if part.kind == "times":
        return f'<text class="told small" x="{x + 4}" y="{top + 40}">×{part.what}</text>', 8
    if part.kind == "text":
        width = 11 * len(part.what) + 4
        return f'<text class="told" x="{x + width // 2}" y="{top + 32}">{escape(part.what)}</text>', width
    middle = top + 24
    if part.what == "shuffled":
        loop = f"M{x + 2} {middle - 8}C{x + 14} {middle - 8} {x + 14} {middle + 8} {x + 26} {middle + 8}"
        back = f"M{x + 2} {middle + 8}C{x + 14} {middle + 8} {x + 14} {middle - 8} {x + 26} {middle - 8}"
        return f'<path class="goes" d="{loop}"/><path class="goes" d="{back}"/>', 32
    cross = drawn_cross(x + 14, middle) if part.what == REFUSED else ""
    return f'<path class="goes" d="M{x} {middle}h20"/>{cross}', 28


def _card(card: Card, x: int, top: int) -> Iterator[str]:
    owner = owner_and_action(card)[0]
    colour = "grey" if card == NEUTRAL_BULLET else bandit_thing(owner).colour
    yield f'<use href="#colt-sheet" class="{colour}" x="{x}" y="{top}"/>'
    pale = " pale" if colour in PALE else ""
    if icon := icon_of(card):
        yield f'<use href="#colt-on-{icon}" class="icon{pale}" x="{x}" y="{top}"/>'
        number = card.rpartition("-")[2]
        if icon == "bullet" and number.isdecimal():
            yield f'<text class="small{pale}" x="{x + 20}" y="{top + 13}">{number}</text>'
    else:
        look = ' class="pale"' if pale else ""
        sign = escape(owner_and_action(card)[1][:2].capitalize())
        yield f'<text{look} x="{x + 13}" y="{top + 24}">{sign}</text>'


def drawn_cross(x: int, y: int, size: int = 9) -> str:
    """A cross over what is refused."""
    shape = f"M{x - size} {y - size}l{2 * size} {2 * size}M{x + size} {y - size}l{-2 * size} {2 * size}"
    return f'<path class="halo" d="{shape}"/><path class="cross" d="{shape}"/>'
