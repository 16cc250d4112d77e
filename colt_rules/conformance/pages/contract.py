"""The files of the contract: generated pages, upcasts, bookkeeping, the list of the JavaScript client."""

from pathlib import Path

from colt_rules.conformance.pages.case_page import case_page
from colt_rules.conformance.pages.citing_page import citing_page
from colt_rules.conformance.pages.client_list import client_list
from colt_rules.conformance.pages.protocol_page import protocol_page
from colt_rules.conformance.protocol.bookkeeping import published_bookkeeping
from colt_rules.log.schemas import pretty, upcasts, write_files


def contract_files() -> dict[str, bytes]:
    """Every generated file of the suite's contract, by its path from the top of the repository."""
    files = {f"docs/{name}": text.encode() for name, text in pages().items()}
    files["conformance/adapters/js/folds/index.mjs"] = client_list().encode()
    files["events/upcasts.json"] = pretty(upcasts())
    files["conformance/bookkeeping.json"] = pretty(list(published_bookkeeping()))
    return files


def contract_drift(root: Path) -> list[str]:
    """How the files below ``root`` differ from the classes: one sentence per file, empty if they agree."""
    problems = []
    for name, content in contract_files().items():
        path = root / name
        if not path.is_file():
            problems.append(f"{name}: expected a file, got none")
        elif path.read_bytes() != content:
            problems.append(f"{name}: expected what the classes give, got a different file")
    return sorted(problems)


def write_contract(root: Path) -> list[Path]:
    """Write every file below ``root`` and return them."""
    return write_files(contract_files(), root)


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {"adapter-protocol.md": protocol_page(), "case-format.md": case_page(), "citing.md": citing_page()}
