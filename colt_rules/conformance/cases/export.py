"""The published suite: plain JSON, an index with hashes, and the schemas, for harnesses in any language."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from colt_rules.conformance.cases.expand import exported
from colt_rules.conformance.cases.published import ExportedCase
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.suite import Suite
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.bookkeeping import published_bookkeeping
from colt_rules.log.codec import to_json
from colt_rules.log.schemas import Schema, pretty, schema_of, schemas, write_files
from colt_rules.model.state import Game
from colt_rules.registry.clauses import Clause
from colt_rules.registry.errors import Problem, SpecError
from colt_rules.registry.registry import Registry, registry
from colt_rules.views import View

FORMAT = 1
"""The version of the format of exported cases and of the index: the suite's major version."""


class IndexEntry(msgspec.Struct, forbid_unknown_fields=True):
    """One case in the index."""

    id: str
    sha256: str
    """The sha256 of its file."""
    clauses: tuple[str, ...]
    editions: tuple[str, ...]
    modules: tuple[str, ...]
    path: str


class SuiteIndex(msgspec.Struct, forbid_unknown_fields=True):
    """The published cases and their version.

    The version is major.minor.patch. Major changes with the format of cases or of the protocol, minor when cases are
    added, patch when cases are corrected or withdrawn.
    """

    version: str
    protocol: int
    cases: tuple[IndexEntry, ...]


def all_schemas() -> dict[str, Schema]:
    """Every schema that is published, by file name."""
    return schemas() | conformance_schemas()


def conformance_schemas() -> dict[str, Schema]:
    """The schemas of the suite by file name: the protocol in both directions, exported cases, the index."""

    def made(*types: type, comment: str) -> Schema:
        return schema_of(*types, comment=comment, elsewhere={Game: "../state.json", View: "../view.json"})

    return {
        "conformance/request.json": made(*p.REQUESTS.values(), comment="adapter protocol 1, harness to engine"),
        "conformance/response.json": made(*p.RESPONSES.values(), comment="adapter protocol 1, engine to harness"),
        "conformance/one-shot-case.json": made(p.OneShotCase, comment="adapter protocol 1, one-shot, stdin"),
        "conformance/one-shot-result.json": made(p.OneShotResult, comment="adapter protocol 1, one-shot, stdout"),
        "conformance/case.json": made(ExportedCase, comment="a published case"),
        "conformance/index.json": made(SuiteIndex, comment="the index of the published cases"),
    }


def case_files(suite: Suite) -> dict[str, bytes]:
    """The published cases by path."""
    return {
        f"cases/{id}.json": to_json({"format": FORMAT, **exported(suite.runs_of(id))}) + b"\n" for id in suite.cases
    }


def index_of(suite: Suite, version: str, files: dict[str, bytes]) -> SuiteIndex:
    """The index of these files."""
    entries = []
    for id, written in sorted(suite.cases.items()):
        case, path = written.case, f"cases/{id}.json"
        digest = sha256(files[path]).hexdigest()
        editions = tuple(dict.fromkeys(setting.edition for setting in settings_of(case)))
        entries.append(IndexEntry(id, digest, case.exercised, editions, case.modules, path))
    return SuiteIndex(version, p.PROTOCOL, tuple(entries))


def export(suite: Suite, version: str, folder: Path) -> int:
    """Write everything into a folder and return the number of files."""
    files = case_files(suite)
    others = {
        "index.json": index_text(index_of(suite, version, files)),
        "bookkeeping.json": pretty(list(published_bookkeeping())),
        "clauses.json": pretty(list(clause_facts(registry()))),
        **{f"schemas/{name}": pretty(schema) for name, schema in all_schemas().items()},
    }
    return len(write_files(files | others, folder))


def clause_facts(known: Registry) -> Iterator[dict[str, Any]]:
    """Every citable clause and ruling with its English text and the editions in which it holds."""
    for entry in known.citable():
        yield {
            "id": entry.id,
            "what": "clause" if isinstance(entry, Clause) else "ruling",
            "text": entry.text.en,
            "editions": [edition for edition in known.editions if known.holds(entry.id, edition)],
        }


def index_text(index: SuiteIndex) -> bytes:
    """The index as published, one line per case, so that a diff of two versions shows which cases changed."""
    told = msgspec.to_builtins(index)
    cases = ",\n".join(json.dumps(case, ensure_ascii=False) for case in told.pop("cases"))
    return (json.dumps(told)[:-1] + f', "cases": [\n{cases}\n]}}\n').encode()


def next_version(before: dict[str, str], version: str, now: dict[str, str]) -> str:
    """The version that follows from the changes; ``before`` and ``now`` are hashes by id."""
    major, minor, patch = map(int, version.split("."))
    if major != FORMAT:
        return f"{FORMAT}.0.0"
    if now.keys() - before.keys():
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}" if now != before else version


def published(folder: Path) -> SuiteIndex:
    """Read the index that is kept with the cases: the version of the suite and its content at that version."""
    path = folder / "index.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=SuiteIndex, strict=True)
    except OSError as error:
        raise SpecError([Problem(path.as_posix(), "", f"expected the index, got none: {error.strerror}")]) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SpecError([Problem(path.as_posix(), "", f"expected the index, got something else: {error}")]) from error


def current(suite: Suite, before: SuiteIndex) -> SuiteIndex:
    """The index of the suite as it is now, with the version that follows from the changes."""
    files = case_files(suite)
    now = index_of(suite, before.version, files)
    hashes = [{entry.id: entry.sha256 for entry in index.cases} for index in (before, now)]
    return index_of(suite, next_version(hashes[0], before.version, hashes[1]), files)


def write_index(index: SuiteIndex, folder: Path) -> None:
    """Write the index beside the cases."""
    (folder / "index.json").write_bytes(index_text(index))
