"""Sentences made from templates and words, in four languages.

A template is a text with two kinds of markup:

``{bandit}``, ``{bandit|acc}``, ``{to:car|gen}``, ``{left#bullets}``
    The value of a field as a word of a kind, in a form: the kind of fields with this name (``kinds``), or the kind
    after the colon. After the hash is what is counted: the number comes with its noun in the right form.

``[face_down?, face down]``, ``[!token? …]``, ``[how=knock? …]``, ``[start!=@to? …]``, ``[token=purse-@bandit? …]``
    A piece that is included only if the field is set, is not set, has this value, or differs from another field, also
    with a text before it; ``null`` is what a role does not see.

All words and templates of a language are one table (`colt_rules/referee/vocabulary.py`), which the browser gets too:
`colt_rules/site/script/sentences.mjs` makes the same sentences from it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

Data: TypeAlias = Mapping[str, Any]
"""The fields of an event, a command or a change."""
Change: TypeAlias = tuple[str, dict[str, Any]]
"""A change caused by an event: its row among the changes, and its data."""
Row: TypeAlias = Mapping[str, str]
"""A sentence: templates by condition; the last, without a condition, is the default."""
Vocabulary: TypeAlias = Mapping[str, Any]
"""The templates and words of a language."""

SIGN = re.compile(
    r"\{(?P<field>\w+)(?::(?P<kind>[\w-]+))?(?:\|(?P<form>[\w-]+))?(?:#(?P<noun>[\w-]+))?\}"
    r"|\[(?P<condition>!?\w+(?:!?=[\w.-]*(?:@\w+)?)?)\?|(?P<end>\])"
)
_CONDITION = re.compile(r"(!?)(\w+)(?:(!?)=([^@]*)(?:@(.*))?)?")
_GROUPS = re.compile(r"\B(?=(?:\d{3})+$)")

_SUM = re.compile(r"\$[0-9]{1,9}")

PLURALS = ("en", "ru", "fr", "pl")
"""The languages whose rule for the forms of nouns with numbers there is."""
NOMINATIVE = "nom"
OWNERS = ("seat", "subject", "actor")
"""The fields that name the owner of the cards in an event; the first one present counts."""
LOOSE = ("token", "loose")
"""Kinds of ids that are shown as words if unknown: ballast 2."""


class Untold(LookupError):
    """A begun language lacks a sentence or a word."""


class Placeholder(tuple[str, str, str, str]):
    """A field, the kind of word it is, its form, and the noun that it counts."""


class Piece(tuple[str, tuple[Any, ...]]):
    """A condition, and the nodes that are included if it holds."""


@cache
def parsed(template: str) -> tuple[Any, ...]:
    """Parse a template into texts, placeholders and pieces."""
    nodes: list[Any] = []
    open_pieces: list[tuple[list[Any], str]] = []
    at = 0
    for sign in SIGN.finditer(template):
        nodes.append(template[at : sign.start()])
        at = sign.end()
        if sign["field"]:
            nodes.append(Placeholder(sign[name] or "" for name in ("field", "kind", "form", "noun")))
        elif sign["condition"]:
            open_pieces.append((nodes, sign["condition"]))
            nodes = []
        elif not open_pieces:
            raise ValueError(f"expected [ and a condition before ] in {template!r}")
        else:
            around, condition = open_pieces.pop()
            around.append(Piece((condition, tuple(nodes))))
            nodes = around
    if open_pieces:
        raise ValueError(f"expected ] at the end of {template!r}")
    return (*nodes, template[at:])


@cache
def _read(condition: str) -> tuple[bool, str, bool, str | None, str | None]:
    match = _CONDITION.fullmatch(condition)
    assert match is not None, condition
    return bool(match[1]), match[2], bool(match[3]), match[4], match[5]


def fields_in(template: str) -> Iterator[str]:
    """The fields that a template and its conditions name."""
    for sign in SIGN.finditer(template):
        if sign["condition"]:
            yield from fields_of(sign["condition"])
        elif sign["field"]:
            yield sign["field"]


def fields_of(condition: str) -> list[str]:
    """The field of a condition, and the field that it is compared with."""
    _, field, _, _, other = _read(condition)
    return [field, *([other] if other else [])]


def is_met(condition: str, data: Data) -> bool:
    """Whether a condition of a template holds for these data."""
    no, field, differs, wanted, other = _read(condition)
    value = data.get(field)
    if wanted is None:
        return bool(value) != no
    return (_plain(value) == (wanted + _plain(data.get(other)) if other else wanted)) != differs


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_plain, value))
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


class Teller:
    """Makes sentences in one language."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._words: Mapping[str, Mapping[str, Mapping[str, str]]] = vocabulary["words"]

    def sentence(self, row: Row, data: Data) -> str:
        """A sentence, with its capital and full stop; raises `Untold` if it is missing, or one of its words."""
        template = next(text for condition, text in row.items() if not condition or is_met(condition, data))
        if not template:
            raise Untold
        told = self.filled(template, data)
        return f"{told[:1].upper()}{told[1:]}{'' if told.endswith('!') else '.'}"

    def filled(self, template: str, data: Data) -> str:
        """A template filled with the data."""
        return self._joined(parsed(template), data)

    def _joined(self, nodes: tuple[Any, ...], data: Data) -> str:
        return "".join(
            node
            if isinstance(node, str)
            else self._placed(node, data)
            if isinstance(node, Placeholder)
            else self._joined(node[1], data) * is_met(node[0], data)
            for node in nodes
        )

    def _placed(self, placeholder: Placeholder, data: Data) -> str:
        field, kind, form, noun = placeholder
        value = data.get(field)
        if noun:
            return self.counted(_size(value), noun, form)
        kind = kind or self.vocabulary["kinds"].get(field, "")
        if value is None and kind in self.vocabulary["hidden_nouns"]:
            number = data.get(f"{field}_count", data.get("count"))
            if number is not None:
                return self.counted(_size(number), self.vocabulary["hidden_nouns"][kind], form)
        return self.worded(value, kind, form, data)

    def worded(self, value: Any, kind: str, form: str = "", data: Data | None = None) -> str:
        """A value as a word of a kind, or several in a row; an unknown value stays unchanged."""
        if value is None:
            return self._formed(self._words.get(_home(kind), {}).get("hidden", {NOMINATIVE: "?"}), _home(kind), form)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self._row(value, kind, form, data or {})
        if isinstance(value, int) and not isinstance(value, bool):
            return self._number(value + 1 if kind == "next" else value, kind)
        text = _plain(value)
        if kind == "sum" and _SUM.fullmatch(text):
            return self._number(int(text[1:]), "money")
        if kind == "place":
            return self._place(text, form)
        if kind == "card":
            return self._card(text, form)
        if kind == "own":
            owners = (data[name] for name in OWNERS if data and data.get(name))
            return self._card(text, form, next(owners, None))
        return self.word(text, kind, form)

    def counted(self, number: int, noun: str, form: str = "") -> str:
        """A number with its noun in the right form."""
        nouns = self.vocabulary["nouns"]
        forms = nouns.get(f"{noun}.{form}") or nouns[noun]
        if not forms:
            raise Untold(noun)
        text = forms.get(_plural(self.vocabulary["plural"], number)) or forms["many"]
        return self.filled(text, {"n": number})

    def word(self, id: str, kind: str, form: str = "") -> str:
        """The name of a thing of a kind, in a form."""
        forms, rest = self._entry(id, kind)
        if forms is None:
            return self._formed({NOMINATIVE: id.replace("-", " ") if kind in LOOSE else id}, kind, form)
        called = self._formed(forms, kind, form)
        return self.filled(called, {"rest": rest}) if rest else called

    def _entry(self, id: str, kind: str) -> tuple[Mapping[str, str] | None, str]:
        """The forms of a thing of a kind, its own or those of its family, and what its id has after the family's."""
        words = self._words.get(kind, {})
        if id in words:
            return words[id], ""
        family, _, rest = id.rpartition("-")
        return words.get(f"{family}-*" if _digits(rest) else f"{family}-@" if rest in self._words["who"] else ""), rest

    def names(self, id: str, kind: str) -> set[str]:
        """What sentences call a thing of a kind, in every form; nothing if there is no word for it."""
        home = _home(kind)
        owner, _, action = id.partition("-")
        known = {
            "place": id in self._words["place"] or id.endswith((".inside", ".roof")),
            "card": id in self._words["card"] or action in self._words["action"] or action.startswith("bullet-"),
        }
        if not known.get(home, self._entry(id, home)[0] is not None):
            return set()
        forms = {form for entry in self._words.get(home, {}).values() for form in entry}
        forms |= {*self.vocabulary["forms"].get(home, {}), NOMINATIVE}
        return {self.worded(id, kind, form, {OWNERS[0]: owner}) for form in forms}

    def _formed(self, forms: Mapping[str, str], kind: str, form: str) -> str:
        """The form of a word, or one derived from its nominative."""
        if not forms:
            raise Untold(kind)
        made = self.vocabulary["forms"].get(kind, {}).get(form)
        if form in forms or made is None:
            return forms.get(form, forms[NOMINATIVE])
        return self.filled(made, {"it": forms[NOMINATIVE]})

    def _row(self, values: Sequence[Any], kind: str, form: str, data: Data) -> str:
        if kind == "ranking":
            return ", ".join(self._ranked(one, data) for one in values)
        told = [self.worded(value, kind, "" if form == "list" else form, data) for value in values]
        if kind == "who":
            told = list(dict.fromkeys(told))
        if form == "list":
            return ", ".join(told)
        if any(isinstance(value, list | tuple) for value in values):
            between: str = self.vocabulary["between"]
            return between.join(told)
        if kind in ("own", "card"):
            many = self.word("many", "card")
            told = [self.filled(many, {"n": n, "card": it}) if n > 1 else it for it, n in Counter(told).items()]
        *some, last = told or [self.word("none", _home(kind), form)]
        return f"{', '.join(some)}{self.vocabulary['and']}{last}" if some else last

    def _number(self, number: int, kind: str) -> str:
        least, sign = self.vocabulary["groups"]
        digits = str(abs(number))
        grouped = _GROUPS.sub(sign, digits) if len(digits) >= least else digits
        if kind == "money":
            grouped = self.vocabulary["money"].replace("{it}", grouped)
        return f"−{grouped}" if number < 0 else grouped

    def _place(self, place: str, form: str) -> str:
        if place in self._words["place"]:
            return self.word(place, "place", form)
        car, _, level = place.rpartition(".")
        template = self._formed(self._words["place"][".roof" if level == "roof" else ".inside"], "place", form)
        return self.filled(template, {"car": car or place})

    def _card(self, card: str, form: str, known_owner: Any = None) -> str:
        words = self._words["card"]
        if card in words:
            return self.word(card, "card", form)
        owner, _, action = card.partition("-")
        bullet = action.startswith("bullet-")
        if not bullet and action not in self._words["action"]:
            return card
        shown = action.removeprefix("bullet-") if action not in self._words["action"] else action
        if bullet:
            kind = ".bullet" if _digits(shown) else ".named-bullet"
        else:
            kind = ".own" if owner == known_owner else ".other"
        return self.filled(self._formed(words[kind], "card", form), {"owner": owner, "action": shown})

    def _ranked(self, one: Any, data: Data) -> str:
        standing = _fields(one)
        sums: Counter[str] = Counter()
        for line in map(_fields, data.get("lines") or ()):
            if line.get("seat") == standing.get("seat"):
                sums[line["line"]] += line["amount"]
        template = self.word("line", "ranking")
        lines = [self.filled(template, {"line": line, "amount": n}) for line, n in sums.items()]
        besides = f" ({', '.join(lines)})" if len(lines) > 1 else ""
        counted = {"rank": standing["rank"], "seat": standing["seat"], "money": self.counts(standing)}
        return self.filled(self.word("one", "ranking"), counted) + besides

    def counts(self, standing: Data) -> str:
        """What a standing counts: its money, or what the module of this player says instead."""
        instead = self._words["ranking"].get(standing["seat"])
        return self._formed(instead, "ranking", "") if instead else self._number(standing["money"], "money")


def _home(kind: str) -> str:
    """The kind that holds the words of a kind: own cards are cards."""
    return "card" if kind == "own" else kind


def _fields(record: Any) -> Data:
    """The fields of a record in an event, or of the same record in a log."""
    return record if isinstance(record, Mapping) else {name: getattr(record, name) for name in record.__slots__}


def _digits(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _size(value: Any) -> int:
    """A number, or the length of a list."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return len(value) if isinstance(value, list | tuple) else 0


def plural_forms(rule: str) -> set[str]:
    """The forms of a noun that a plural rule uses, found by trying every number below 100."""
    return {_plural(rule, number) for number in range(100)}


def _plural(rule: str, number: int) -> str:
    """The form of a noun that goes with a number by the rule of one of `PLURALS`: one, few or many."""
    if rule == "en" or (rule == "pl" and number == 1):
        return "one" if number == 1 else "many"
    if rule == "fr":
        return "one" if abs(number) < 2 else "many"
    last, tens = abs(number) % 10, abs(number) // 10 % 10
    if last == 1 and tens != 1 and rule == "ru":
        return "one"
    return "few" if 2 <= last <= 4 and tens != 1 else "many"
