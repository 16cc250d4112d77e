"""The Python API: the modules for other programs, from their docstrings."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from colt_rules.modules import parts
from colt_rules.site.addresses import api_at, entry_at, source_at
from colt_rules.site.docstrings import markdown, sentence
from colt_rules.site.modules import Member, PythonModule, read_module
from colt_rules.site.page import Page, bullets, code, fenced, heading, link, paragraphs
from colt_rules.site.reader import Reader

INDEX = "api/index.md"

GROUPS = {
    "rules": ("kernel.decide", "kernel.evolve", "kernel.fold", "decisions", "commands", "events"),
    "model": (
        "model.state",
        "model.names",
        "model.parts",
        *(part.__name__.partition(".")[2] for _, part in parts("model")),
        "model.graph",
    ),
    "views": ("views.state", "views.events", "views.options", "views.roles"),
    "log": (
        "log.submission",
        "log.opening",
        "log.store",
        "log.lines",
        "log.entries",
        "log.replay",
        "log.verifying",
        "log.redaction",
        "log.seals",
    ),
    "players": ("players.play", "players.dealer", "players.bots", "pictures.train", "pictures.text"),
    "referee": (
        "referee.story",
        "referee.audit",
        "referee.explain",
        "referee.why_not",
        "referee.compare",
        "referee.what_if",
    ),
    "conformance": (
        "conformance.running.runner",
        "conformance.running.interview",
        "conformance.running.results",
        "conformance.fuzzing.strategies",
        "testing.plugin",
    ),
}
"""The modules that have a page, grouped by heading."""


def pages(to: Reader) -> Iterator[Page]:
    """The overview, then each module."""
    yield Page(address=INDEX, title=to.say("api.title"), body=_index(to))
    for names in GROUPS.values():
        for name in names:
            module = _module(to.sources.root, f"colt_rules.{name}")
            yield Page(address=api_at(module.name), title=module.name, body=_page(to, module))


@cache
def _module(root: Path, name: str) -> PythonModule:
    return read_module(root, name)


def _index(to: Reader) -> str:
    blocks = [to.say("api.intro")]
    for group, names in GROUPS.items():
        modules = [_module(to.sources.root, f"colt_rules.{name}") for name in names]
        rows = [
            (link(code(module.name), api_at(module.name)), sentence(module.docstring.partition("\n\n")[0]))
            for module in modules
        ]
        blocks.append(heading(2, to.say(f"api.{group}"), group))
        blocks.append(to.table("api", ("module", "what"), rows))
    return paragraphs(*blocks)


def _page(to: Reader, module: PythonModule) -> str:
    return paragraphs(
        f"{link(to.say('site.api'), INDEX)} · {link(code(module.file), source_at(module.file))}",
        markdown(module.docstring),
        _imported(to, module),
        *(_member(to, module, member) for member in module.members if member.kind != "value"),
        _values(to, module),
    )


def _values(to: Reader, module: PythonModule) -> str:
    values = [
        f"{link(code(member.signature), source_at(module.file, member.line))} {sentence(member.docstring)}".rstrip()
        for member in module.members
        if member.kind == "value"
    ]
    return paragraphs(heading(2, to.say("api.values"), "values"), bullets(values)) if values else ""


def _imported(to: Reader, module: PythonModule) -> str:
    """The import statement for names that the package exports."""
    package = module.name.rpartition(".")[0]
    offered = _module(to.sources.root, package).exports if package != "colt_rules" else ()
    names = [member.name for member in module.members if member.name in offered]
    return to.say("api.import", line=code(f"from {package} import {', '.join(names)}")) if names else ""


def _member(to: Reader, module: PythonModule, member: Member) -> str:
    fields = [part for part in member.members if part.kind == "value"]
    methods = [part for part in member.members if part.kind != "value"]
    return paragraphs(
        heading(2, code(member.name), member.name),
        _described(to, module, member),
        bullets(f"{code(part.signature)} {sentence(part.docstring)}".rstrip() for part in fields),
        *(
            paragraphs(
                heading(3, code(f"{member.name}.{part.name}"), f"{member.name}.{part.name.strip('_')}"),
                _described(to, module, part),
            )
            for part in methods
        ),
    )


def _described(to: Reader, module: PythonModule, member: Member) -> str:
    clauses = ", ".join(link(code(id), entry_at(id)) for id in member.clauses)
    return paragraphs(
        fenced(member.signature, "python"),
        markdown(member.docstring),
        to.say("api.clauses", clauses=clauses) if clauses else "",
        link(to.say("api.source", line=member.line), source_at(module.file, member.line)),
    )
