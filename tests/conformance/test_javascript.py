"""The JavaScript client follows every module: `folds/` has a file for each with events of its own."""

import json
import re
import subprocess
from pathlib import Path

from colt_rules.modules import MODULES, parts
from colt_rules.rules.editions import EDITIONS
from tests.site.javascript import needs_node
from tests.site.node import told_by

CLIENT = Path(__file__).parents[2] / "conformance" / "adapters" / "js"
WITH_EVENTS = {name: part.EVENTS for name, part in parts("events")}


def test_every_module_with_events_has_a_file() -> None:
    assert {path.stem for path in CLIENT.glob("folds/*.mjs")} == {*WITH_EVENTS, "index"}


def test_a_file_imports_only_steps_and_modules_before_it() -> None:
    for name in WITH_EVENTS:
        text = (CLIENT / "folds" / f"{name}.mjs").read_text(encoding="utf-8")
        before = {f"./{module}.mjs" for module in MODULES[: MODULES.index(name)]}
        assert {*re.findall(r'from "([^"]+)"', text)} <= before | {"../steps.mjs"}


@needs_node
def test_the_list_has_every_event_of_each_module_in_its_order() -> None:
    (listed,) = told_by(f"""
        import {{ FOLDS }} from "{CLIENT.as_uri()}/folds/index.mjs";
        console.log(JSON.stringify(Object.entries(FOLDS).map(([name, changes]) => [name, Object.keys(changes)])));
    """)
    assert listed == [[name, list(WITH_EVENTS.get(name, ()))] for name in MODULES[1:]]


@needs_node
def test_the_adapter_supports_all_editions_and_modules() -> None:
    start = json.dumps({"type": "start", "seq": 1, "protocol": 1})
    done = subprocess.run(["node", CLIENT / "adapter.mjs"], input=start, capture_output=True, encoding="utf-8")
    supported = json.loads(done.stdout)
    assert supported["modules"] == list(MODULES)
    assert set(supported["editions"]) == set(EDITIONS)
