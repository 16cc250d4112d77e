"""Packs the engine into scripts: Pyodide, its standard library and the rules as bytecode, and the published suite.

A page from disk can load only scripts. So each part is deflated, written as text and cut into pieces, each a script
named after its content. `script/engine.mjs` loads them, and `script/engine-worker.js` starts Python from memory.
"""

import io
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from colt_rules.conformance.cases.expand import Run
from colt_rules.registry.registry import registry
from colt_rules.site.browser_scripts import SCRIPT, deflated, without_comments
from colt_rules.site.engine.closure import travelling
from colt_rules.site.engine.suite import groups
from colt_rules.site.engine.taking import CannotTake, cache_folder, pins, taken

HERE = Path(__file__).parent
NODE = HERE / "node.mjs"
"""Runs the packed engine in node, a request a line."""
LIBRARIES = ("attr", "attrs", "cattrs", "tomli", "typing_extensions", "yaml")
"""The libraries of pure Python that travel, from this environment."""
USELESS = re.compile(r".*\.(?:pyi|so|pyd|typed|h)|.*__pycache__.*")
ASKED_LATER = ("html", "linecache", "tokenize", "traceback")
"""Modules of the standard library that something imports only when it needs them: a report, an error."""
PIECE = 400_000
"""The signs of a piece, so that a progress bar moves."""
AT = "https://engine.invalid/"
"""The address that Pyodide believes it was loaded from."""
LIST_FILE = "engine/list.js"
NOTICE_FILE = "engine/NOTICE.txt"
LICENSED = ("attrs", "cattrs", "msgspec", "PyYAML", "tomli", "typing_extensions")
"""The libraries whose licences are beside the engine."""


@frozen
class Packed:
    """The engine: its parts as they are before they are deflated, and the version of its Python."""

    python: str
    parts: Mapping[str, bytes]


def pack() -> Packed:
    """The engine; raises ``CannotTake`` if something that it needs is missing.

    Compiling takes half a minute, so an engine is cached until something in it changes.
    """
    node = which("node")
    if node is None:
        raise CannotTake("node is not installed")
    pyodide, wheel = taken("pyodide"), taken("msgspec")
    sources = dict(_sources(wheel))
    key = blake2b(digest_size=12)
    for name, data in (
        *sources.items(),
        *((path.name, path.read_bytes()) for path in sorted(HERE.iterdir()) if path.is_file()),
    ):
        key.update(name.encode() + b"\0" + blake2b(data).digest())
    kept = cache_folder() / f"{key.hexdigest()}.zip"
    if not kept.is_file():
        packed = _packed(node, pyodide, sources)
        _keep(packed, kept)
    with zipfile.ZipFile(kept) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return Packed(parts.pop("python").decode(), parts)


def _keep(packed: Packed, path: Path) -> None:
    """Cache an engine in place of the one before it."""
    for old in path.parent.glob("*.zip"):
        old.unlink(missing_ok=True)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (*packed.parts.items(), ("python", packed.python.encode())):
            archive.writestr(name, data)
    part = path.with_suffix(".part")
    part.write_bytes(made.getvalue())
    part.replace(path)


# --- what travels


def _sources(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """By path in the folder of libraries: the package and its specification, and the libraries that it imports."""
    for name, path in travelling().items():
        yield name, path.read_bytes()
    spec = registry().folder
    for path in sorted(spec.rglob("*.toml")):
        if "questions" not in path.parts:
            yield f"colt_rules/spec/{path.relative_to(spec).as_posix()}", path.read_bytes()
    for library in LIBRARIES:
        found = find_spec(library)
        assert found
        assert found.origin
        home = Path(found.origin).parent
        if not found.submodule_search_locations:
            yield f"{library}.py", (home / f"{library}.py").read_bytes()
            continue
        for path in sorted(home.rglob("*")):
            name = f"{library}/{path.relative_to(home).as_posix()}"
            if path.is_file() and not USELESS.fullmatch(name):
                yield name, path.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if name.startswith("msgspec/") and name.endswith((".py", ".so")):
                yield name, archive.read(name)


def _packed(node: str, pyodide: Path, sources: Mapping[str, bytes]) -> Packed:
    """Compile everything with the Python of the engine, in node."""
    with TemporaryDirectory() as folder:
        stage = Path(folder)
        with tarfile.open(pyodide) as archive:
            archive.extractall(stage, filter="data")
        package = stage / "package"
        for name, data in sources.items():
            _write(stage / "sources" / name, data)
        (stage / "asked.json").write_text(json.dumps({"library": ASKED_LATER}))
        _write(stage / "prepare.py", (HERE / "prepare.py").read_bytes())
        program = (HERE / "prepare.mjs").read_text(encoding="utf-8").replace("PYODIDE", "./package/pyodide.mjs")
        _write(stage / "prepare.mjs", program.encode())
        done = subprocess.run(
            [node, "prepare.mjs", str(package), str(stage)], cwd=stage, capture_output=True, text=True, encoding="utf-8"
        )
        if done.returncode:
            said = [line[:400] for line in done.stderr.splitlines() if "_createPyodideModule" not in line]
            raise CannotTake("the engine cannot be compiled: " + "\n".join(said[-12:]))
        needed = json.loads((stage / "needed.json").read_text(encoding="utf-8"))
        lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
        return Packed(
            needed["python"],
            {
                "loader": plain_loader((package / "pyodide.mjs").read_text(encoding="utf-8")).encode(),
                "glue": plain_glue((package / "pyodide.asm.mjs").read_text(encoding="utf-8")).encode(),
                "wasm": (package / "pyodide.asm.wasm").read_bytes(),
                "library": _zipped(stage / "library"),
                "core": archived(dict(_below(stage / "compiled"))),
                "lock": json.dumps({**lock, "packages": {}}).encode(),
            },
        )


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def plain_loader(text: str) -> str:
    """Pyodide's loader as the body of a function, since a worker from disk can import no module."""
    return _replaced(r"export\{(\w+) as loadPyodide,[^}]*\};", r"return \1;", text)


def plain_glue(text: str) -> str:
    """The script around the WebAssembly module as the body of a function."""
    text = text.replace("import.meta.url", json.dumps(f"{AT}pyodide.asm.mjs"))
    return _replaced(r"export default (\w+);", r"return \1;", text)


def _replaced(pattern: str, by: str, text: str) -> str:
    made, times = re.subn(pattern, by, text)
    if times != 1:
        raise CannotTake(f"Pyodide: expected {pattern} once in its script, got it {times} times; look at this version")
    return made


def _below(folder: Path) -> Iterator[tuple[str, bytes]]:
    return (
        (path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()
    )


def archived(files: Mapping[str, bytes]) -> bytes:
    """Files one after another, behind a line of JSON with the name and length of each."""
    head = json.dumps([[name, len(data)] for name, data in files.items()])
    return head.encode() + b"\n" + b"".join(files.values())


def _zipped(folder: Path) -> bytes:
    """A folder as a zip file from which Python imports; not compressed, since the whole file is."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in _below(folder):
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


# --- as scripts


def engine_files(runs: Iterable[Run]) -> Iterator[tuple[str, str]]:
    """All files of the engine with the suite and the licences, each with its text; raises ``CannotTake``."""
    yield from scripts(pack(), groups(runs))
    yield NOTICE_FILE, notice()


def notice() -> str:
    """The licences of what travels with the engine and is not ours."""
    texts = [(HERE / "NOTICE.txt").read_text(encoding="utf-8")]
    for name in LICENSED:
        for file in distribution(name).files or ():
            if re.search(r"dist-info/(licenses/)?(LICENSE|COPYING)", file.as_posix()):
                texts.append(f"{name}\n\n{file.read_text(encoding='utf-8').strip()}\n")
    return f"\n{'-' * 80}\n\n".join(texts)


def scripts(packed: Packed, suite: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """All files of the engine, each with its text; the last is the list of the others.

    ``suite`` are the published cases by groups, each case a line.
    """
    parts: dict[str, list[Any]] = {}
    for name, data in (*packed.parts.items(), *suite.items()):
        parts[name] = []
        for piece in pieces(data):
            file = f"{name}-{blake2b(piece.encode(), digest_size=6).hexdigest()}"
            parts[name].append([file, len(piece)])
            yield f"engine/{file}.js", f'colt.loaded("engine/{file}", "{piece}");\n'
    worker = without_comments((SCRIPT / "engine-worker.js").read_text(encoding="utf-8"))
    cases = {name: data.count(b"\n") + 1 for name, data in suite.items()}
    told = {
        "cases": cases,
        "python": packed.python,
        "pyodide": pins()["pyodide"]["version"],
        "parts": parts,
        "worker": worker,
    }
    yield LIST_FILE, f'colt.loaded("engine/list", {json.dumps(told, separators=(",", ":"))});\n'


def pieces(data: bytes) -> Iterator[str]:
    """A file as compressed text, cut into pieces of a whole number of bytes."""
    text = deflated(data)
    return (text[start : start + PIECE] for start in range(0, len(text), PIECE))
