"""The style of pictures of what happens, reduced to the rules and shapes that a picture needs, as there are many."""

import re
from functools import cache

from colt_rules.pictures.below import shared_by_modules
from colt_rules.pictures.cards import icon_shapes
from colt_rules.pictures.train import SHARED

STYLE = (
    "<style>.colt-train{--go:#0b4fb3;--hit:#b3141b}"
    "@media(prefers-color-scheme:dark){.colt-train{--go:#9cc5ff;--hit:#ff9d94}}"
    ".colt-train .goes{fill:none;stroke:var(--go);stroke-width:4;marker-end:url(#colt-head)}"
    ".colt-train .next{fill:none;stroke:var(--go);stroke-width:3}"
    ".colt-train .shot{fill:none;stroke:var(--hit);stroke-width:4;stroke-dasharray:9 6;marker-end:url(#colt-aim)}"
    ".colt-train .blow{fill:none;stroke:var(--hit);stroke-width:4}"
    ".colt-train .halo{fill:none;stroke:var(--room);stroke-width:9;stroke-linecap:round}"
    ".colt-train .cross{fill:none;stroke:var(--hit);stroke-width:5;stroke-linecap:round}"
    ".colt-train .who{fill:none;stroke:var(--go);stroke-width:3}"
    ".colt-train .between{fill:none;stroke:var(--hit);stroke-width:4;stroke-dasharray:5 4}"
    ".colt-train .flash{fill:#ffd23f;stroke:var(--hit);stroke-width:2}"
    ".colt-train .ghost{fill:none;color:var(--dim);stroke:var(--dim);stroke-dasharray:4 3}"
    ".colt-train .faint{fill:var(--dim)}"
    ".colt-train .told{fill:var(--line)}"
    ".colt-train .heap{fill:var(--room)}"
    ".colt-train .icon{fill:none;stroke:#1d1712}.colt-train .icon.pale{fill:none;stroke:#fff}"
    ".colt-train .small{font-size:12px}"
    "</style>"
)
SHAPES = (
    '<marker id="colt-head" orient="auto" markerWidth="4" markerHeight="4" refX="1.5" refY="2">'
    '<path d="M0 0L4 2L0 4Z" fill="var(--go)" stroke="none"/></marker>'
    '<marker id="colt-aim" orient="auto" markerWidth="4" markerHeight="4" refX="1.5" refY="2">'
    '<path d="M0 0L4 2L0 4Z" fill="var(--hit)" stroke="none"/></marker>'
    '<path id="colt-flash" d="M0 -13L3 -5L11 -7L6 0L12 7L4 5L0 13L-4 5L-12 7L-6 0L-11 -7L-3 -5Z"/>'
    '<path id="colt-sheet" d="M4 1H22Q25 1 25 4V32Q25 35 22 35H4Q1 35 1 32V4Q1 1 4 1Z"/>'
)

_RULE = re.compile(r"\.colt-train((?: ?\.[\w-]+)*| text)\{[^}]*\}")
_SHAPE = re.compile(r'<(\w+) id="colt-([\w-]+)"[^>]*?(?:/>|>.*?</\1>)')
_CLASS = re.compile(r'class="([^"]+)"')
_HREF = re.compile(r"#colt-([\w-]+)")


@cache
def _known() -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...], dict[str, str]]:
    """All rules for light and for dark, by class, and all shapes by name."""
    light, dark, shapes = [], [], {}
    for text in (SHARED, shared_by_modules(), STYLE, f"<defs>{SHAPES}{icon_shapes()}</defs>"):
        style, _, defs = text.partition("<defs>")
        bright = re.sub(r"@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^}]*\})*)\}", "", style)
        dim = "".join(re.findall(r"@media\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^}]*\})*)\}", style))
        light += [(match[1].strip(), match[0]) for match in _RULE.finditer(bright)]
        dark += [(match[1].strip(), match[0]) for match in _RULE.finditer(dim)]
        shapes.update({match[2]: match[0] for match in _SHAPE.finditer(defs)})
    return tuple(light), tuple(dark), shapes


def needed(body: str) -> str:
    """Only the style and the shapes that this drawing uses."""
    light, dark, shapes = _known()
    wanted = dict.fromkeys(_HREF.findall(body))
    wanted |= {name: None for look, name in (("goes", "head"), ("shot", "aim")) if f'class="{look}"' in body}
    defs: dict[str, str] = {}
    while todo := [name for name in wanted if name not in defs]:
        for name in todo:
            defs[name] = shapes.get(name, "")
            wanted |= dict.fromkeys(_HREF.findall(defs[name]))
    classes = {name for text in _CLASS.findall(body + "".join(defs.values())) for name in text.split()}

    def used(rules: tuple[tuple[str, str], ...]) -> str:
        return "".join(rule for name, rule in rules if set(re.findall(r"[\w-]+", name)) <= classes | {"text"})

    return (
        f"<style>{used(light)}@media(prefers-color-scheme:dark){{{used(dark)}}}</style>"
        f"<defs>{''.join(defs.values())}</defs>"
    )
