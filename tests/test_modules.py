"""The list of modules, and what each of them says."""

from colt_rules.modules import MODULES, part_files, parts


def test_parts_come_in_the_order_of_the_modules_from_those_that_have_one() -> None:
    in_python = [module for module, _ in parts("drawn")]
    assert in_python == sorted(in_python, key=MODULES.index)
    assert [*part_files("drawn.py")] == in_python
    assert all(path.read_text(encoding="utf-8") for path in part_files("words.toml").values())
    assert part_files("no-such-part.toml") == {}


def test_every_module_but_the_base_game_has_words_for_the_pages() -> None:
    assert tuple(part_files("words.toml")) == MODULES[1:]
