"""The files of the players: one plain script from the modules, words, titles and kept games."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.modules import folder_of, parts
from colt_rules.site.browser_scripts import (
    SCRIPT,
    CannotBundle,
    bundle,
    files,
    kept_hashes,
    plain_script,
    scripts,
    scripts_of_modules,
    sentence_data,
    without_comments,
)
from colt_rules.site.drawing import drawing_data
from colt_rules.site.pages.replay import pages
from colt_rules.site.words import all_words
from colt_rules.site.writing import broken_links, written
from tests.site.javascript import FOLD, LOGS, needs_node
from tests.site.node import told_by
from tests.site.reading import reader, some_sources

FILES = sorted(SCRIPT.glob("*.mjs"))
WORDS = {key.removeprefix("replay.") for key in all_words() if key.startswith("replay.")}
ALL = {key.partition(".")[2] for key in all_words() if key.startswith(("replay.", "play.", "prove.", "try."))}
"""The words of all pages with scripts."""


@cache
def all_files() -> dict[str, str]:
    return dict(files(some_sources()))


def given(text: str, name: str) -> Any:
    """The value that a script assigns to the global under this name."""
    found = re.search(rf"^colt\.{name} = (.*);$", text, re.MULTILINE)
    assert found
    return json.loads(found[1])


# --- the bundle


def test_a_module_becomes_a_function_of_its_own() -> None:
    text = 'import { a, b as c } from "../x/other.mjs";\n\nexport function d() {}\nexport const E = a;\nconst f = c;\n'
    assert plain_script(Path("/on-a/some.mjs"), text) == (
        "const in_on_a_some = (() => {\nconst { a, b: c } = in_x_other;\n\n"
        "function d() {}\nconst E = a;\nconst f = c;\nreturn { d, E };\n})();"
    )


@pytest.mark.parametrize(
    "text", ['import x from "./y.mjs";\n', "export default 5;\n", "export { x };\n", "const u = import.meta.url;\n"]
)
def test_what_the_bundle_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(CannotBundle, match=r"some\.mjs: expected .*; write it like the other modules"):
        plain_script(Path("/on-a/some.mjs"), text)


def test_the_fold_in_the_bundle_is_the_one_of_the_conformance_suite() -> None:
    script = all_files()["play/colt.js"]
    for path in (FOLD, FOLD.parent / "steps.mjs", *FOLD.parent.glob("folds/*.mjs")):
        _, _, code = path.read_text(encoding="utf-8").rpartition('.mjs";\n')
        assert without_comments(code).replace("\nexport ", "\n") in script, path


@needs_node
def test_the_bundle_runs_without_a_page_and_folds_like_the_module(tmp_path: Path) -> None:
    (tmp_path / "colt.js").write_text(bundle({"schemas": {}}), encoding="utf-8")
    program = f"""
        import vm from "node:vm";
        import {{ readFileSync }} from "node:fs";
        import {{ fold }} from "{FOLD.as_uri()}";
        const page = vm.createContext({{ URL, TextDecoder }});
        vm.runInContext(readFileSync({json.dumps(str(tmp_path / "colt.js"))}, "utf8"), page);
        const lines = readFileSync({json.dumps(str(LOGS["sealed"]))}, "utf8").trimEnd().split("\\n");
        const events = lines.map((line) => JSON.parse(line)).filter(({{ seq }}) => seq);
        const same = JSON.stringify(page.colt.parts.in_js_fold.fold(events)) === JSON.stringify(fold(events));
        const globals = Object.keys(page).filter((name) => !["URL", "TextDecoder"].includes(name));
        console.log(JSON.stringify([same, globals]));
    """
    assert told_by(program) == [[True, ["colt"]]]


def test_what_a_module_says_of_views_and_pictures_in_python_it_says_in_the_bundle() -> None:
    homes = {
        name: {path.parent.name for path in scripts_of_modules() if path.stem == name}
        for name in ("pictures", "visibility")
    }
    drawn = {folder_of(module) for module, _ in parts("pictures")}
    assert homes["pictures"] == drawn, "a module has both pictures.py and pictures.mjs, or neither"
    assert homes["visibility"] >= {folder_of(module) for module, _ in parts("visibility")}
    script = bundle({})
    assert all(f"const in_{path.parent.name}_{path.stem} = " in script for path in scripts_of_modules())


# --- words, titles and games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_its_words_names_and_titles(lang: str) -> None:
    words = all_files()[f"play/words-{lang}.js"]
    assert given(words, "lang") == lang
    assert set(given(words, "words")) == WORDS
    assert {"tuco", "mail", "bridge.2-4", "ru-full", "base", "schemin"} <= set(given(words, "names"))
    titles = given(all_files()[f"play/clauses-{lang}.js"], "clauses")
    assert set(titles) == set(some_sources().registry_ids())


def test_comments_are_left_out_and_nothing_else() -> None:
    text = '/** What a is. */\nconst a = "// b"; // c\n  // d\n/**\n * e * f\n */\nconst g = `/** h */`;\n'
    assert without_comments(text) == 'const a = "// b"; // c\nconst g = `/** h */`;\n'


def test_every_word_that_a_script_says_is_there() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    said = set(re.findall(r'\bsay\("([a-z-]+)"', text))
    said |= {f"problem-{key}" for key in re.findall(r'new Problem\((?:[^"()]*\? )?"([a-z-]+)"', text)}
    assert len(said) > 80
    assert said <= ALL


def test_every_phrase_of_a_picture_is_there_in_every_language() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    phrases = set(re.findall(r'\bphrase\("([a-z-]+)"', text))
    assert phrases | {"nothing", "nobody"} == set(drawing_data()["phrases"])
    assert all(set(sentence_data(lang)["picture"]) == set(drawing_data()["phrases"]) for lang in LANGUAGES[1:])


def fields_of(schema: object) -> Iterator[str]:
    """The names of all fields in a schema, at any depth."""
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key in ("properties", "$defs"):
            yield from value if key == "properties" else ()
            yield from chain.from_iterable(map(fields_of, value.values()))
        else:
            yield from fields_of(value)
    for value in schema if isinstance(schema, list) else ():
        yield from fields_of(value)


@pytest.mark.parametrize("kind", ["events", "commands"])
def test_every_field_of_an_event_or_command_has_a_word(kind: str) -> None:
    folder = some_sources().root / "events" / "schemas" / kind
    fields = {name for path in folder.glob("*.json") for name in fields_of(json.loads(path.read_bytes()))}
    assert len(fields) > 20
    assert {f"field-{name}" for name in fields - {"type", "actor"}} <= WORDS


def test_braces_are_the_same_in_all_languages() -> None:
    for key in WORDS:
        text = all_words()[f"replay.{key}"]
        braces = {frozenset(re.findall(r"\{(\w+)\}", text.in_language(lang))) for lang in LANGUAGES}
        assert len(braces) == 1, key


def test_a_kept_game_is_in_its_script_as_it_is() -> None:
    for name, path in some_sources().games.items():
        text = all_files()[f"games/{name}.js"]
        head, _, rest = text.partition(", ")
        assert head == f'colt.loaded("games/{name}"'
        assert zlib.decompress(b64decode(json.loads(rest.removesuffix(");\n")))) == path.read_bytes()
        assert len(text) < path.stat().st_size / 3


def test_the_script_knows_each_kept_game_by_its_last_hash() -> None:
    kept = kept_hashes(some_sources())
    assert set(kept) == set(LOGS)
    assert len(set(kept.values())) == len(kept)
    assert kept["sealed"] == json.loads(LOGS["sealed"].read_text(encoding="utf-8").splitlines()[-1])["prev"][:12]
    assert json.dumps(kept["sealed"]) in all_files()["play/colt.js"]


# --- the page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_replay_page_lists_every_kept_game_and_leads_nowhere_wrong(lang: str) -> None:
    (page,) = pages(reader(lang))
    assert set(re.findall(r'<a href="#game=([^"]+)"', page.body)) == set(LOGS)
    assert list(broken_links({page.address: page}, all_files())) == []
    assert f'<script src="../play/words-{lang}.js" defer>' in written(page)
    start = page.body.index('<div id="colt-replay"')
    assert "\n\n" not in page.body[start : page.body.index("\n</div>", start)]


def test_a_page_with_a_player_loads_the_script_before_its_words() -> None:
    assert re.findall(r'(?:src|href)="/\.\./([^"]+)"', scripts("pl")) == [
        "play/colt.js",
        "play/words-pl.js",
    ]
