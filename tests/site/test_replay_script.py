"""The replay scripts without a page: reading a log, the chain of hashes, stepping, names."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import pytest

from colt_rules.log.codec import to_json
from colt_rules.log.entries import Head, closing_of, hash_of
from colt_rules.pictures.scene import people
from colt_rules.site.browser_scripts import SCRIPT
from tests.site.javascript import LOGS, ROOT, needs_node
from tests.site.node import told_by

pytestmark = needs_node

SCHEMAS = ROOT / "events" / "schemas" / "events"
A_GAME = LOGS["sealed"].read_text(encoding="utf-8").splitlines()
EVENT_LINE = next(number for number, line in enumerate(A_GAME, 1) if '"LootTaken"' in line)
EVENT = json.loads(A_GAME[EVENT_LINE - 1])

IMPORTS = f"""
import {{ readFileSync, readdirSync }} from "node:fs";
import {{ readLog }} from "{SCRIPT.as_uri()}/log.mjs";
const schemas = Object.fromEntries(readdirSync({json.dumps(str(SCHEMAS))}).map((file) =>
  [file.replace(".json", ""), JSON.parse(readFileSync({json.dumps(str(SCHEMAS))} + "/" + file, "utf8"))]));
const tell = (value) => console.log(JSON.stringify(value));
function* piecesOf(path, size = 1000) {{
  const bytes = new Uint8Array(readFileSync(path));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}}
"""


def problems(tmp_path: Path, contents: Iterable[bytes], limits: str = "{}") -> list[Any]:
    """The problem with each of these files: the key and its values; null if there is none."""
    paths = []
    for number, content in enumerate(contents):
        paths.append(tmp_path / str(number))
        paths[-1].write_bytes(content)
    return told_by(
        IMPORTS
        + f"""
        import {{ LIMITS }} from "{SCRIPT.as_uri()}/log.mjs";
        for (const path of {json.dumps(list(map(str, paths)))}) {{
          try {{
            await readLog(piecesOf(path), schemas, {{ limits: {{ ...LIMITS, ...{limits} }} }});
            tell(null);
          }} catch (error) {{
            tell(error.key ? [error.key, error.values] : String(error.stack));
          }}
        }}"""
    )


def changed(number: int, **fields: Any) -> bytes:
    """The game with these fields changed in a line, counted from 1."""
    lines = list(A_GAME)
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **fields}, separators=(",", ":"), sort_keys=True)
    return text(lines)


def text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_hashes_are_those_of_sha256() -> None:
    texts = ["", "a", "ж" * 31, *("x" * length for length in (54, 55, 56, 63, 64, 65, 119, 120, 1000))]
    program = f"""
        import {{ sha256 }} from "{SCRIPT.as_uri()}/sha256.mjs";
        for (const text of {json.dumps(texts)}) console.log(JSON.stringify(sha256(new TextEncoder().encode(text))));
    """
    assert told_by(program) == [hashlib.sha256(one.encode()).hexdigest() for one in texts]


def test_kept_games_are_read_with_every_position_and_an_intact_chain() -> None:
    names = ["sealed", "russian-two", "french-team-stagecoach"]
    index = json.loads((ROOT / "events" / "games" / "index.json").read_bytes())
    program = f"""
        import {{ fold }} from "{(ROOT / "conformance/adapters/js/fold.mjs").as_uri()}";
        for (const path of {json.dumps([str(LOGS[name]) for name in names])}) {{
          const {{ story, hash, broken }} = await readLog(piecesOf(path), schemas);
          const folded = (at) => JSON.stringify(fold(story.moments.slice(0, at)));
          const places = [0, 1, 127, 128, 129, 300, story.length];
          const same = places.every((at) => JSON.stringify(story.position(at)) === folded(at));
          tell([story.length, hash, broken, same]);
        }}"""
    assert told_by(IMPORTS + program) == [[index[name]["events"], index[name]["last_line"], 0, True] for name in names]


@pytest.mark.parametrize("name", ["french-team-stagecoach.cheyenne", "french-team-stagecoach.spectator"])
def test_a_redacted_log_is_read_without_positions(name: str) -> None:
    path = ROOT / "events" / "redacted" / f"{name}.jsonl"
    program = f"""
        const {{ story, redacted, broken, header }} = await readLog(piecesOf({json.dumps(str(path))}), schemas);
        const secrets = story.commands.some(({{ type }}) => type === null);
        tell([redacted, broken, header.as, story.position(5), story.rounds.length > 0, secrets]);"""
    role = name.partition(".")[2]
    assert told_by(IMPORTS + program) == [[True, 0, role, None, True, True]]


def test_in_a_whole_log_every_command_has_a_kind(tmp_path: Path) -> None:
    ((key, _),) = problems(tmp_path, [changed(2, type=None)])
    assert key == "not-a-line"


def test_a_changed_line_is_shown_and_said_to_break_the_chain(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(changed(EVENT_LINE, cites=["nothing"]))
    program = f"""
        const {{ broken }} = await readLog(piecesOf({json.dumps(str(tmp_path / "log"))}), schemas);
        tell(broken);"""
    assert told_by(IMPORTS + program) == [EVENT_LINE]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The problem with each of the bad files."""
    return dict(zip(BAD, problems(tmp_path_factory.mktemp("bad"), BAD.values()), strict=True))


NO_EVENTS = to_json(closing_of(Head(0, 0, hash_of(A_GAME[0].encode())))).decode()
BAD = {
    "nothing wrong": text(A_GAME),
    "empty": b"",
    "gzip": b"\x1f\x8b\x08" + bytes(50),
    "binary": bytes(range(1, 10)) + bytes(1000),
    "CRLF": text(A_GAME).replace(b"\n", b"\r\n"),
    "BOM": b"\xef\xbb\xbf" + text(A_GAME),
    "prose": b"Once upon a time\n",
    "a list": b"[1, 2]\n",
    "no header": text(A_GAME[1:]),
    "another format": changed(1, format="chess"),
    "a newer version": changed(1, version=2),
    "a version in words": changed(1, version="1"),
    "a header without seats": changed(1, seats=None),
    "no JSON": text([*A_GAME[:9], "{", *A_GAME[10:]]),
    "no UTF-8": text(A_GAME[:9]) + b'{"a":"\xff"}\n',
    "a gap": text([*A_GAME[:4], *A_GAME[5:]]),
    "a command too many": text([*A_GAME[:2], A_GAME[1], *A_GAME[2:]]),
    "an event first": text([A_GAME[0], *A_GAME[2:]]),
    "an unknown type": changed(EVENT_LINE, type="Nonsense"),
    "a type of every object": changed(EVENT_LINE, type="constructor"),
    "no data": changed(EVENT_LINE, data=None),
    "a number for a token": changed(EVENT_LINE, data={**EVENT["data"], "token": 5}),
    "a strange field": changed(EVENT_LINE, data={**EVENT["data"], "__proto__": {}}),
    "a missing field": changed(EVENT_LINE, data={}),
    "a token that is not there": changed(EVENT_LINE, data={**EVENT["data"], "token": "purse-99"}),
    "a newer event": changed(EVENT_LINE, v=2),
    "cut": text(A_GAME[:-1]),
    "torn": text(A_GAME)[:-10],
    "more after the end": text([*A_GAME, A_GAME[-1]]),
    "another count": changed(len(A_GAME), events=7),
    "a header alone": text([A_GAME[0], NO_EVENTS]),
    "a long line": text([A_GAME[0], '{"a":"' + "x" * 5_000_000]),
    "deep nesting": text([A_GAME[0], "[" * 30_000 + "]" * 30_000]),
}

EXPECTED = {
    "nothing wrong": None,
    "empty": "empty",
    "gzip": "strange",
    "binary": "strange",
    "CRLF": "strange",
    "BOM": "strange",
    "prose": "no-header",
    "a list": "no-header",
    "no header": "no-header",
    "another format": "format",
    "a newer version": "version",
    "a version in words": "version",
    "a header without seats": "header-fields",
    "no JSON": "not-json 10",
    "no UTF-8": "not-json 10",
    "a gap": "order 5",
    "a command too many": "order 3",
    "an event first": "no-command 2",
    "an unknown type": f"unknown-type {EVENT_LINE}",
    "a type of every object": f"unknown-type {EVENT_LINE}",
    "no data": f"not-a-line {EVENT_LINE}",
    "a number for a token": f"misfit {EVENT_LINE}",
    "a strange field": f"misfit {EVENT_LINE}",
    "a missing field": f"misfit {EVENT_LINE}",
    "a token that is not there": f"no-fit {EVENT_LINE}",
    "a newer event": f"no-fit {EVENT_LINE}",
    "cut": f"cut {len(A_GAME)}",
    "torn": f"cut {len(A_GAME)}",
    "more after the end": f"after-end {len(A_GAME) + 1}",
    "another count": f"count {len(A_GAME)}",
    "a header alone": "no-events",
    "a long line": "long-line 2",
    "deep nesting": "not-json 2",
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_told_with_its_line(what: str, found: dict[str, Any]) -> None:
    key, values = found[what] or (None, {"line": 1})
    line = values.get("line", 1)
    assert (f"{key} {line}" if line > 1 else key) == EXPECTED[what]


def test_limits_are_kept(tmp_path: Path) -> None:
    for limits, expected in (
        ("{ bytes: 100_000 }", ["too-big", {"limit": 0.1}]),
        ("{ events: 100 }", ["too-many", {"limit": 100}]),
        ("{ line: 300 }", ["long-line", {"line": 3, "limit": 300}]),
    ):
        assert problems(tmp_path, [text(A_GAME)], limits) == [expected]


def test_a_position_that_grows_and_grows_is_refused(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, [text(A_GAME)], "{ position: 2000 }")
    assert found[0] == "large-position"


def test_reading_lets_the_page_have_its_turn_and_stops_when_nobody_wants_it() -> None:
    program = f"""
        async function* slowly() {{
          for (const piece of piecesOf({json.dumps(str(LOGS["sealed"]))}, 40_000)) {{
            await new Promise((resolve) => setTimeout(resolve, 30));
            yield piece;
          }}
        }}
        let turns = 0;
        await readLog(slowly(), schemas, {{ pause: async () => (turns += 1) }});
        tell([turns > 2, await readLog(slowly(), schemas, {{ isWanted: () => false }})]);"""
    assert told_by(IMPORTS + program) == [[True, None]]


def test_steps_by_command_round_and_search() -> None:
    program = f"""
        const {{ story }} = await readLog(piecesOf({json.dumps(str(LOGS["sealed"]))}), schemas);
        const [first, last] = [story.rounds[0].at, story.rounds.at(-1).at];
        const second = story.commands[1];
        const isRound = (at) => story.moment(at).type === "RoundStarted";
        tell([story.afterCommand(0) === second.first - 1, story.beforeCommand(second.first) === second.first - 1,
              story.afterCommand(story.length) === story.length, story.beforeCommand(0), story.roundAt(0),
              story.find(isRound, 0) === first, story.find(isRound, story.length, -1) === last,
              story.find(isRound, story.length), story.roundAt(story.length) === story.rounds.length - 1]);"""
    assert told_by(IMPORTS + program) == [[True, True, True, 0, -1, True, True, 0, True]]


def test_rounds_are_chapters_and_phases_their_parts() -> None:
    paths = [
        str(LOGS["sealed"]),
        str(LOGS["house-rules"]),
        str(LOGS["french-team-stagecoach"]),
        str(ROOT / "events" / "redacted" / "french-team-stagecoach.cheyenne.jsonl"),
    ]
    program = f"""
        for (const path of {json.dumps(paths)}) {{
          const {{ story }} = await readLog(piecesOf(path), schemas);
          const {{ chapters, rounds, beginning, length }} = story;
          const parts = chapters.map((chapter) => chapter.parts.map(({{ phase, happening }}) => happening ?? phase));
          const ends = [0, 1, chapters[1].at - 1, chapters[1].at, length].map((at) => story.chapterAt(at));
          const isFirst = ({{ at, round }}, index) => round === rounds[index] && at === round.at;
          const firsts = chapters.slice(1, -1).every(isFirst);
          tell([chapters.map(({{ phase }}) => phase), parts, ends, chapters[0].at, firsts, beginning === rounds[0].at]);
        }}"""
    sealed, house_rules, whole, redacted = told_by(IMPORTS + program)
    phases, parts, ends, first, firsts, begins = sealed
    assert phases == ["setup", *["schemin"] * 5, "over"]
    usual = ["schemin", "stealin"]
    ended = [[*usual, end] for end in ("round-end", "round-end", "take-it-all", "swivel-arm", "pickpocketing")]
    assert parts == [[], *ended, []]
    assert ends == [0, 0, 0, 1, 6]
    assert (first, firsts, begins) == (1, True, True)
    assert house_rules[3] == 1, "what the table agrees on before the game belongs to the setup"
    assert redacted == whole, "a log for one role has the same chapters"


def test_a_key_is_known_by_its_sign_or_by_its_place() -> None:
    pressed = [
        *(
            ("ArrowLeft", "ArrowLeft", False),
            ("ArrowLeft", "ArrowLeft", True),
            ("K", "KeyK", True),
            ("л", "KeyK", False),
        ),
        *(("х", "BracketLeft", False), ("[", "Digit5", False), ("=", "Equal", False), ("+", "Equal", True)),
        *(("ж", "Semicolon", False), (" ", "Space", False)),
    ]
    program = f"""
        import {{ keyOf }} from "{SCRIPT.as_uri()}/keys.mjs";
        const pressed = {json.dumps(pressed)};
        console.log(JSON.stringify(pressed.map(([key, code, shiftKey]) => keyOf({{ key, code, shiftKey }}))));"""
    assert told_by(program) == [["ArrowLeft", "Shift+ArrowLeft", "k", "k", "[", "[", "+", "+", "ж", " "]]


def test_a_piece_has_moved_if_it_is_at_another_place() -> None:
    program = f"""
        import {{ movesBetween, shotIn }} from "{SCRIPT.as_uri()}/motion.mjs";
        const piece = (place, x, y) => ({{ place, x, y }});
        const before = {{ roof: 50, floor: 100, pieces: new Map([["tuco", piece("mail.roof", 10, 30)],
          ["doc", piece("mail.inside", 10, 80)], ["belle", piece("mail.inside", 40, 80)]]) }};
        const after = {{ roof: 60, floor: 120, pieces: new Map([["tuco", piece("mail.inside", 20, 100)],
          ["doc", piece("mail.inside", 10, 100)], ["belle", piece("mail.inside", 50, 100)],
          ["ghost", piece("mail.roof", 0, 0)]]) }};
        const row = ({{ from, to, isMoved }}) => [from.x, from.y, to.x, to.y, isMoved];
        console.log(JSON.stringify(movesBetween(before, after).map(row)));
        const shots = [["tuco", "doc"], ["tuco", "nobody"], ["tuco", "tuco"], []];
        console.log(JSON.stringify(shots.map(([shooter, target]) => shotIn(after, {{ shooter, target }}) !== null)));"""
    moves, shots = told_by(program)
    moved, pushed = [10, 40, 20, 100, True], [40, 100, 50, 100, False]
    assert moves == [moved, pushed], "a picture that is higher than the one before moves nobody"
    assert shots == [True, False, False, False]


def test_a_picture_to_share_tells_what_it_shows() -> None:
    told = {"title": "Round <1>", "sentence": "one two three", "foot": "a & b", "width": 900, "height": 100}
    dark = "<style>.a{b:c}@media(prefers-color-scheme:dark){.a{b:d}}.e{f:g}</style>"
    program = f"""
        import {{ linesOf, momentSvg }} from "{SCRIPT.as_uri()}/share.mjs";
        const measure = (text) => text.length;
        const asked = [["one two three", 7], ["", 7], ["monster", 3]];
        console.log(JSON.stringify(asked.map(([text, width]) => linesOf(text, width, measure))));
        const told = {json.dumps(told)};
        for (const board of ['<svg xmlns="http://www.w3.org/2000/svg" width="9">{dark}</svg>', ""]) {{
          console.log(JSON.stringify(momentSvg({{ ...told, board }}, measure)));
        }}"""
    lines, picture, bare = told_by(program)
    assert lines == [["one two", "three"], [], ["monster"]]
    root = xml.fromstring(picture)
    assert ["".join(text.itertext()) for text in root.findall("{*}text")] == ["Round <1>", "one two three", "a & b"]
    (board,) = root.findall("{*}svg")
    assert board.attrib["style"] == "width:900px;height:100px;max-width:none"
    assert "prefers-color-scheme" not in picture
    assert ".e{f:g}" in picture
    assert int(root.attrib["height"]) > int(xml.fromstring(bare).attrib["height"]) + 100


def test_a_refused_command_is_a_moment_that_changes_nothing() -> None:
    program = f"""
        import {{ storyOf }} from "{SCRIPT.as_uri()}/cases.mjs";
        import {{ NEW }} from "{(ROOT / "conformance/adapters/js/fold.mjs").as_uri()}";
        const event = {{ type: "MarshalPlaced", v: 1, data: {{ place: "mail.inside" }}, cites: ["a"] }};
        const refused = {{ clauses: ["b"], message: "no" }};
        const command = {{ type: "Fire", actor: "tuco", target: "x" }};
        const steps = [{{ command, words: "Tuco fires.", events: [], refused }},
                       {{ command: 5, words: "5", events: [event], refused: null }}];
        const story = storyOf({{ origin: NEW, ahead: [event], steps }});
        console.log(JSON.stringify([story.length, story.moment(2).refused.message, story.position(2) === story.last,
          story.position(2).marshal, story.commandOf(2).data, [...story.clauses]]));"""
    assert told_by(program) == [[3, "no", False, "mail.inside", {"target": "x"}, [["a", 2], ["b", 1]]]]


def test_the_dot_of_a_figure_that_a_module_draws_has_its_colour() -> None:
    program = f"""
        import {{ PICTURES, colourOf, thingOf }} from "{SCRIPT.as_uri()}/slots.mjs";
        const juggler = {{ thing: thingOf("person", "orange"), words: "the juggler" }};
        PICTURES.set("fair", {{ people: {{ juggler }} }});
        const characters = {{ tuco: {{ colour: "red" }} }};
        console.log(JSON.stringify(["tuco", "juggler", "nobody"].map((each) => colourOf(characters, each))));
    """
    assert told_by(program) == [["red", "orange", "grey"]]
    css = (SCRIPT / "colt.css").read_text(encoding="utf-8")
    for person in people().values():
        assert f".colt-{person.thing.colour} {{ background:" in css


def test_a_field_has_another_name_where_its_type_says_so() -> None:
    program = f"""
        import {{ colt }} from "{SCRIPT.as_uri()}/shared.mjs";
        import {{ dataTold, fieldNamed }} from "{SCRIPT.as_uri()}/words.mjs";
        colt.names = {{}};
        colt.clauses = {{}};
        colt.words = {{ "field-left": "remaining", "field-Shoot-left": "left barrel", number: "{{number}}" }};
        const tell = (value) => console.log(JSON.stringify(value));
        tell(dataTold({{ left: "tuco" }}, "Shoot"));
        tell(dataTold({{ left: "tuco" }}, "Other"));
        tell([fieldNamed("left", "Shoot"), fieldNamed("left")]);
    """
    shot, other, names = told_by(program)
    assert shot == [["left barrel", "tuco"]]
    assert other == [["remaining", "tuco"]]
    assert names == ["left barrel", "remaining"]


def test_names_are_made_of_what_is_known() -> None:
    program = f"""
        import {{ colt }} from "{SCRIPT.as_uri()}/shared.mjs";
        import {{ cardNamed, dataTold, named, summaryOf }} from "{SCRIPT.as_uri()}/words.mjs";
        colt.names = {{ tuco: "Туко", fire: "Выстрел", mail: "Почта", purse: "Кошелёк", ghost: "Призрак" }};
        colt.words = {{ roof: "крыша", "bullet-card": "пуля {{bullets}}", "id-player": "Игрок" }};
        Object.assign(colt.words, {{ money: "${{amount}}", nothing: "нет", yes: "да" }});
        colt.drawing = {{ characters: {{ tuco: {{ colour: "red" }} }} }};
        const tell = (value) => console.log(JSON.stringify(value));
        tell(["tuco", "mail.roof", "tuco-fire", "tuco-bullet-4", "purse-7", "purse-tuco", "player-2"].map(named));
        tell(["<b>", "__proto__", "constructor", "tuco-constructor"].map(named));
        tell(cardNamed("tuco-fire", "tuco"));
        tell(dataTold({{ value: 250, seats: ["tuco", "x"], face_down: true, to: "", ranking: [{{ seat: "tuco" }}] }}));
        tell(summaryOf({{ left: 3, bullet: "tuco-bullet-4", seat: "ghost", shooter: "tuco", target: "ghost" }}));
        colt.clauses = {{ "ruling.first": "Кто первый?" }};
        tell(["$350", "ruling.first"].map(named));
    """
    ids, unknown, card, data, summary, told = told_by(program)
    assert ids == ["Туко", "Почта (крыша)", "Туко: Выстрел", "Туко: пуля 4", "Кошелёк 7", "Кошелёк Туко", "Игрок 2"]
    assert unknown == ["<b>", "__proto__", "constructor", "tuco-constructor"]
    assert card == "Выстрел"
    assert data == [
        ["to", "нет"],
        ["value", "$250"],
        ["seats", "Туко, x"],
        ["face down", "да"],
        ["ranking", "seat Туко"],
    ]
    assert summary == "Туко · Призрак · Туко: пуля 4"
    assert told == ["$350", "Кто первый?"]


def test_the_place_of_a_moment_is_that_of_the_bandit_who_acts() -> None:
    program = f"""
        import {{ middleOf }} from "{SCRIPT.as_uri()}/board.mjs";
        import {{ placeOf }} from "{SCRIPT.as_uri()}/scene.mjs";
        import {{ namesIn }} from "{SCRIPT.as_uri()}/words.mjs";
        const bandits = new Map([["tuco", "mail.roof"], ["doc", "stagecoach.inside"], ["belle", "away"]]);
        const vehicles = [{{ name: "stagecoach", car: "dining" }}];
        const scene = {{ bandits, train: ["locomotive", "mail", "dining"], vehicles, fronts: [] }};
        const led = {{ ...scene, fronts: [{{ name: "sledge" }}] }};
        const place = (data) => placeOf(scene, namesIn(data));
        const told = [{{ token: "purse-1", target: "doc", shooter: "tuco" }}, {{ to: "dining.inside" }}, {{ left: 3 }},
                      {{ bandit: "doc" }}, {{ bandit: "belle" }}].map(place);
        console.log(JSON.stringify(told));
        console.log(JSON.stringify(told.map((place) => middleOf(scene, place))));
        console.log(JSON.stringify(["sledge.inside", "mail.roof"].map((place) => middleOf(led, place))));"""
    places, middles, led = told_by(program)
    assert places == ["mail.roof", "dining.inside", "", "stagecoach.inside", "away"]
    mail, dining = (8 + 62 + 98 + 46) / 372, (8 + 62 + 2 * 98 + 46) / 372
    assert middles == [pytest.approx(mail), pytest.approx(dining), None, pytest.approx(dining), None]
    assert led == [pytest.approx((8 + 98) / (372 + 176)), pytest.approx((8 + 176 + 62 + 98 + 46) / (372 + 176))]
