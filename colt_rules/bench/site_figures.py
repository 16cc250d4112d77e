"""The figures of the rules site, for ``colt bench site``."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from colt_rules.bench import answer_figures, engine_figures, table_figures
from colt_rules.bench.figures import Goal, Measurement, NotMeasured
from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.search.index import Index
from colt_rules.search.questions import ENOUGH, FIRST, load_questions, unanswered
from colt_rules.search.spec import documents
from colt_rules.site.building import Built, CannotBuild, build
from colt_rules.site.checking import HEAVIEST_PAGE, HEAVIEST_SITE
from colt_rules.site.sources import NoCheckout

MEGABYTE = 1_000_000
HEAVIEST_DATA = 1
"""The most megabytes that a browser loads before it can search in a language."""
ANSWERED = f"questions of the table in {{lang}} whose answer `colt spec search` has among the first {FIRST}"


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured. The site takes minutes, so it is built only once."""
    with TemporaryDirectory() as folder:
        made: list[Built] = []

        def seconds(repeat: int) -> float:
            start = time.perf_counter()
            try:
                made.append(build(Path(folder) / "site"))
            except (CannotBuild, NoCheckout) as error:
                raise NotMeasured(str(error)) from error
            return time.perf_counter() - start

        yield Goal("build", "building the site in four languages, on all cores", "s", 180).measured(1, seconds)
        (built,) = made
        size = f"the whole site: {built.pages:,} pages, {built.files:,} files"
        yield Goal("size", size, "MB", HEAVIEST_SITE / MEGABYTE).measured(1, lambda _: built.size / MEGABYTE)
        page = max(path.stat().st_size for path in built.folder.rglob("*.html")) / MEGABYTE
        yield Goal("page", "its heaviest page", "MB", HEAVIEST_PAGE / MEGABYTE).measured(1, lambda _: page)
        found = max(path.stat().st_size for path in (built.folder / "find").glob("??.js")) / MEGABYTE
        data = "the largest search data of a language"
        yield Goal("search-data", data, "MB", HEAVIEST_DATA).measured(1, lambda _: found)
        yield from answer_figures.measure(built.folder, repeats)
        yield from engine_figures.measure(built.folder)
        yield from table_figures.measure(built.folder)
    for lang in LANGUAGES:
        answers = Goal(f"answers-{lang}", ANSWERED.format(lang=lang), "%", 100 * ENOUGH)
        yield answers.measured(1, partial(_answered, lang))


def _answered(lang: str, repeat: int) -> float:
    """The percentage of questions that are answered."""
    known = registry()
    questions = load_questions(known.folder)
    missed = unanswered(questions, Index(documents(known, lang), lang), lang)
    return 100 - 100 * len(missed) / len(questions)
