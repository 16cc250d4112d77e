"""The first picture of a clause shows it take effect; only what forbids or demands opens with a refusal."""

import pytest

from colt_rules.commands import Command
from colt_rules.kernel import Accepted, Refused
from colt_rules.languages import LANGUAGES
from colt_rules.registry.clauses import ClauseKind
from colt_rules.site.cases import own_cases, steps
from colt_rules.site.illustrations import Illustration, Nature, best_of_each, counterpart, illustration
from colt_rules.site.pages.clauses import clause_page
from colt_rules.site.pages.things import pages as thing_pages
from colt_rules.site.pictures import caption, pictured
from colt_rules.site.sources import Sources
from tests.site.reading import reader

FORBIDDING = (ClauseKind.LIMIT, ClauseKind.OBLIGATION)
WITHOUT = {
    "numbers of players, cards and rounds": """
        setup.players duo.players duo.players.two prison.setup.players mei.seven-players team.pairs team.seating
        setup.rounds.by-player-count setup.rounds.five-of-seven setup.rounds.station-last setup.rounds.station-always
        setup.rounds.station-optional setup.rounds.chosen duo.round-cards mei.round-cards horses.setup.rounds.mixed
        horses.setup.rounds.all-mixed prison.setup.rounds.mixed setup.neutral-bullets.thirteen
        horses.setup.neutral-bullets.sixteen marshal-player.neutral-bullets-stay neutral-bullets.pile-removed""",
    "what is agreed on before the game": """
        setup.advanced.optional setup.advanced.always duo.expert-always duo.teams.drawn duo.teams.choice duo.teams.free
        horses.setup.first-games prison.with-horses team.with-or-without""",
    "phases and symbols that nothing on the table marks": """
        game.two-phases stealin.pile-turned plus.three-in-a-row prison.plan.not-with-expert horses.expert.no-plan
        happening.reflexes.hands-stay team.partner-card.playable time-machine.reappear""",
    "the riders, who stand on no car yet": """
        attack.cars-only attack.from-the-tail attack.rides-on prison.setup.attack marshal-player.no-attack""",
    "cards of the Marshal that lie beside the train": """
        marshal-player.cylinders goal.warrants.in-play goal.warrants.two goal.specials.three goal.five-shuffled
        goal.specials.few-bandits goal.one-each-round goal.current-known-to-marshal goal.future-unknown goal.revealed
        goal.warrant goal.warrant.not-in-the-cell goal.scratches goal.dodged-bullets goal.golden-bullet goal.mail
        goal.keys goal.full-of-lead goal.arch-enemy happening.rumours arrest.poster""",
    "what nobody may see": """
        secrecy.round-deck expert.discard-open-to-owner horses.secrecy.flasks""",
}
"""The clauses without a picture, by what they are about: nothing of it can be seen on the train or in the piles."""


@pytest.fixture(scope="module")
def first(sources: Sources) -> dict[str, Illustration | None]:
    return {id: illustration(sources, id) for id in sources.registry.clauses}


def test_every_clause_has_a_picture_unless_nothing_of_it_can_be_seen(first: dict[str, Illustration | None]) -> None:
    unseen = {id for ids in WITHOUT.values() for id in ids.split()}
    assert {id for id, found in first.items() if not found} == unseen


def test_what_allows_or_causes_something_is_never_illustrated_by_a_refusal(
    first: dict[str, Illustration | None], sources: Sources
) -> None:
    clauses = sources.registry.clauses
    refused = {id for id, found in first.items() if found and found.is_refused}
    assert {id for id in refused if clauses[id].kind not in FORBIDDING} == set()
    assert {"fire.roof.line-of-sight", "move.must-move"} <= refused


def test_the_caption_of_a_first_picture_tells_what_the_clause_causes_or_forbids(
    first: dict[str, Illustration | None],
) -> None:
    for id, found in first.items():
        if not found or found.nature is Nature.CONTEXT:
            continue
        verdicts = [step.verdict for step in steps(found.run)]
        if found.nature is Nature.REFUSAL:
            assert isinstance(verdicts[-1], Refused), id
            assert isinstance(found.shown.happening.main, Command), id
        else:
            events = [one for verdict in verdicts if isinstance(verdict, Accepted) for one in verdict.events]
            assert any(id in cites for _, cites in events), id
            assert found.shown.happening.is_shown, id


def test_a_limit_shows_what_it_refuses_if_one_of_its_cases_does(
    first: dict[str, Illustration | None], sources: Sources
) -> None:
    for id, clause in sources.registry.clauses.items():
        refusing = [
            run
            for case in own_cases(sources, id)
            for run in sources.runs_of(case)
            if run.commands and isinstance(last := steps(run)[-1].verdict, Refused) and id in last.clauses
            if (shown := pictured(run)) and isinstance(shown.happening.main, Command)
        ]
        found = first[id]
        if clause.kind is ClauseKind.LIMIT and refusing:
            assert found, id
            assert found.nature is Nature.REFUSAL, id


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("fire.target", "Doc shot Django, who got Doc's bullet card 6; 5 bullets left."),
        ("fire.roof.any-distance", "Cheyenne shot Doc, who got Cheyenne's bullet card 6; 5 bullets left."),
        ("tuco.through-the-roof", "Tuco shot Doc, who got Tuco's bullet card 2; 1 bullet left."),
        ("cheyenne.keeps-purse", "Doc lost purse 2 to Cheyenne."),
        ("punch.loot.dropped", "Django lost purse 3, which lies inside the private saloon car now."),
        ("marshal-player.shot", "Ghost shot the Marshal, who got Ghost's bullet card 6; 5 bullets left."),
        (
            "setup.train.cars",
            "The train stands: the locomotive, the private saloon car, the second-class car, the mail car and the "
            "first-class car.",
        ),
    ],
)
def test_the_picture_of_a_clause_and_what_is_said_below_it(sources: Sources, id: str, said: str) -> None:
    found = illustration(sources, id)
    assert found
    assert caption(reader("en"), found.shown) == said


def test_the_second_picture_is_a_refusal_if_the_first_one_is_none_and_the_other_way_round(sources: Sources) -> None:
    for id in ("fire.target", "tuco.through-the-roof", "cheyenne.keeps-purse", "fire.roof.line-of-sight"):
        first, second = illustration(sources, id), counterpart(sources, id)
        assert first
        assert second
        assert first.is_refused is not second.is_refused


REASONS = {
    "en": "Everybody in reach can be chosen, whichever way and however many, but not the shooter",
    "ru": "Выбрать можно было: Док стреляет в Призрака; Док стреляет в Джанго; Док стреляет в Туко",
    "fr": "On pouvait choisir\u202f: Doc tire sur Ghost\u202f; Doc tire sur Django\u202f; Doc tire sur Tuco",
    "pl": "Można było wybrać: Doc strzela do Ghosta; Doc strzela do Django; Doc strzela do Tuco",
}
"""Above the picture of a refusal, by language."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_of_a_refusal_is_told_above_its_picture_in_every_language(sources: Sources, lang: str) -> None:
    to = reader(lang)
    body = clause_page(to, sources.registry.clause("fire.target")).body
    above, refused, _ = body.partition(f"<figcaption>{to.say('case.refused')}")
    assert refused
    assert REASONS[lang] in above


def test_a_topic_shows_one_effect_and_one_refusal_at_most(sources: Sources) -> None:
    fire = [clause.id for clause in sources.registry.clauses.values() if clause.topic == "fire"]
    found = best_of_each(sources, fire)
    assert {one.nature for one in found.values()} == {Nature.EFFECT, Nature.REFUSAL}
    assert {found[id].entry for id in found} == set(found)
    assert best_of_each(sources, []) == {}


def test_the_page_of_the_poodle_shows_what_the_poodle_does() -> None:
    [page] = [page for page in thing_pages(reader("en")) if page.address.endswith("/poodle.md")]
    assert "<figcaption>Django got a neutral bullet" in page.body
