"""Pictures of cases as SVG files that all languages share, and their captions in a language."""

from collections.abc import Iterable, Iterator
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
from colt_rules.pictures.stage import LegendEntry, Picture, emblem, picture_of
from colt_rules.referee.telling import describe_command, describe_event
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import picture_at
from colt_rules.site.browser_scripts import names
from colt_rules.site.cases import Same, steps, well_formed
from colt_rules.site.page import picture
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

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


@frozen
class CasePictures:
    """The pictures of some runs, and the emblems of their legends."""

    runs: tuple[Run, ...]

    @classmethod
    def of(cls, sources: Sources) -> "CasePictures":
        """The pictures of all cases, in all their runs."""
        return cls(tuple(sources.suite.runs))

    def files(self) -> Iterator[tuple[str, str]]:
        """Each picture once: its path from the root of the site, and its SVG."""
        shown = [one for run in self.runs if (one := pictured(run))]
        found = {one.name: one.picture.svg for one in shown}
        found |= {_name(svg): svg for one in shown for entry in one.picture.legend if (svg := _emblem(entry.thing))}
        return ((f"pictures/{name}.svg", svg) for name, svg in sorted(found.items()))


# --- what is shown


def pictured(run: Run) -> Shown | None:
    """The picture of a run; None if nothing visible happens."""
    return _pictured(Same(run))


@cache
def _pictured(same: Same[Run]) -> Shown | None:
    found = _steps(same.it)
    if not found or not (it := happening(found)):
        return None
    drawn = picture_of(it)
    return Shown(it, drawn, _name(drawn.svg), len(found))


def _steps(run: Run) -> list[Step]:
    """The commands of a run; the picture shows the events that cite the clause the case is named after."""
    entry, game, found = run.case.id.partition("/")[0], run.given, []
    for step in steps(run):
        command, verdict = well_formed(step.command), step.verdict
        if isinstance(verdict, Accepted):
            found.append(Step(game, command, tuple((event, entry in cites) for event, cites in verdict.events)))
            game = verdict.after
        else:
            found.append(Step(game, command, (), refused=True))
    return found


def _name(svg: str) -> str:
    return sha256(svg.encode()).hexdigest()[:12]


@cache
def _emblem(thing: Thing | None) -> str:
    return emblem(thing) if thing else ""


# --- captions


def figure(to: Reader, run: Run, label: str = "") -> str:
    """A picture with its caption as HTML; empty if nothing visible happens."""
    if not (shown := pictured(run)):
        return ""
    drawn = shown.picture
    image = picture(picture_at(shown.name), _alt(to, shown), drawn.width, drawn.height)
    said = caption(to, shown)
    return f"<figure>{image}<figcaption>{escape(f'{label}{to.colon} {said}' if label else said)}</figcaption></figure>"


def legend(to: Reader, runs: Iterable[Run]) -> str:
    """Everything visible in the pictures of some runs, each once, by its name."""
    entries = dict.fromkeys(_entry(to, one) for run in runs if (shown := pictured(run)) for one in shown.picture.legend)
    return f'<p class="legend">{"".join(entries)}</p>'


def caption(to: Reader, shown: Shown) -> str:
    """What happens, in one sentence."""
    return _sentence(to, shown.happening.main)


def _sentence(to: Reader, it: Event | Command | None) -> str:
    """An event, or a command that is refused."""
    if isinstance(it, Command):
        return f"{to.say('case.refused')}{to.colon} {describe_command(it, to.lang)}"
    return describe_event(it, to.lang) if it else ""


def _alt(to: Reader, shown: Shown) -> str:
    """The text alternative: what happens, and who is where in the end."""
    told = dict.fromkeys(_sentence(to, one) for one in shown.happening.shown[:MOST_SENTENCES])
    train = shown.happening.scene.train
    where = (
        f"{_place(to, place, train)}{to.colon} {', '.join(_called(to, id) for id in ids)}."
        for place, ids in shown.picture.occupants
    )
    return " ".join([*told, *where])


def _place(to: Reader, place: Place, train: tuple[str, ...]) -> str:
    """A place as the picture shows it: cars are numbered there."""
    car, level = car_of(place), place.rpartition(".")[2]
    number = train.index(car) if car in train else 0
    return f"{_called(to, level)}, {number or _called(to, car or LOCOMOTIVE)}"


def _entry(to: Reader, entry: LegendEntry) -> str:
    name = escape(_called(to, entry.id))
    if entry.thing is None:
        return f"<span><b>{entry.number}</b> {name}</span>"
    svg = _emblem(entry.thing)
    height = min(HIGH, entry.thing.height * 2 // 3)
    width = round((entry.thing.width + 2) * height / (entry.thing.height + 2))
    return f'<span><img src="/{picture_at(_name(svg))}" alt="" width="{width}" height="{height}">{name}</span>'


def _called(to: Reader, id: str) -> str:
    """The name of something in the reader's language; an unknown name stays unchanged."""
    known = _names(Same(to.sources.registry))
    found = known.get(id) or known.get(f"{id}-card")
    return to.plain(found) if found else id


@cache
def _names(same: Same[Registry]) -> dict[str, Localized]:
    known = same.it
    return {**names(known), **{term.id: term.term for term in known.terms.values()}}
