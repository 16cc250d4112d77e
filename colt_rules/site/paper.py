"""A printable page: standalone, with its style included and without the navigation of the site."""

import re
from functools import cache
from html import escape
from pathlib import Path

from colt_rules.site.addresses import SHARED
from colt_rules.site.reader import Reader

STYLE = Path(__file__).parent / "script" / "print.css"
PRINT_PAGE = "print.html"
"""The page of a language that links here."""
_UNBROKEN = re.compile(r" (?=[$;:!?»—–])|(?<=[—–]) (?=\d)|(?<=\b[^\W\d_])(?<!<[^\W\d_]) ")
"""Spaces at which no line ends: before these signs, between a dash and a number, and after a word of one letter."""


def paper(to: Reader, title: str, kind: str, body: str, style: str = "") -> str:
    """A whole page, with a link back to the site that is hidden on paper."""
    return (
        f'<!doctype html>\n<html lang="{to.lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<link rel="icon" href="../{to.lang}/assets/favicon.svg">'
        f"<style>{_style()}{style}</style></head><body class='{kind}'>"
        f'<nav><a href="../{to.lang}/{PRINT_PAGE}">{escape(to.say("print.back"), quote=False)}</a></nav>'
        f"{unbroken(body)}</body></html>\n"
    )


def unbroken(text: str) -> str:
    """A text in which no line ends where a typesetter would not end it."""
    return _UNBROKEN.sub("\u00a0", text)


def beside(html: str) -> str:
    """A picture as pages have it, at its address as seen from the folder of printable pages."""
    return html.replace(f'src="/{SHARED}/', 'src="../')


def path_of(address: str) -> str:
    """The path of a shared file from the root of the site."""
    return address.removeprefix(f"{SHARED}/")


@cache
def _style() -> str:
    return re.sub(r"/\*.*?\*/\n*", "", STYLE.read_text(encoding="utf-8"))
