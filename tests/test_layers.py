"""Imports run one way, the core is pure, and the base game names no expansion."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from colt_rules.modules import MODULES, folder_of, parts

PACKAGE = Path(__file__).parents[1] / "colt_rules"
LAYERS = [
    {"languages", "modules", "processes", "registry", "safe_text"},
    {"search"},
    {"model"},
    {"commands", "events"},
    {"decisions"},
    {"rules"},
    {"kernel"},
    {"views"},
    {"log"},
    {"players", "pictures"},
    {"conformance"},
    {"referee", "research"},
    {"archive", "playing", "testing"},
    {"bench", "site"},
    {"presentation"},
    {"cli"},
    {"__main__"},
]
"""The package from the ground up: a part imports from its own layer and those before it."""
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}
CORE = {"model", "commands", "events", "decisions", "rules", "kernel"}
# fmt: off
IMPURE = {
    "asyncio", "builtins", "cryptography", "ctypes", "datetime", "glob", "http", "io", "logging", "multiprocessing",
    "os", "pathlib", "platform", "psycopg", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3",
    "sqlite_utils", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}
# fmt: on
MAY = {"model/record.py": {"os"}}
"""The one switch that is read from the environment: whether records are frozen."""
EXPANSIONS = re.compile(
    r"\b(horses?|stagecoach|hostages?|shotgun|whisk(e)?y|flasks?|ride|rides|riding|melee|turmoil"
    r"|prison(er|ers)?|cells?|brawlers?|mailbags?|wanted[ -]poster|brilliant|mei|shaking|arrest(s|ed)?"
    r"|time[ _-]machine|delorean|cursed|expansions?)\b",
    re.IGNORECASE,
)
WORDS = {
    "expert": (r"\bexpert\b",),
    "duo": (r"\bduo\b", r"\btwo[ -]bandits\b", r"\btwo[ -]players?\b"),
    "team": (r"\bteams?\b", r"\bpartners?\b"),
    "horses": ("horse", "whisky", "flask"),
    "stagecoach": ("stagecoach", "shotgun", "hostage"),
    "mei": (r"\bmei\b",),
    "marshal": ("brawler", "mailbag", "warrant", "cylinder", "prison", "marshal_player"),
    "time-machine": (r"time[ _-]machine", "traveller"),
    "cursed-loot": (r"\bcursed\b",),
}
"""By module: what only its home, and those of the modules after it, may say."""
OWN = {f"rules/{folder_of(name)}/" for name in MODULES if (PACKAGE.parent / "spec" / "components" / name).is_dir()}
"""The folders of the modules that have their own box: in these folders the words of the expansions are allowed."""


def part_of(path: Path) -> str:
    """The layer of the package that a file belongs to: its folder, or the file itself."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = {
    path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py")) if part_of(path) != "__init__"
}
CORE_FILES = [name for name, path in FILES.items() if part_of(path) in CORE]


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text(encoding="utf-8"))


@cache
def imports(name: str) -> tuple[str, ...]:
    """The full names of everything a file imports, wherever in the file it does."""
    return tuple(_imported(name))


def _imported(name: str) -> Iterator[str]:
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: expected full names in imports"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts_used(name: str) -> set[str]:
    """The other parts of the package that a file imports from."""
    own = part_of(FILES[name])
    used = {_part_named(full) for full in imports(name) if full.startswith("colt_rules.")}
    return {part for part in used if part != own and not part.startswith("__")}


def _part_named(full: str) -> str:
    """The layer of something that is imported by this name."""
    return full.split(".")[1]


def test_every_part_of_the_package_has_its_layer() -> None:
    assert {part_of(path) for path in FILES.values()} <= set(RANK)
    assert len(CORE_FILES) > 20


def test_imports_run_one_way() -> None:
    used = [(name, part) for name in FILES for part in parts_used(name)]
    assert [(name, part) for name, part in used if RANK[part] > RANK[part_of(FILES[name])]] == []


CONFORMANCE = [
    {"notation"},
    {"notations"},
    {"protocol"},
    {"cases"},
    {"running"},
    {"reports", "proof", "fuzzing", "pages"},
]
"""The rooms of the conformance package from the ground up; those on the top floor know nothing of each other."""


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("conformance/") and name.count("/") == 2])
def test_imports_inside_the_conformance_package_run_one_way(name: str) -> None:
    levels = {room: level for level, rooms in enumerate(CONFORMANCE) for room in rooms}
    own = name.split("/")[1]
    used = {full.split(".")[2] for full in imports(name) if full.startswith("colt_rules.conformance.")} - {own}
    assert {room for room in used if levels[room] >= levels[own]} == set()


@pytest.mark.parametrize("name", [name for name in FILES if re.fullmatch(r"presentation/.+/notation\.py", name)])
def test_what_a_module_notes_needs_nothing_of_the_rooms_that_use_it(name: str) -> None:
    used = {full.split(".")[2] for full in imports(name) if full.startswith("colt_rules.conformance.")}
    assert used <= CONFORMANCE[0]


def test_the_core_decides_a_command_without_loading_anything_above_it() -> None:
    # In a process of its own, because the other tests have loaded the whole package.
    code = """
import sys
from colt_rules.kernel import NEW, decide, legal
verdict = decide(NEW, next(iter(legal(NEW, "table"))))
assert legal(verdict.after, verdict.awaiting[0].actor)
print(*{name.split(".")[1] for name in sys.modules if name.startswith("colt_rules.")})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {part for part in done.stdout.split() if RANK[part] > RANK["kernel"]} == set()


def test_no_two_parts_import_each_other() -> None:
    uses: dict[str, set[str]] = {}
    for name, path in FILES.items():
        uses.setdefault(part_of(path), set()).update(parts_used(name))
    order = list(TopologicalSorter(uses).static_order())
    assert order.index("rules") < order.index("kernel")


def test_the_core_knows_no_clock_no_chance_and_no_outside_world() -> None:
    for name in CORE_FILES:
        outside = {full.split(".")[0] for full in imports(name)} & IMPURE
        assert outside == MAY.get(name, set()), name
        nodes = list(ast.walk(tree(name)))
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        called = {call.id for call in calls if isinstance(call, ast.Name)}
        assert called & {"open", "print", "input", "id", "hash", "breakpoint", "globals"} == set(), name
        assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes), name


@pytest.mark.parametrize("name", [name for name in CORE_FILES if name.startswith("kernel/")])
def test_the_kernel_knows_no_rule_by_name(name: str) -> None:
    used = {".".join(full.split(".")[:3]) for full in imports(name) if full.startswith("colt_rules.rules")}
    assert used <= {"colt_rules.rules.module", "colt_rules.rules.rulebook"}


SHARED = [name for name in CORE_FILES if name.startswith("rules/") and name.count("/") == 1]
"""What all modules share."""


@pytest.mark.parametrize("name", [name for name in SHARED if name != "rules/boxes.py"])
def test_what_all_modules_share_imports_none_of_them(name: str) -> None:
    used = {full for full in imports(name) if full.startswith("colt_rules.rules.")}
    assert {full.split(".")[2] for full in used} <= {"module", "editions", "extending"}


def test_what_puts_the_boxes_together_looks_into_nothing_else_and_is_used_by_no_rule() -> None:
    used = {full.split(".", 2)[2] for full in imports("rules/boxes.py") if full.startswith("colt_rules.rules.")}
    assert {full.split(".")[1] for full in used} == {"box"}
    assert not [name for name in CORE_FILES if "colt_rules.rules.boxes" in "\n".join(imports(name))]


def is_own(name: str) -> bool:
    """Whether a file belongs to a module of an expansion."""
    return name.startswith(tuple(OWN))


def test_no_other_file_of_the_core_names_an_expansion() -> None:
    texts = {name: FILES[name].read_text(encoding="utf-8") for name in CORE_FILES if not is_own(name)}
    assert [(name, found.group()) for name, text in texts.items() for found in EXPANSIONS.finditer(text)] == []


def homes(modules: Iterable[str]) -> tuple[str, ...]:
    """Where words of modules stand: their folders, and their files in the JavaScript client, which people copy."""
    return tuple(
        place
        for module in modules
        for place in (
            f"colt_rules/rules/{folder_of(module)}/",
            f"colt_rules/presentation/{folder_of(module)}/",
            f"conformance/adapters/js/folds/{module}.mjs",
        )
    )


LISTS = {"colt_rules/modules.py", "conformance/adapters/js/folds/index.mjs"}
"""The list of modules, in either language."""
TOO = {"team": ["duo"], "stagecoach": ["horses"]}
"""Modules before it that say such words of things of their own: a team of bandits, first games without the coach."""
ON_THE_WIRE = re.compile(r"\bteams\b")
"""A field of every state, view and case: it says which bandits go together, whatever module puts them together."""


@cache
def texts() -> dict[str, str]:
    """Every text of the package and the clients in one line each, without what the wire contract says in these words.

    The site has no such excuse: it shows what modules give it. The native engine is left out: it is a house of its own,
    written without a look into this one.
    """
    clients = PACKAGE.parent / "conformance" / "adapters"
    everywhere = [*PACKAGE.rglob("*"), *(path for path in clients.rglob("*") if clients / "native" not in path.parents)]
    said = re.compile("|".join(map(re.escape, sorted(described(), key=len, reverse=True))))
    found = {}
    for path in everywhere:
        if path.suffix in {".py", ".mjs", ".md", ".toml", ".css"}:
            name, text = path.relative_to(PACKAGE.parent).as_posix(), " ".join(path.read_text(encoding="utf-8").split())
            found[name] = text if "/site/" in name else ON_THE_WIRE.sub("", said.sub("", text))
    return found


def described() -> set[str]:
    """The sentences about records and fields in the schemas that stand in our files and cannot change."""
    schemas = (PACKAGE.parent / "events" / "schemas").rglob("*.json")
    return {text for path in schemas for text in re.findall('"description": "([^"]+)"', path.read_text("utf-8"))}


def words_of(module: str) -> tuple[str, ...]:
    """The words to look for: the words above, or else the module's name and the names of its events."""
    events = dict(parts("events")).get(module)
    return WORDS.get(module) or (module, *(events.EVENTS if events else ()))


@pytest.mark.parametrize("module", MODULES[1:])
def test_no_file_outside_the_homes_of_a_module_names_it(module: str) -> None:
    """The modules after it may, since they may build on it."""
    may = homes([*TOO.get(module, ()), *MODULES[MODULES.index(module) :]])
    words = re.compile("|".join(words_of(module)), re.IGNORECASE)
    named = {name for name, text in texts().items() if words.search(text)}
    assert {name for name in named - LISTS if not name.startswith(may)} == set()


def test_the_list_of_modules_is_the_one_place_that_names_any() -> None:
    text = FILES["modules.py"].read_text(encoding="utf-8")
    (listed,) = (each for each in ast.parse(text).body if isinstance(each, ast.AnnAssign))
    assert ast.unparse(listed.target) == "MODULES"
    words = re.compile("|".join(word for module in MODULES[1:] for word in words_of(module)), re.IGNORECASE)
    naming = {
        number
        for number, line in enumerate(text.splitlines(), start=1)
        if EXPANSIONS.search(line) or words.search(line)
    }
    assert naming
    assert naming <= set(range(listed.lineno, (listed.end_lineno or 0) + 1))


def test_a_module_imports_only_itself_and_modules_before_it() -> None:
    """So the base game imports no other, and horses go without the stagecoach, though it does not go without them."""
    names = [*map(folder_of, MODULES)]
    for name in [name for name in FILES if re.match("(rules|presentation)/.*/", name)]:
        used = {full.split(".")[2] for full in imports(name) if re.match(r"colt_rules\.(rules|presentation)\.", full)}
        assert used & set(names) <= set(names[: names.index(name.split("/")[1]) + 1]), name


def test_a_module_asks_the_rules_for_a_number_of_another_one() -> None:
    """An edition may change a number, so a module that imports the constant of another one would use the wrong value.

    It asks the rules instead (``Numbers`` in rules/module.py).
    """
    bare = [
        f"{path.relative_to(PACKAGE)}: {node.module}.{alias.name}"
        for path in (PACKAGE / "rules").glob("*/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("colt_rules.rules.")
        if node.module.split(".")[2] != path.relative_to(PACKAGE / "rules").parts[0]
        for alias in node.names
        if isinstance(getattr(import_module(node.module), alias.name, None), int)
    ]
    assert bare == []


def test_a_file_belongs_to_an_expansion_by_its_folder_and_not_by_its_name() -> None:
    assert {"rules/horses/", "rules/stagecoach/"} <= OWN
    assert is_own("rules/horses/actions/ride.py")
    assert not is_own("rules/base/actions/horses.py")
    assert not is_own("rules/expert/schemin.py")


def test_the_words_of_expansions_are_found_where_they_stand() -> None:
    assert EXPANSIONS.search("beside the Stagecoach")
    assert not EXPANSIONS.search("overrides the override of a prisoned teamster")
    assert re.search(WORDS["team"][0], "in a team of two")
    assert not re.search(WORDS["team"][0], "a teamster's expertise")


def test_the_words_of_every_module_are_found_in_its_own_home() -> None:
    """So none of them guards against nothing."""
    for module in MODULES[1:]:
        own = [text for name, text in texts().items() if name.startswith(homes([module]))]
        for word in words_of(module):
            assert any(re.search(word, text, re.IGNORECASE) for text in own), word
