"""Pictures of cases as SVG files that all languages share, and their captions in a language."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape

from attrs import frozen

from colt_rules.commands import Command
from colt_rules.conformance.cases.expand import Run
from colt_rules.events import Event
from colt_rules.kernel import Accepted
from colt_rules.model.names import LOCOMOTIVE, Place, car_of
from colt_rules.pictures.happening import Happening, Step, happening
from colt_rules.pictures.slots import Thing
from colt_rules.pictures.stage import LegendEntry, Picture, emblem, letters_at, picture_of
from colt_rules.referee.telling import describe_command, describe_event
from colt_rules.referee.vocabulary import name_of
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import SHARED, picture_at
from colt_rules.site.browser_scripts import names
from colt_rules.site.cases import Same, steps, well_formed
from colt_rules.site.page import picture
from colt_rules.site.reader import Reader

MOST_SENTENCES = 3
"""How many sentences describe a picture to readers who cannot see it."""
HIGH = 28
"""The height of the largest emblem of a legend."""


@frozen
class Shown:
    """A picture of what happens in a run."""

    happening: Happening
    picture: Picture
    name: str
    """The beginning of the hash of its content: identical pictures share a file."""
    commands: int
    """The number of commands it shows."""

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """How well it shows its subject: on the board, and a few things rather than many."""
        it = self.happening
        kinds = [mark.kind for mark in it.marks if mark.kind != "new"]
        too_many = max(len(kinds) - kinds.count("between") - 3, 0)
        return bool(kinds), it.is_about, len({*kinds}) - 2 * too_many - len(it.lines) - self.commands


# --- what is shown


def pictured(run: Run, entry: str = "") -> Shown | None:
    """The picture of a run; None if nothing visible happens.

    It is about a clause or ruling, by default the one that the case is named after: it shows the events that cite it.
    """
    return _pictured(Same(run), entry or run.case.id.partition("/")[0])


@cache
def _pictured(same: Same[Run], entry: str) -> Shown | None:
    found = _steps(same.it, entry)
    if not found or not (it := happening(found)):
        return None
    drawn = picture_of(it)
    return Shown(it, drawn, _name(drawn.svg), len(found))


def _steps(run: Run, entry: str) -> list[Step]:
    """The commands of a run, with the events that cite an entry marked."""
    game, found = run.given, []
    for step in steps(run):
        command, verdict = well_formed(step.command), step.verdict
        if isinstance(verdict, Accepted):
            found.append(Step(game, command, tuple((event, entry in cites) for event, cites in verdict.events)))
            game = verdict.after
        else:
            found.append(Step(game, command, (), refused=True))
    return found


def files(shown: Iterable[Shown]) -> Iterator[tuple[str, str]]:
    """Each picture and each emblem of a legend once: its path from the root of the site, and its SVG."""
    found: dict[str, str] = {}
    for one in shown:
        found[f"pictures/{one.name}.svg"] = one.picture.svg
        found |= dict(emblem_file(entry.thing) for entry in one.picture.legend if entry.thing)
    return iter(sorted(found.items()))


def _name(svg: str) -> str:
    return sha256(svg.encode()).hexdigest()[:12]


@cache
def emblem_file(thing: Thing) -> tuple[str, str]:
    """A thing alone: its path from the root of the site, and its SVG."""
    svg = emblem(thing)
    return f"pictures/{_name(svg)}.svg", svg


def emblem_image(thing: Thing, lang: str) -> str:
    """A thing alone, with the letters of a language, in a line of text that says what it is."""
    path, _ = emblem_file(thing)
    letters = letters_at(lang) if thing.others else ""
    height = min(HIGH, thing.height * 2 // 3)
    width = round((thing.width + 2) * height / (thing.height + 2))
    return f'<img src="/{SHARED}/{path}{letters}" alt="" width="{width}" height="{height}">'


# --- captions


def figure(to: Reader, run: Run, label: str = "", entry: str = "") -> str:
    """A picture with its caption as HTML; empty if nothing visible happens."""
    if not (shown := pictured(run, entry)):
        return ""
    drawn = shown.picture
    image = picture(f"{picture_at(shown.name)}{letters_at(to.lang)}", _alt(to, shown), drawn.width, drawn.height)
    said = caption(to, shown)
    return f"<figure>{image}<figcaption>{escape(f'{label}{to.colon} {said}' if label else said)}</figcaption></figure>"


def legend(to: Reader, shown: Iterable[Shown], wanted: Callable[[LegendEntry], bool] = lambda entry: True) -> str:
    """Everything visible in some pictures, each once, by its name; or only what is wanted."""
    entries = dict.fromkeys(_entry(to, entry) for one in shown for entry in one.picture.legend if wanted(entry))
    return f'<p class="legend">{"".join(entries)}</p>'


def caption(to: Reader, shown: Shown) -> str:
    """What happens, in one sentence."""
    return _sentence(to, shown.happening.main)


def _sentence(to: Reader, it: Event | Command | None) -> str:
    """An event, or a command that is refused."""
    if isinstance(it, Command):
        return f"{to.say('case.refused')}{to.colon} {to.told(describe_command(it, to.lang))}"
    return to.told(describe_event(it, to.lang)) if it else ""


def _alt(to: Reader, shown: Shown) -> str:
    """The text alternative: what happens, and who is where in the end."""
    told = dict.fromkeys(_sentence(to, one) for one in shown.happening.shown[:MOST_SENTENCES])
    train = shown.happening.scene.train
    where = (
        f"{_place(to, place, train)}{to.colon} {', '.join(called(to, id) for id in ids)}."
        for place, ids in shown.picture.occupants
    )
    return " ".join([*told, *where])


def _place(to: Reader, place: Place, train: tuple[str, ...]) -> str:
    """A place as the picture shows it: cars are numbered there."""
    car, level = car_of(place), place.rpartition(".")[2]
    number = train.index(car) if car in train else 0
    return f"{called(to, level)}, {number or called(to, car or LOCOMOTIVE)}"


def _entry(to: Reader, entry: LegendEntry) -> str:
    name = escape(called(to, entry.id))
    if entry.thing is None:
        return f"<span><b>{entry.number}</b> {name}</span>"
    return f"<span>{emblem_image(entry.thing, to.lang)}{name}</span>"


def called(to: Reader, id: str) -> str:
    """The name of something or somebody in the reader's language; an unknown name stays unchanged."""
    known = _names(Same(to.sources.registry))
    found = known.get(id) or known.get(f"{id}-card")
    if found:
        return to.plain(found)
    named = name_of(id, to.lang)
    return named if named == id else f"{named[0].upper()}{named[1:]}"


@cache
def _names(same: Same[Registry]) -> dict[str, Localized]:
    known = same.it
    return {**names(known), **{term.id: term.term for term in known.terms.values()}}
