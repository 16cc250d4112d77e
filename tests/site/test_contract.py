"""The wire contract: every type has its page, made from its schema and from what the kept games show."""

import json
import re

import pytest

from colt_rules.commands import COMMANDS
from colt_rules.conformance.protocol import messages as p
from colt_rules.events import EVENTS
from colt_rules.log.class_source import id_kinds
from colt_rules.modules import MODULES, IncompleteModule, parts
from colt_rules.site.addresses import command_at, event_at
from colt_rules.site.page import Page
from colt_rules.site.pages import contract
from colt_rules.site.pages.contract import CHANGED, changed_by, changes, pages, table_below
from colt_rules.site.pages.fields import Fields
from colt_rules.site.pages.guides import wire_page
from colt_rules.site.sources import Sources
from tests.site.reading import reader


@pytest.fixture(scope="module")
def english() -> dict[str, Page]:
    return {page.address: page for page in pages(reader("en"))}


def rows(body: str, anchor: str) -> list[list[str]]:
    """The rows of the first table below a heading."""
    part = body.split(f"{{#{anchor}}}")[1]
    lines = [line for line in part.split("\n## ")[0].splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_event_has_a_page_with_an_example_from_a_kept_game(english: dict[str, Page]) -> None:
    for type in EVENTS:
        body = english[event_at(type)].body
        (shown,) = re.findall(r"```json\n(.*?)\n```", body, re.DOTALL)
        assert json.loads(shown)["type"] == type
        game, event = re.findall(r"/replay\.md#game=([\w.-]+)&event=(\d+)", body)[0]
        assert json.loads(shown)["seq"] == int(event)
        assert (reader("en").sources.root / "events" / "games" / f"{game}.jsonl").is_file()


def test_every_command_has_a_page_with_an_example_as_it_is_sent(english: dict[str, Page]) -> None:
    for type in COMMANDS:
        (shown,) = re.findall(r"```json\n(.*?)\n```", english[command_at(type)].body, re.DOTALL)
        sent = json.loads(shown)
        names = {row[0].strip("`") for row in rows(english[command_at(type)].body, "fields")}
        assert sent["type"] == type
        assert set(sent) <= names


def test_a_type_that_no_game_shows_or_no_row_tells_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {**changes(reader("en").sources.root)}
    del told["BulletGiven"]
    monkeypatch.setattr(contract, "changes", lambda root: told)
    with pytest.raises(IncompleteModule, match=r"^events/README.md: expected a row of BulletGiven"):
        next(pages(reader("en")))
    monkeypatch.setitem(COMMANDS, "Whistle", COMMANDS["Fire"])
    monkeypatch.setattr(contract, "EVENTS", {})
    with pytest.raises(IncompleteModule, match="with Whistle, got none: run `colt games missing --keep`"):
        next(pages(reader("en")))


def test_the_fields_of_an_event_with_what_they_mean(english: dict[str, Page]) -> None:
    fields = {row[0]: row[1:] for row in rows(english[event_at("BulletGiven")].body, "fields")}
    assert list(fields) == ["`shooter`", "`target`", "`seat`", "`bullet`", "`left`"]
    assert fields["`left`"][:2] == ["`integer`", "yes"]
    assert fields["`shooter`"][2] == "[Name of a bandit](/guides/wire-contract.md#ids)"
    assert "[`ScoreLine`](#ScoreLine)`[]`" in english[event_at("GameEnded")].body
    assert "### `ScoreLine` {#ScoreLine}" in english[event_at("GameEnded")].body


def test_who_sees_what_of_an_event(english: dict[str, Page]) -> None:
    seen = {row[0]: row[1:] for row in rows(english[event_at("HandDrawn")].body, "seen")}
    assert seen["`seat`"][0] == "everybody"
    assert seen["`cards`"][0] == "the player whose hand it is"
    assert "[`ruling.secrecy.hands`](/rulings/ruling.secrecy.hands.md)" in seen["`cards`"][1]
    assert seen["`count` (added for viewers)"][0] == "everybody"


def test_which_clauses_an_event_cites_and_which_commands_lead_to_it(english: dict[str, Page]) -> None:
    body = english[event_at("BulletGiven")].body
    assert "(/clauses/fire.bullet-given.md)" in body
    assert "[`Fire`](/contract/commands/Fire.md)" in body
    assert "[`BulletGiven`](/contract/events/BulletGiven.md)" in english[command_at("Fire")].body


def test_the_contract_says_of_every_event_what_it_changes(sources: Sources) -> None:
    assert set(EVENTS) <= set(changes(sources.root))


def test_an_event_says_what_is_otherwise_with_each_module(english: dict[str, Page]) -> None:
    found = changed_by(reader("en").sources.root)
    assert found["BanditPlaced"]["duo"].startswith("Comes when all pawns are hidden.")
    for type, by_module in found.items():
        assert all(change in english[event_at(type)].body for change in by_module.values())
    assert "{#modules}" not in english[event_at("RulingAgreed")].body


def test_a_page_says_only_of_events_of_modules_before_it_what_changes_in_them(sources: Sources) -> None:
    """A module does not know those after it; each row names existing events and their module."""
    homes = {event: name for name, part in parts("events") for event in part.EVENTS}
    for number, name in enumerate(MODULES[1:], 1):
        for events, home, _ in table_below(CHANGED, (sources.root / wire_page(name)).read_text(encoding="utf-8")):
            assert home.strip("`") in MODULES[:number], (name, home)
            for event in events.replace("`", "").split():
                assert event in EVENTS, (name, event)
                assert f"`{homes.get(event, MODULES[0])}`" == home, (name, event)


def test_a_page_without_that_heading_has_no_rows() -> None:
    assert table_below(CHANGED, "# Page\n\n## Ids\n\n| what |\n|---|\n| a |\n") == []


def test_every_message_of_the_protocol_has_its_anchor_and_an_example(english: dict[str, Page]) -> None:
    body = english["contract/protocol.md"].body
    for name in p.REQUESTS:
        assert f"{{#request-{name}}}" in body
    for name in p.RESPONSES:
        assert f"{{#response-{name}}}" in body
    assert body.count("```json") == len(p.REQUESTS) + len(p.RESPONSES)
    assert "[`Game`](/contract/state.md)" in body


def test_the_log_is_told_line_by_line(english: dict[str, Page]) -> None:
    body = english["contract/log.md"].body
    for anchor in ("log-header", "log-command", "log-event", "log-end", "Seal", "redacted"):
        assert f"{{#{anchor}}}" in body
    assert '"format": "colt-rules-log"' in body
    assert '"type": "EndOfLog"' in body


def test_a_view_is_shown_with_what_events_hide(english: dict[str, Page]) -> None:
    body = english["contract/view.md"].body
    assert '"role": "spectator"' in body
    assert "{#seen-HandDrawn}" in body
    assert "{#seen-BanditMoved}" not in body


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["ru", "fr", "pl"])
def test_pages_are_the_same_in_all_languages_but_for_their_words(lang: str, english: dict[str, Page]) -> None:
    other = {page.address: page for page in pages(reader(lang))}
    assert list(other) == list(english)
    for address, page in english.items():
        assert re.findall(r"\{#[^}]+\}", other[address].body) == re.findall(r"\{#[^}]+\}", page.body)
    assert other[event_at("BulletGiven")].body != english[event_at("BulletGiven")].body


def test_kinds_of_values_are_written_as_programmers_do() -> None:
    fields = Fields(reader("en"))
    assert fields.kind({"type": "array", "items": {"type": "string"}}) == "`string[]`"
    assert fields.kind({"type": "object", "additionalProperties": {"type": "integer"}}) == "`{string: integer}`"
    assert fields.kind({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "`string` or `null`"
    assert fields.kind({"enum": [1, 2]}) == "`1` or `2`"
    assert fields.kind({"const": "Fire"}) == '`"Fire"`'


def test_annotations_tell_which_id_a_text_is() -> None:
    event: type = EVENTS["LootTaken"]
    assert id_kinds(event) == {"bandit": "Bandit", "token": "Token", "place": "Place"}
