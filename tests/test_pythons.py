"""``.ci/run`` tries the oldest and the newest Python that a machine has, which ``.ci/pythons`` lists."""

import os
import subprocess
from pathlib import Path

CI = Path(__file__).parents[1] / ".ci"


def listed(*folders: Path) -> list[str]:
    """What is found where these folders are searched first and nothing else holds a Python."""
    path = os.pathsep.join(map(str, folders))
    told = subprocess.run([CI / "pythons"], env={"PATH": path}, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


def tools(folder: Path) -> Path:
    """A folder with what a shell script needs, and no Python."""
    folder.mkdir()
    for name in ("env", "bash", "grep", "sort", "awk"):
        (folder / name).symlink_to(next(f"{at}/{name}" for at in ("/usr/bin", "/bin") if Path(at, name).exists()))
    return folder


def python(folder: Path, name: str, said: str) -> None:
    """Something that is called like a Python and answers so; one that says nothing does not run."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{f'echo {said}' if said else 'exit 127'}\n")
    (folder / name).chmod(0o755)


def test_each_minor_version_is_listed_once_oldest_first(tmp_path: Path) -> None:
    here = tmp_path / "here"
    python(here, "python3", "3.12 /a/python3")
    python(here, "python3.12", "3.12 /b/python3.12")
    python(here, "python3.13", "")
    python(here, "python3.11", "3.11 /b/python3.11")
    python(here, "python3.100", "3.100 /b/python3.100")
    python(here, "python3-config", "3.1 /b/python3-config")
    assert [line.split()[0] for line in listed(here, tools(tmp_path / "tools"))] == ["3.11", "3.12", "3.100"]


def test_versions_that_pyenv_keeps_are_found_though_none_is_chosen(tmp_path: Path) -> None:
    here = tmp_path / "here"
    python(here, "python3", "3.11 /a/python3")
    python(here, "pyenv", str(tmp_path))
    (tmp_path / "versions" / "3.13.0").mkdir(parents=True)
    python(tmp_path / "versions" / "3.13.0" / "bin", "python", "3.13 /c/python")
    assert listed(here, tools(tmp_path / "tools")) == ["3.11 /a/python3", "3.13 /c/python"]


def test_a_machine_without_a_python_has_an_empty_list(tmp_path: Path) -> None:
    assert listed(tools(tmp_path / "tools")) == []
