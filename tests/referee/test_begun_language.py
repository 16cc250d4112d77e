"""A language that is only begun: told by the whole sentence or in English, and every mistake in its files is named."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.modules import IncompleteModule, part_files
from colt_rules.referee import vocabulary as all_words
from colt_rules.referee.prose import tell
from colt_rules.referee.telling import describe_command, describe_event
from colt_rules.referee.vocabulary import missing_entries, name_of, vocabulary
from tests.logs import played, text_of

BEGUN = "sentences.xx.toml"
GRAMMAR = """
[grammar]
plural.xx = "fr"
groups.xx = "10'000"
and.xx = " und "
money.xx = "{it} Dollar"
between.xx = "; "
"""
TOLD = """
[nouns.bullets-left]
xx = {one = "{n} Kugel", many = "{n} Kugeln"}
[words.action]
fire.xx = "Schuss"
[words.car.mail]
xx = {nom = "der Postwagen", acc = "den Postwagen"}
[words.place.".roof"]
xx = {nom = "das Dach von {car}", into = "auf {car|acc}"}
[words.token]
"jewel-*".xx = "Juwel {rest:number}"
[words.card.".own"]
xx = "„{action}“"
[words.card.".bullet"]
xx = "Kugel {action} von {owner}"
[events.BanditMoved]
xx = "{bandit} kommt {to|into}"
[events.BulletGiven]
xx = "{shooter} trifft {target}: {bullet}; {left#bullets-left}"
[events.CardPlayed]
xx = "{seat} spielt {card:own}[face_down? verdeckt]"
[events.LootTaken]
xx = "{bandit} nimmt {token}[value? für {value}]"
[commands.Move]
xx = "{actor} geht"
"""
Write = Callable[[str], None]


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Write]:
    """Begin the language with this file of the base game."""
    caches = [made for made in vars(all_words).values() if hasattr(made, "cache_clear")]
    file = tmp_path / BEGUN

    def written(text: str) -> None:
        file.write_text(text, encoding="utf-8")
        for cached in caches:
            cached.cache_clear()

    monkeypatch.setattr(all_words, "BEGUN", ("xx",))
    monkeypatch.setattr(all_words, "part_files", lambda name: {"base": file} if name == BEGUN else part_files(name))
    yield written
    for cached in caches:
        cached.cache_clear()


def test_what_it_has_is_told_in_it(write: Write) -> None:
    write(GRAMMAR + TOLD)
    moved = e.BanditMoved("tuco", "mail.roof", "mail.roof", "flood")
    assert describe_event(moved, "xx") == "Tuco kommt auf den Postwagen."
    assert describe_event(e.LootTaken("tuco", "jewel-2", "mail.roof"), "xx") == "Tuco nimmt Juwel 2."
    played_card = e.CardPlayed("tuco", "tuco-fire", face_down=True)
    assert describe_event(played_card, "xx") == "Tuco spielt „Schuss“ verdeckt."
    assert describe_command(c.Move("tuco", "mail.roof"), "xx") == "Tuco geht."


@pytest.mark.parametrize(("left", "told"), [(0, "0 Kugel"), (1, "1 Kugel"), (2, "2 Kugeln"), (12345, "12'345 Kugeln")])
def test_its_plurals_follow_the_rule_it_names(left: int, told: str, write: Write) -> None:
    write(GRAMMAR + TOLD)
    shot = e.BulletGiven("tuco", "doc", "doc", "tuco-bullet-3", left)
    assert describe_event(shot, "xx") == f"Tuco trifft Doc: Kugel 3 von Tuco; {told}."


@pytest.mark.parametrize(
    "event",
    [
        e.BanditMoved("tuco", "mail.roof", "dining.roof", "flood"),
        e.BanditMoved("tuco", "mail.roof", "mail.inside", "flood"),
        e.BanditMoved("tuco", "dining.roof", "mail.roof", "push"),
        e.CardPlayed("tuco", "tuco-move", face_down=False),
        e.LootTaken("tuco", "purse-2", "mail.roof"),
        e.HandDrawn("tuco", ("tuco-fire",)),
        e.MarshalMoved("mail.inside", "dining.inside"),
    ],
    ids=["car", "place", "condition", "name of the box", "token", "sentence", "nothing"],
)
def test_a_sentence_that_lacks_anything_is_told_in_english(event: e.Event, write: Write) -> None:
    write(GRAMMAR + TOLD)
    assert describe_event(event, "xx") == describe_event(event)


def test_other_texts_and_languages_do_not_change(write: Write) -> None:
    write(GRAMMAR + TOLD)
    assert (name_of("player-2", "xx"), tell("xx", "audit.waits", actor="tuco", kind="move")) == (
        name_of("player-2"),
        tell("en", "audit.waits", actor="tuco", kind="move"),
    )
    write("[events.LootTakn]\nxx = 'x'")
    assert describe_event(e.LootTaken("tuco", "jewel-2", "mail.roof"), "pl").startswith("Tuco zabiera Klejnot 2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            'sentences.xx.toml of base [grammar] plural.xx: expected a text such as "en", got none: add it\n'
            'sentences.xx.toml of base [grammar] groups.xx: expected a text such as "1,000", got none: add it\n',
        ),
        (GRAMMAR.replace('"fr"', '"xx"'), "[grammar] plural.xx: expected one of en, ru, fr, pl, got 'xx'"),
        (GRAMMAR + "[events", ": not TOML"),
        (GRAMMAR + "[event.LootTaken]\nxx = 'x'", "[event]: expected one of the tables events, commands"),
        (GRAMMAR + "[events]\nLootTaken = 'x'", "[events.LootTaken]: expected a table with a language (xx), got 'x'"),
        (
            GRAMMAR + "[events.LootTaken]\nxy = 'x'",
            '[events.LootTaken] xy: expected a language (xx) or a condition with a table ("how=push"), got another key',
        ),
        (GRAMMAR + "[events.LootTaken]\nxx = 3", "[events.LootTaken] xx: expected a text or a table of texts"),
        (GRAMMAR + "[events.LootTakn]\nxx = 'x'", "[events.LootTakn]: expected the heading of an entry of sentences"),
        (
            GRAMMAR + "[events.BanditMoved.'how=pusj']\nxx = 'x'",
            '[events.BanditMoved."how=pusj"]: expected the heading of an entry',
        ),
        (GRAMMAR + "[words.car.male]\nxx = 'x'", "[words.car.male]: expected the heading of an entry"),
        (GRAMMAR + "[words.car.mail]\nxx = {acc = 'x'}", "[words.car.mail] xx: expected nom, got none: add it"),
        (GRAMMAR + "[nouns.cards]\nxx = '{n} x'", "[nouns.cards] xx: expected many, got none: add it"),
        (
            GRAMMAR + "[nouns.cards]\nxx = {oen = '{n} x', many = '{n} x'}",
            "[nouns.cards] xx: expected forms of many, one, got oen",
        ),
        (GRAMMAR + "[nouns.cards]\nxx.many = '{m} x'", "[nouns.cards] xx.many: expected a field (n), got 'm'"),
        (
            GRAMMAR + "[words.place.'.roof']\nxx = '{cra}'",
            "[words.place.\".roof\"] xx: expected a field (car), got 'cra'",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str, write: Write) -> None:
    write(text)
    with pytest.raises(IncompleteModule) as raised:
        vocabulary("xx")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{bandti}", "expected a field (bandit, kind, place, token, value), got 'bandti'"),
        ("[valeu? x]", "expected a field (bandit, kind, place, token, value), got 'valeu'"),
        ("[value=@valeu? x]", "expected a field (bandit, kind, place, token, value), got 'valeu'"),
        ("{place|akk}", "expected a form of place (into, nom), got 'akk'"),
        ("{token|acc}", "expected a form of token (nom), got 'acc'"),
        ("{token:tokn}", "expected a kind of words (action, "),
        ("{token#bullet}", "expected a noun ("),
        ("{token|acc#bullets}", "expected a form of bullets (there is none), got 'acc'"),
        ("{bandit |acc}", "expected markup such as {bandit|gen} or [value? …], got '{bandit |acc}'"),
        ("[value? x", "expected ] at the end of '[value? x'"),
        ("value? x]", "expected [ and a condition before ] in 'value? x]'"),
    ],
)
def test_a_misspelt_template_is_named_with_its_place(template: str, message: str, write: Write) -> None:
    write(GRAMMAR + TOLD.replace("{bandit} nimmt {token}[value? für {value}]", template))
    with pytest.raises(IncompleteModule) as raised:
        vocabulary("xx")
    assert f"{BEGUN} [events.LootTaken] xx: {message}" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "xx = 'x'",
            'xx: expected a language (en, ru, fr, pl) or a condition with a table ("how=push"), got another key',
        ),
        ("ru = '{token|akk}'", "ru: expected a form of token (acc, nom), got 'akk'"),
        ("ru = '{tokne|acc}'", "ru: expected a field (bandit, kind, place, token, value), got 'tokne'"),
    ],
)
def test_a_mistake_in_a_complete_language_is_named_too(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write: Write
) -> None:
    write(GRAMMAR)
    file = tmp_path / "sentences.toml"
    file.write_text(f"[events.LootTaken]\n{text}", encoding="utf-8")
    monkeypatch.setattr(all_words, "part_files", lambda name: {**part_files(name), "toy": file})
    with pytest.raises(IncompleteModule) as raised:
        vocabulary("ru")
    assert f"sentences.toml [events.LootTaken] {message}" in str(raised.value)


def test_what_is_missing_is_listed_by_file(write: Write) -> None:
    write(GRAMMAR + TOLD)
    (base, lacks, number), *_, (box, names, _) = missing_entries("xx")
    assert base.endswith(f"presentation/base/{BEGUN}")
    assert number - len(lacks) == TOLD.count("xx = ") - 1  # "fire" is a name of the box
    assert {"[events.HandDrawn]", '[events.BanditMoved."how=push"]', "[words.car.dining]"} <= {*lacks}
    assert not {"[events.LootTaken]", "[words.car.mail]"} & {*lacks}
    assert (box, "[words.action.move]" in names, "[words.action.fire]" in names) == (
        "names in the box, in any of these files",
        True,
        False,
    )


def test_the_examples_of_the_guide_are_right(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write: Write) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "add-a-language.md").read_text(encoding="utf-8")
    write("".join(re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)))
    monkeypatch.setattr(all_words, "BEGUN", ("de",))
    monkeypatch.setattr(
        all_words, "part_files", lambda name: {"base": tmp_path / BEGUN} if "de" in name else part_files(name)
    )
    moved = e.BanditMoved("tuco", "mail.inside", "mail.inside", "move")
    assert describe_event(moved, "de") == "Tuco geht aus dem Postwagen in den Postwagen."


PROGRAM = """
import sys
from pathlib import Path
from colt_rules import languages, modules
languages.BEGUN = ("xx",)
found = modules.part_files
modules.part_files = lambda name: {"base": Path(sys.argv[1])} if name == "sentences.xx.toml" else found(name)
from colt_rules.cli.main import colt
colt(sys.argv[2:])
"""
"""The command line with a begun language."""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("log", "show", "game.jsonl", "--lang", "xx"), "trifft"),
        (("replay", "game.jsonl", "--lang", "xx", "--pictures"), "trifft"),
        (("explain", "game.jsonl", "--event", "1", "--lang", "xx"), "Why"),
        (("docs", "missing", "xx"), "  [events.HandDrawn]"),
        (("audit", "game.jsonl", "--lang", "xx"), "'xx' is not one of 'en', 'ru', 'fr', 'pl'"),
        (("docs", "missing", "xy"), "expected a language of BEGUN in colt_rules/languages.py, got 'xy': add it there"),
    ],
    ids=lambda words: " ".join(words[:2]) if isinstance(words, tuple) else "",
)
def test_commands_that_tell_events_offer_it(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(text_of(played()))
    (tmp_path / BEGUN).write_text(GRAMMAR + TOLD, encoding="utf-8")
    given = [sys.executable, "-c", PROGRAM, BEGUN, *words]
    done = subprocess.run(given, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert told in done.stdout + done.stderr
