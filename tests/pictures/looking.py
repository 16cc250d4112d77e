"""Helpers for finding things in a picture."""

from xml.etree import ElementTree as xml

from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.views import View

SVG = "{http://www.w3.org/2000/svg}"


def drawn(position: Game | View, title: str = "") -> xml.Element:
    return xml.fromstring(train_svg(position, title=title, shared=""))


def uses(position: Game | View, shape: str) -> list[tuple[int, int]]:
    """The positions of a shape."""
    found = [one for one in drawn(position).iter(f"{SVG}use") if one.get("href") == f"#colt-{shape}"]
    return [(int(one.get("x", "")), int(one.get("y", ""))) for one in found]


def signs(position: Game | View) -> list[str]:
    """The signs on people and loot."""
    return [one.text or "" for one in drawn(position).iter(f"{SVG}text") if one.get("class") != "name"]


def described(position: Game | View) -> str:
    """The picture in words."""
    return text_of(position, "desc")


def text_of(position: Game | View, tag: str) -> str:
    found = drawn(position).find(SVG + tag)
    assert found is not None
    return found.text or ""
