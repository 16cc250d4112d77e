"""Does the suite notice when this engine is wrong? `python tests/broken.py` breaks it in many ways, one at a time.

Each time a copy is built with one line changed, and the suite is run against it; an engine that still passes is named
at the end, and the exit status is 1. It needs `colt`, nanobind, cmake and a compiler, and takes some minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

BROKEN = {
    "shots go through whoever is nearest on the roofs": (
        "fire.cpp",
        "if ((there & ~transparent) != 0) return there;",
        "if ((there & ~transparent) != 0) return static_cast<u8>(there | seen_along(s, car, direction, transparent));",
    ),
    "Belle is shot although another could be": (
        "fire.cpp",
        "if (targets & ~belles) return targets & static_cast<u8>(~belles);",
        "if (targets & ~belles) return targets;",
    ),
    "two roofs at most": ("move.cpp", "== OLD_LADY ? 1 : 3;", "== OLD_LADY ? 1 : 2;"),
    "a Robbery reaches the other level": ("robbery.cpp", "= s.floor[place];", "= s.floor[place] | s.floor[place ^ 1];"),
    "loot falls where the target lands": (
        "punch.cpp",
        "s.floor[s.figures[bandit].place] |= token_bit(token);",
        "s.floor[c.to] |= token_bit(token);",
    ),
    "neutral bullets never run out": ("marshal.cpp", "    --s.neutral;\n", ""),
    "the award goes to the first of several": (
        "scoring.cpp",
        "!agreed(s, GUNSLINGER_EMPTY_STACK))) side[i].money += 1000;",
        "!agreed(s, GUNSLINGER_EMPTY_STACK))) { side[i].money += 1000; return; }",
    ),
    "most bullets win a tie": (
        "scoring.cpp",
        "return side[a].bullets < side[b].bullets;",
        "return side[a].bullets > side[b].bullets;",
    ),
    "the last rider cannot board the next car": (
        "horses.cpp",
        "car <= s.horses.attack.car; ++car)",
        "car < s.horses.attack.car; ++car)",
    ),
    "everybody sees every hand": (
        "view.cpp",
        'row["hand"] = mine(who) ? nb::object(cards_out(c.hand)) : hidden();',
        'row["hand"] = cards_out(c.hand);',
    ),
    "one of two in the time machine travels": (
        "time_machine.cpp",
        "if (travellers.n > 1) {",
        "if (travellers.n > 2) {",
    ),
    "a push leads from the time machine onto the roof": (
        "punch.cpp",
        "places.push(inside(0));",
        "places.push(roof(0));",
    ),
    "no horse is mounted from the time machine": ("horses.cpp", "  if (place == MACHINE) return 0;\n", ""),
    "everybody sees where somebody hides": ("view.cpp", 'machine["car"] = hidden();', ";"),
    "everybody sees which jewels are cursed": (
        "cursed_loot.cpp",
        "is_mailbag(token) || (has(s, CURSED_LOOT) && !is_flask(token));",
        "is_mailbag(token);",
    ),
    "the strongbox of the stagecoach is never cursed": ("cursed_loot.cpp", "if (cursed == 0) row.put(FACE_10);", ""),
    "whoever is alone in the time machine may always stay": (
        "time_machine.cpp",
        "if (agreed(s, MACHINE_MAY_STAY)) out.add",
        "out.add",
    ),
    "a wounded bandit fires all the same": (
        "prisoners.cpp",
        "return is_wounded(s, figure, action) ? NO_ACTION : action;",
        "return action;",
    ),
    "an Idea copies the Marshal's card too": (
        "prisoners.cpp",
        "if (is_marshals(card) || is_idea(card)) return;",
        "if (is_idea(card)) return;",
    ),
    "a plus brings another card in any turn": (
        "schemin.cpp",
        "if (turn_kind(s) == STANDARD && !s.cards",
        "if (!s.cards",
    ),
    "Fire can be laid while the train shakes": (
        "schemin.cpp",
        "  if (turn_kind(s) != SHAKING) return ACTIONS;",
        "  return ACTIONS;",
    ),
    "the Marshal shoots Belle beside another": (
        "marshal_player.cpp",
        "if (!(targets.all & bit(b)) || spared(b, enough)) continue;",
        "if (!(targets.all & bit(b))) continue;",
    ),
    "a mailbag stays with who is hit": ("marshal_player.cpp", "  s.loot[target] &= ~taken;\n", ""),
    "open bullets stay open": ("marshal_player.cpp", "    wounds.clear();\n", ""),
    "three goals are enough": ("marshal_player.cpp", "s.marshal_player.met.n >= 4", "s.marshal_player.met.n >= 3"),
    "a second arrest brings a second poster": (
        "marshal_player.cpp",
        "if (!posters.has(bandit)) posters.push(bandit);",
        "posters.push(bandit);",
    ),
    "everybody sees the goals of the Marshal": ("view.cpp", 'if (!is_his) whole["current"] = hidden();', ""),
    "no happening reaches the cell": (
        "round_end.cpp",
        "  if (!agreed(s, CELL_OUT_OF_REACH)) set |= s.standing[CELL];  // ruling.cell.happenings\n",
        "",
    ),
    "the poorest wins with the Marshal even if two are": (
        "scoring.cpp",
        "  if (!level) tier[poorest]",
        "  tier[poorest]",
    ),
    "the Marshal is pushed into the time machine": ("punch.cpp", "if (to != MACHINE) out.add", "out.add"),
}
"""By what is wrong: the file, the line, and what stands there instead."""


def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, words)], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def built(source: Path, build: Path) -> None:
    made = run("cmake", "--build", build, "--parallel", "2")
    if made.returncode:
        sys.exit(made.stdout + made.stderr)
    for library in build.glob("_engine*.so"):
        shutil.copy(library, source / "colt_native")


def verdict(source: Path) -> tuple[int, str]:
    """How the suite ends with the engine in this folder, and the first check that failed."""
    adapter = f"{sys.executable} -m colt_native.adapter"
    ended = run("colt", "conformance", "run", "--adapter", adapter, PYTHONPATH=str(source))
    failed = re.search(r"^\S+#\S+: (?:fail|error).*", ended.stdout, re.MULTILINE)
    return ended.returncode, failed[0][:120] if failed else ended.stdout[-300:] + ended.stderr[-300:]


def main() -> int:
    survived = []
    with tempfile.TemporaryDirectory() as folder:
        source, build = Path(folder) / "native", Path(folder) / "build"
        shutil.copytree(HERE, source, ignore=shutil.ignore_patterns("build", "*.so", "__pycache__"))
        made = run("cmake", "-S", source, "-B", build, f"-DPython_EXECUTABLE={sys.executable}")
        if made.returncode:
            sys.exit(made.stdout + made.stderr)
        built(source, build)
        status, last = verdict(source)
        if status:
            sys.exit(f"expected an engine that passes before it is broken; got: {last}")
        for wrong, (name, line, instead) in BROKEN.items():
            file = source / "src" / name
            text = file.read_text()
            if text.count(line) != 1:
                sys.exit(f"src/{name}: expected this line once, got it {text.count(line)} times: {line}")
            file.write_text(text.replace(line, instead))
            built(source, build)
            status, found = verdict(source)
            print(f"{'found' if status == 1 else 'NOT FOUND'}: {wrong}\n    {found}", flush=True)
            survived += [wrong] if status != 1 else []
            file.write_text(text)
    print(f"{len(BROKEN) - len(survived)} of {len(BROKEN)} were found.")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
