"""What runs in the browser: the replay page and the players of cases, as files that also work from disk.

A page opened from disk can load neither modules nor data, only plain scripts. So the modules in `script/` are bundled
into one script, each in its own function and without comments, and all data are scripts too. The fold is that of
`conformance/adapters/js`.
"""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from colt_rules.modules import MODULES, part_files
from colt_rules.pictures.cards import icons
from colt_rules.playing.setups import setups
from colt_rules.referee.picture_words import train_words
from colt_rules.referee.prose import ENGLISH
from colt_rules.referee.vocabulary import vocabulary
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import SHARED
from colt_rules.site.audiences import records_data, seen_data
from colt_rules.site.drawing import drawing_data, drawn_names
from colt_rules.site.reader import NAMES
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words

SCRIPT = Path(__file__).parent / "script"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_MODULE_SYNTAX = re.compile(r"^(?:import|export)\b.*|import\.meta|\bawait import\(.*", re.MULTILINE)

WORDS_FILE = "play/words-{lang}.js"
TITLES_FILE = "play/clauses-{lang}.js"
SCRIPT_FILE = "play/colt.js"
STYLE_FILE = "play/colt.css"
WAYS_FILE = "play/ways.css"
"""The style of the introductory pages."""
GUIDED_FILE = "play/guided.css"
"""The style of the guided game."""
EDITION_FILE = "play/edition.js"
PLAY_FILE = "play/play.js"
"""The script of the page on which a game is played; it needs the script of the players."""
PLAY_STYLE = "play/play.css"
PLAY_WORDS_FILE = "play/play-{lang}.js"
TRY_FILE = "play/try.js"
"""The script of the page on which a position is tried; it needs the script of the players."""
TRY_STYLE = "play/try.css"
TRY_WORDS_FILE = "play/try-{lang}.js"
PROVE_FILE = "play/prove.js"
"""The script of the page on which the suite runs; it needs the script of the players."""
PROVE_WORDS_FILE = "play/prove-{lang}.js"

SIGNS = 12
"""How many characters of a hash distinguish one log from another, as in `script/replay.mjs`."""


_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/ *)\n", re.MULTILINE)


class CannotBundle(ValueError):
    """A module uses syntax that the bundler does not support."""


def scripts(lang: str) -> str:
    """The scripts of a page with a player, as HTML for its end."""
    files = (SCRIPT_FILE, WORDS_FILE.format(lang=lang))
    return "".join(f'<script src="/{SHARED}/{file}" defer></script>' for file in files)


def play_scripts(lang: str) -> str:
    """The scripts of the page on which a game is played."""
    files = (PLAY_WORDS_FILE.format(lang=lang), TITLES_FILE.format(lang=lang), PLAY_FILE)
    return scripts(lang) + "".join(f'<script src="/{SHARED}/{file}" defer></script>' for file in files)


def try_scripts(lang: str) -> str:
    """The scripts of the page on which a position is tried; it has the words of the played game too."""
    files = (PLAY_WORDS_FILE, TRY_WORDS_FILE, TITLES_FILE, TRY_FILE)
    return scripts(lang) + "".join(
        f'<script src="/{SHARED}/{file.format(lang=lang)}" defer></script>' for file in files
    )


def style(file: str) -> str:
    """A style that only some pages need, as HTML for their end."""
    return f'<link rel="stylesheet" href="/{SHARED}/{file}">'


def files(sources: Sources) -> Iterator[tuple[str, str]]:
    """All files of the players, each with its text; paths from the folder that the languages share."""
    yield SCRIPT_FILE, bundle(page_data(sources))
    yield PLAY_FILE, added_bundle(SCRIPT / "start-play.mjs", {"setups": setups(), "icons": dict(icons())})
    yield TRY_FILE, added_bundle(SCRIPT / "start-try.mjs", {"setups": setups()})
    yield PROVE_FILE, added_bundle(SCRIPT / "start-prove.mjs", {})
    for file in (STYLE_FILE, WAYS_FILE, GUIDED_FILE, EDITION_FILE, PLAY_STYLE, TRY_STYLE):
        yield file, (SCRIPT / Path(file).name).read_text(encoding="utf-8")
    for lang in NAMES:
        words = {key.partition(".")[2]: text for key, text in all_words().items() if key.startswith("replay.")}
        yield (
            WORDS_FILE.format(lang=lang),
            f"colt.lang = {_json(lang)};\n"
            f"colt.words = {_json(_in(lang, words))};\n"
            f"colt.names = {_json(_in(lang, names(sources.registry)))};\n"
            f"colt.told = {_json(sentence_data(lang))};\n",
        )
        for kind, file in (("play.", PLAY_WORDS_FILE), ("try.", TRY_WORDS_FILE), ("prove.", PROVE_WORDS_FILE)):
            words = {key.partition(".")[2]: text for key, text in all_words().items() if key.startswith(kind)}
            yield file.format(lang=lang), f"Object.assign(colt.words, {_json(_in(lang, words))});\n"
        yield TITLES_FILE.format(lang=lang), f"colt.clauses = {_json(_in(lang, titles(sources.registry)))};\n"
    for name, path in sources.games.items():
        yield f"games/{name}.js", f"colt.loaded({_json(f'games/{name}')}, {_json(deflated(path.read_bytes()))});\n"


def page_data(sources: Sources) -> dict[str, Any]:
    """The data of the scripts besides words: drawing, visibility, schemas of events, kept games."""
    folder = sources.root / "events" / "schemas" / "events"
    schemas = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    return {
        "drawing": drawing_data(),
        "records": records_data(),
        "seen": seen_data(),
        "schemas": {type: _bare(it) for type, it in schemas.items()},
        "kept": kept_hashes(sources),
    }


def kept_hashes(sources: Sources) -> dict[str, str]:
    """The beginning of the last hash of each kept game, by which the replay page recognises a dropped file."""
    index = json.loads((sources.root / "events" / "games" / "index.json").read_text(encoding="utf-8"))
    return {name: index[name]["last_line"][:SIGNS] for name in sources.games}


def names(registry: Registry) -> dict[str, Localized]:
    """The names of things by their ids in a log; if boxes share an id, the first box's name."""
    return {
        **{module: all_words()[f"site.module-{module}"] for module in MODULES},
        **{term.id: term.term for term in registry.terms.values()},
        **{fact.id: fact.name for fact in reversed([*registry.facts()])},
        **{edition.id: edition.title for edition in registry.editions.values()},
    }


def sentence_data(lang: str) -> dict[str, Any]:
    """The data from which `script/sentences.mjs` makes sentences and `script/described.mjs` describes pictures.

    The English texts of pictures are in the data of all languages.
    """
    sentences = {table: words for table, words in vocabulary(lang).items() if table != "changes"}
    return sentences if lang == ENGLISH else {**sentences, **train_words(lang, drawn_names())}


def titles(registry: Registry) -> dict[str, Localized]:
    """The titles of clauses, and the questions of rulings."""
    return {entry.id: entry.title for entry in registry.citable()}


def bundle(data: dict[str, Any]) -> str:
    """One plain script: the scripts of modules, the imports of `start.mjs`, and these data in its global `colt`."""
    empty = "{ words: {}, names: {}, clauses: {}, told: {} }"
    given = f"Object.assign((globalThis.colt ??= {empty}), {_json(data)});"
    return _script(given, _modules_of_players())


def added_bundle(start: Path, data: dict[str, Any]) -> str:
    """A script for a page that has that of the players: what `start` imports besides, and these data."""
    common = _modules_of_players()
    modules = dict(common)
    _gather(start, modules)
    names = ", ".join(_name(path) for path in common)
    given = f"Object.assign(globalThis.colt, {_json(data)});\nconst {{ {names} }} = colt.parts;"
    return _script(given, {path: text for path, text in modules.items() if path not in common})


def _modules_of_players() -> dict[Path, str]:
    modules: dict[Path, str] = {}
    for path in (*scripts_of_modules(), SCRIPT / "start.mjs"):
        _gather(path, modules)
    return modules


def _script(given: str, modules: dict[Path, str]) -> str:
    parts = ", ".join(_name(path) for path in modules)
    return "\n".join(
        [
            "(() => {",
            '"use strict";',
            given,
            *modules.values(),
            f"colt.parts = {{ ...colt.parts, {parts} }};",
            "})();",
            "",
        ]
    )


def scripts_of_modules() -> list[Path]:
    """The scripts of the modules for views and pictures; each registers itself when loaded."""
    return [path for part in ("visibility.mjs", "pictures.mjs") for path in part_files(part).values()]


def _gather(path: Path, modules: dict[Path, str]) -> None:
    """Add a module after the modules that it imports."""
    if path in modules:
        return
    text = path.read_text(encoding="utf-8")
    for match in _IMPORT.finditer(text):
        _gather((path.parent / match[2]).resolve(), modules)
    modules[path] = plain_script(path, text)


def plain_script(path: Path, text: str) -> str:
    """A module as a function that is called at once and returns its exports."""
    exports = [match[2] for match in _EXPORT.finditer(text)]
    inner = _EXPORT.sub(r"\1", _IMPORT.sub(partial(_taken, path.parent), without_comments(text)))
    if strange := _MODULE_SYNTAX.search(inner):
        raise CannotBundle(
            f'{path.name}: expected `import {{ a, b }} from "./FILE.mjs";` and `export` before function, const or '
            f"class, got {strange[0]!r}; write it like the other modules"
        )
    return f"const {_name(path)} = (() => {{\n{inner}return {{ {', '.join(exports)} }};\n}})();"


def without_comments(text: str) -> str:
    """A script without comments on lines of their own, an eighth of it, which only readers of the source need."""
    return _COMMENT.sub("", text)


def _taken(folder: Path, match: re.Match[str]) -> str:
    wanted = ", ".join(one.strip().replace(" as ", ": ") for one in match[1].split(",") if one.strip())
    return f"const {{ {wanted} }} = {_name((folder / match[2]).resolve())};"


def _name(path: Path) -> str:
    """The name of a module in the bundle, from its folder and file; modules use no such names themselves."""
    return f"in_{path.parent.name}_{path.stem}".replace("-", "_")


def _bare(schema: Any) -> Any:
    """A schema without descriptions and without bounds beyond the numbers of JavaScript."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _bare(one) for name, one in it.items()} if key in ("properties", "$defs") else _bare(it)
        for key, it in schema.items()
        if key in ("type", "properties", "required", "items", "anyOf", "$ref", "$defs")
    }


def _in(lang: str, texts: dict[str, Localized]) -> dict[str, str]:
    return {key: text.in_language(lang) for key, text in texts.items()}


def deflated(content: bytes) -> str:
    """A file as compressed text for a script, a third as long. `inflated` in `script/shared.mjs` reverses it."""
    return b64encode(zlib.compress(content, 9)).decode()


def _json(value: Any) -> str:
    """A value as JavaScript, of which JSON has been a subset since 2019."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
