"""The last run of the suite: what was asked and how it ended, by edition, module and topic."""

from collections.abc import Iterable, Iterator, Sequence

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.export import published
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.running.results import Status
from colt_rules.site.addresses import case_at, edition_at
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs, table
from colt_rules.site.pages.prove import prove_link
from colt_rules.site.pages.references import module_link
from colt_rules.site.pages.topics import topics
from colt_rules.site.reader import Reader


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    yield Page(
        address="proof.md",
        title=to.say("proof.title"),
        body=paragraphs(
            to.say("proof.about" if to.sources.results else "proof.not-run"),
            prove_link(to),
            _whole(to),
            _failures(to),
            heading(2, to.say("proof.editions"), "editions"),
            _by_edition(to),
            *_by_topic(to),
        ),
    )


def _whole(to: Reader) -> str:
    runs = to.sources.suite.runs
    checks, passed = _checks(to, runs)
    facts = {
        "suite": published(suite_folder()).version,
        "cases": str(len(to.sources.suite.cases)),
        "runs": str(len(runs)),
        "checks": str(checks),
        "passed": str(passed),
        "mutants": str(sum(map(len, to.sources.mutants.values()))),
    }
    return to.facts("proof", facts)


def _checks(to: Reader, runs: Iterable[Run]) -> tuple[int, int]:
    """The number of checks of these runs, and how many of them passed."""
    checks = passed = 0
    for run in runs:
        checks += len(run.checks)
        if run.name in to.sources.results:
            passed += sum(result.status == Status.PASS for result in to.sources.results[run.name].results)
    return checks, passed


def _failures(to: Reader) -> str:
    failed = [
        f"{link(code(f'{name}#{one.check}'), case_at(name.partition('@')[0]))} {escaped(one.message)}"
        for name, result in to.sources.results.items()
        for one in result.results
        if one.status != Status.PASS
    ]
    return paragraphs(heading(2, to.say("proof.failures"), "failures"), bullets(failed)) if failed else ""


def _by_edition(to: Reader) -> str:
    rows = []
    for id, edition in to.sources.registry.editions.items():
        runs = [run for run in to.sources.suite.runs if run.edition == id]
        rows.append([link(code(id), edition_at(id)), escaped(to.plain(edition.title)), *_counts(to, runs)])
    return table([to.say("proof.edition"), to.say("edition.title"), *_head(to)], rows)


def _by_topic(to: Reader) -> Iterator[str]:
    """A section for each module, with its topics, and one for the rulings."""
    runs: dict[str, list[Run]] = {}
    for run in to.sources.suite.runs:
        runs.setdefault(run.case.id.partition("/")[0], []).append(run)
    rows: dict[str, list[list[str]]] = {}
    for topic in topics(to.sources.registry):
        found = [run for clause in topic.clauses for run in runs.get(clause.id, ())]
        name = link(to.say(f"topic.{topic.name}"), topic.address)
        rows.setdefault(topic.module, []).append([name, *_counts(to, found)])
    for module, topic_rows in rows.items():
        yield heading(2, module_link(to, module), module)
        yield table([to.say("proof.topic"), *_head(to)], topic_rows)
    ruled = [run for id in to.sources.registry.rulings for run in runs.get(id, ())]
    yield heading(2, link(to.say("proof.rulings"), "rulings/index.md"), "rulings")
    yield table(_head(to), [_counts(to, ruled)])


def _head(to: Reader) -> list[str]:
    return [to.say(f"proof.{key}") for key in ("cases", "runs", "checks", "passed")]


def _counts(to: Reader, runs: Sequence[Run]) -> list[str]:
    checks, passed = _checks(to, runs)
    return [str(number) for number in (len({run.case.id for run in runs}), len(runs), checks, passed)]
