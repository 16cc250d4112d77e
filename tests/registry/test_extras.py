"""Extras have the expected contents, and an error in their files is reported with its place."""

import shutil
from pathlib import Path

import pytest

from colt_rules.modules import MODULES
from colt_rules.registry.errors import SpecError
from colt_rules.registry.extras import ADDED, load_extras, modules_with_extras
from colt_rules.rules.stagecoach.components import StagecoachExtras

SPEC = Path(__file__).parents[2] / "spec"
CARDS = "action-cards.toml, bullet-cards.toml, round-cards.toml, station-cards.toml"
SHARED = f"cars.toml, tokens.toml, {CARDS}, characters.toml"


def test_only_modules_have_extras() -> None:
    assert ADDED.keys() <= set(modules_with_extras(SPEC)) <= set(MODULES)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A copy of the specification."""
    return Path(shutil.copytree(SPEC, tmp_path / "spec"))


def problems(spec: Path, module: str) -> list[str]:
    """The problems of a module's extras, with paths relative to the folder of components."""
    with pytest.raises(SpecError) as caught:
        load_extras(spec, module)
    return [str(one).removeprefix(f"{(spec / 'components').as_posix()}/") for one in caught.value.problems]


class TestSlips:
    @pytest.mark.parametrize(
        ("file", "old", "new", "expected"),
        [
            (
                "horses/flasks.toml",
                "uses = 2",
                'uses = "2"',
                'flask[classic].uses: expected a whole number, got the text "2"',
            ),
            (
                "horses/pieces.toml",
                "count = 6\n",
                "",
                "piece[horse].count: expected a whole number, got nothing",
            ),
            (
                "horses/action-cards.toml",
                '"W_DE_HS"',
                '"W_ED_HS"',
                'action_card[ride].sources: expected a book or an id of sources.toml before the colon, got "W_ED_HS"',
            ),
            (
                "stagecoach/tokens.toml",
                "values = [{ value = 1000, count = 1 }]",
                "values = [{ value = 1000, count = 2 }]",
                "token[strongbox].values: expected 1 tokens as in count, got 2",
            ),
            (
                "cursed-loot/tokens.toml",
                "values = [{ value = 5, count = 2 }]",
                "values = [{ value = 5, count = 1 }, { value = 6, count = 1 }]",
                "token[jewel].values: expected one value, because every jewel is worth the same, got 2",
            ),
            (
                "stagecoach/round-cards.toml",
                "players = [2, 4]\n",
                "",
                "round_card[attack-plans.2-4].players: expected a list of 2, got nothing",
            ),
            (
                "stagecoach/round-cards.toml",
                "plans = 2",
                "plans = true",
                "round_card[attack-plans.2-4].plans: expected a whole number, got true",
            ),
            (
                "stagecoach/station-cards.toml",
                'happening = "escape"\n',
                "",
                "station_card[escape].happening: expected a text, got nothing",
            ),
            (
                "stagecoach/station-cards.toml",
                'id = "escape"',
                'id = "shotgun-rage.2-4"',
                "station_card[shotgun-rage.2-4]: expected a unique id, got that of a round card",
            ),
            (
                "stagecoach/hostages.toml",
                'ransom_for = "jewel"',
                'ransom_for = "jewels"',
                'hostage[old-lady].ransom_for: expected one of jewel, purse, bullet, got the text "jewels"',
            ),
            (
                "stagecoach/hostages.toml",
                'needs = "strongbox"',
                'needs = "whisky"',
                'hostage[banker].needs: expected one of strongbox, got the text "whisky"',
            ),
            (
                "stagecoach/hostages.toml",
                'id = "banker"',
                'id = "poodle"',
                "hostage[poodle]: expected a unique id, got one that is already used",
            ),
            (
                "stagecoach/hostages.toml",
                'name.pl = "Pudel"\n',
                "",
                "hostage[poodle].name.pl: expected a text, got nothing",
            ),
        ],
    )
    def test_an_error_is_reported_with_its_place(
        self, spec: Path, file: str, old: str, new: str, expected: str
    ) -> None:
        path = spec / "components" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert problems(spec, path.parent.name) == [f"{file}: {expected}"]

    def test_a_burden_is_one_of_those_that_are_known(self, spec: Path) -> None:
        path = spec / "components/stagecoach/hostages.toml"
        path.write_text(path.read_text(encoding="utf-8").replace('"no-punch"', '"no-punhc"'), encoding="utf-8")
        (problem,) = problems(spec, "stagecoach")
        assert problem.startswith("stagecoach/hostages.toml: hostage[teacher].burden: expected one of ")
        assert problem.endswith('got the text "no-punhc"')

    @pytest.mark.parametrize("file", ["stagecoach/hostages.toml", "stagecoach/bullet-cards.toml"])
    def test_a_table_that_is_not_there_is_empty(self, spec: Path, file: str) -> None:
        (spec / "components" / file).unlink()
        extras = load_extras(spec, "stagecoach")
        assert isinstance(extras, StagecoachExtras)
        assert bool(extras.hostages) == (file != "stagecoach/hostages.toml")
        assert extras.neutral_bullets == (3 if extras.bullet_cards else 0)
        assert bool(extras.bullet_cards) == (file != "stagecoach/bullet-cards.toml")

    @pytest.mark.parametrize("file", ["car.toml", "hostage.toml", "flasks.toml", "notes.txt"])
    def test_an_unknown_file_is_refused(self, spec: Path, file: str) -> None:
        (spec / "components/stagecoach" / file).write_text("", encoding="utf-8")
        known = f"{SHARED}, hostages.toml, pieces.toml"
        assert problems(spec, "stagecoach") == [f"stagecoach/{file}: expected one of {known}, got another file"]

    def test_an_unknown_folder_is_refused(self, spec: Path) -> None:
        (spec / "components/horses/more").mkdir()
        known = f"{SHARED}, flasks.toml, pieces.toml"
        assert problems(spec, "horses") == [f"horses/more: expected one of {known}, got another file"]

    def test_a_module_without_a_folder_adds_nothing_to_load(self, spec: Path) -> None:
        assert problems(spec, "expert") == [f"expert: expected a folder with some of {SHARED}, pieces.toml, got none"]

    def test_sources_are_those_of_all(self, spec: Path) -> None:
        (spec / "components/sources.toml").unlink()
        found = problems(spec, "horses")
        assert found[0].startswith("sources.toml: expected a TOML file, got none")
        assert "horses/flasks.toml: flask[old].sources: expected a book or an id of sources.toml" in "\n".join(found)

    def test_errors_in_several_files_are_reported_at_once(self, spec: Path) -> None:
        (spec / "components/horses/tables.toml").write_text("", encoding="utf-8")
        (spec / "components/horses/pieces.toml").write_text("seats = 6\n", encoding="utf-8")
        (spec / "components/horses/flasks.toml").write_text("flask = 6\n", encoding="utf-8")
        assert problems(spec, "horses") == [
            f"horses/tables.toml: expected one of {SHARED}, flasks.toml, pieces.toml, got another file",
            "horses/flasks.toml: flask: expected a list, got the number 6",
            "horses/pieces.toml: seats: expected only piece, got another key",
            "horses/pieces.toml: piece: expected a list, got nothing",
        ]


def test_tokens_of_a_kind_of_its_own_may_differ_in_value(spec: Path) -> None:
    path = spec / "components" / "stagecoach" / "tokens.toml"
    text = (
        path.read_text(encoding="utf-8")
        .replace('id = "strongbox"', 'id = "nugget"')
        .replace("count = 1\n", "count = 2\n", 1)
    )
    path.write_text(
        text.replace("[{ value = 1000, count = 1 }]", "[{ value = 100, count = 1 }, { value = 200, count = 1 }]"),
        encoding="utf-8",
    )
    assert [face.value for face in load_extras(spec, "stagecoach").tokens["nugget"].values] == [100, 200]
