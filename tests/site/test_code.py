"""The project's files as pages: every line has its anchor, and nothing in a file can affect the page."""

import re
from pathlib import Path

from colt_rules.site.addresses import source_at
from colt_rules.site.code import LEFT_OUT, MOST, page, shown

ROOT = Path(__file__).parents[2]


def text_of(html: str) -> str:
    """The visible code on a page."""
    (body,) = re.findall(r"<code>(.*)</code>", html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", body).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def line_of(html: str, number: int) -> str:
    (line,) = re.findall(rf"<b id=L{number}>(.*?)\n</b>", html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", line)


def test_a_known_line_has_its_number_as_anchor() -> None:
    file = "colt_rules/kernel/fold.py"
    text = (ROOT / file).read_text(encoding="utf-8")
    number = text.splitlines().index("    state = start") + 1
    assert line_of(page(file, text), number) == "    state = start"
    assert source_at(file, number).endswith(f"source/colt_rules/kernel/fold.py.html#L{number}")


def test_the_text_is_what_is_in_the_file_whatever_its_language() -> None:
    for file in ("colt_rules/kernel/fold.py", "spec/clauses/base/07-floor-change.toml", "conformance/exceptions.yaml"):
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text_of(page(file, text)) == text


def test_a_script_in_a_file_is_only_shown() -> None:
    html = page("evil.py", 'x = "<script>alert(1)</script>" # </code><b>\n')
    assert "<script" not in html
    assert html.count("</code>") == 1
    assert text_of(html) == 'x = "<script>alert(1)</script>" # </code><b>\n'
    assert "<b>" not in page("<b>.toml", "a = 1\n")


def test_links_of_a_page_lead_home_from_any_depth() -> None:
    assert 'href="../en/index.html"' in page("Makefile", "all:\n")
    assert 'href="../../../en/index.html"' in page("colt_rules/kernel/fold.py", "")
    assert 'href="../../../source/source.css"' in page("colt_rules/kernel/fold.py", "")


def test_a_page_that_would_be_too_heavy_ends_before_and_says_so() -> None:
    html = page("long.txt", "0123456789\n" * 50_000)
    assert len(html.encode()) < MOST + 2_000
    assert re.search(r"… and \d+ more lines", html)


def test_what_pages_link_to_is_shown() -> None:
    files = set(shown(ROOT))
    assert {"colt_rules/kernel/fold.py", "tests/site/test_code.py", "spec/rulings.toml", "LICENSE"} <= files
    assert {"events/schemas/commands/Fire.json", "conformance/README.md", "docs/statistics.json"} <= files
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "conformance" / "cases").rglob("*.yaml")} <= files
    assert not [file for file in files if "__pycache__" in file]


def test_what_a_compiler_made_and_what_is_a_guide_is_not_shown(tmp_path: Path) -> None:
    for name in ("conformance/adapters/one/build/made.json", "conformance/adapters/one/kept.json", "docs/guide.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert shown(tmp_path) == ["conformance/adapters/one/kept.json"]


def test_words_for_the_search_alone_are_not_shown() -> None:
    found = shown(ROOT)
    assert "spec/glossary.toml" in found
    assert all((ROOT / name).is_file() for name in LEFT_OUT)
    assert not LEFT_OUT & set(found)
