"""A program of tomorrow: this one with new versions of some types. `python -m tests.log.tomorrow QUESTION PATH...`

An event calls a field by another name, another event has changed twice, and a command has got a new field. The modules
are patched when they are imported, so this must run in a process of its own. It prints its answer as JSON.
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PATCHES = {
    "colt_rules.events": [
        (
            "    bandit: Bandit\n    place: Place\n    how: str\n",
            "    bandit: Bandit\n    place: Place\n    reason: str\n",
        ),
        (
            'paid money."""\n\n    bandit: Bandit\n    amount: Number\n',
            'paid."""\n\n    bandit: Bandit\n    dollars: Number\n',
        ),
        ("dict.fromkeys(EVENTS, 1)\n", 'dict.fromkeys(EVENTS, 1) | {"BanditStayed": 2, "RansomPaid": 3}\n'),
    ],
    "colt_rules.commands": [
        (
            '"""Carry out a Fire at this bandit."""\n\n    target: Bandit\n',
            '"""Carry out a Fire."""\n\n    target: Bandit\n    words: str = ""\n',
        ),
    ],
    "colt_rules.rules.base.evolve": [("figure.ransom + event.amount", "figure.ransom + event.dollars")],
    "colt_rules.views.events": [
        (
            'e.BanditStayed: open_to_all("bandit", "place", "how")',
            'e.BanditStayed: open_to_all("bandit", "place", "reason")',
        ),
        ('e.RansomPaid: open_to_all("bandit", "amount")', 'e.RansomPaid: open_to_all("bandit", "dollars")'),
    ],
    "colt_rules.log.codec": [("dict.fromkeys(COMMANDS, 1)\n", 'dict.fromkeys(COMMANDS, 1) | {"Fire": 2}\n')],
    "colt_rules.log.schemas": [('"BanditStayed.how": HOW', '"BanditStayed.reason": HOW')],
    "colt_rules.log.upcasting": [
        (
            "UPCASTERS: dict[tuple[str, int], Upcaster] = {}\n",
            """\
def _renamed(old: str, new: str) -> Upcaster:
    return lambda data: {new: data.pop(old), **data}


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("BanditStayed", 1): _renamed("how", "reason"),
    ("RansomPaid", 1): _renamed("amount", "money"),
    ("RansomPaid", 2): _renamed("money", "dollars"),
    ("Fire", 1): lambda data: {"words": "", **data},
}
""",
        )
    ],
}
"""By module: what stands once in its source today, and what will stand there tomorrow."""


class _Loader(SourceFileLoader):
    """Loads a module from its patched source, which is never kept as bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        for old, new in PATCHES[fullname]:
            assert source.count(old) == 1, f"expected this once in {fullname}: {old}"
            source = source.replace(old, new)
        return compile(source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the modules that are patched and no other."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname in PATCHES else None
        if spec:
            assert spec.origin is not None
            spec.loader = _Loader(fullname, spec.origin)
        return spec


def games(*paths: str) -> dict[str, Any]:
    """What this program finds in the files of kept games."""
    from colt_rules.log.lines import read_lines
    from colt_rules.log.verifying import check, verify
    from colt_rules.players.keep import states
    from tests.logs import text_of

    told = {}
    for path in map(Path, paths):
        index = json.loads((path.parent / "index.json").read_bytes())[path.stem]
        log = read_lines(path)
        told[path.stem] = {
            "text": text_of(log).decode(),
            "lifted": sorted({log.entries[at].type for at in log.written}),
            "check": list(map(str, check(log))),
            "rules": _found(verify([path.read_bytes()])),
            "chain": _found(verify([path.read_bytes()], rules=False)),
            "states": list(states(log, json.loads((path.parent / f"fields-{index['fields']}.json").read_bytes()))),
        }
    return told


def store(path: str, *games: str) -> dict[str, Any]:
    """What this program finds in a store: in all games or in these."""
    from colt_rules.log.codec import digest
    from colt_rules.log.replay import replay
    from colt_rules.log.sqlite import SqliteStore

    told = {}
    with SqliteStore(Path(path)) as opened:
        for one in opened.games():
            if games and one.game not in games:
                continue
            told[one.game] = {
                "text": b"".join(opened.pieces(one.game)).decode(),
                "state": digest(opened.position(one.game).game),
                "replayed": digest(replay(opened.read(one.game))),
                "middle": digest(opened.state(one.game, one.events // 2)),
                "rules": _found(opened.verify(one.game)),
                "chain": _found(opened.verify(one.game, rules=False)),
            }
    return told


def go_on(path: str, game: str) -> dict[str, Any]:
    """Play a game in a store to its end."""
    from random import Random

    from colt_rules.kernel import Accepted, awaiting, decide
    from colt_rules.log.sqlite import SqliteStore
    from tests.tables import pick

    random = Random(5)
    with SqliteStore(Path(path)) as opened:
        position = opened.position(game)
        seq, now = position.seq, position.game
        while waits := awaiting(now):
            command = pick(random, now, random.choice(waits).actor)
            verdict = decide(now, command)
            assert isinstance(verdict, Accepted)
            seq = opened.append(game, seq, command, verdict.events)
            now = verdict.after
    return store(path, game)


def take_in(path: str, *files: str) -> dict[str, Any]:
    """Import files into a new store."""
    from colt_rules.log.sqlite import SqliteStore

    with SqliteStore(Path(path)) as opened:
        opened.add((file, [Path(file).read_bytes()]) for file in files)
    return store(path)


def problems(*paths: str) -> list[list[str]]:
    """What is wrong with the lines of each file."""
    from colt_rules.log.lines import Reader

    told = []
    for path in paths:
        reader = Reader([Path(path).read_bytes()])
        for _ in reader:
            pass
        told.append(list(map(str, reader.problems)))
    return told


def singles() -> dict[str, Any]:
    """What this program makes of single events, and what its schemas say."""
    from colt_rules.log.codec import command_object, read_command, read_event, to_data
    from colt_rules.log.errors import Malformed
    from colt_rules.log.schemas import schemas

    stayed = {"bandit": "doc", "place": "mail.roof"}

    def event(type: str, version: int, data: Any) -> Any:
        try:
            return to_data(read_event(type, version, data))
        except Malformed as error:
            return str(error)

    return {
        "old": event("BanditStayed", 1, {**stayed, "how": "knock"}),
        "old bytes": event("BanditStayed", 1, b'{"bandit":"doc","how":"knock","place":"mail.roof"}'),
        "not canonical": event("BanditStayed", 1, b'{"bandit": "doc","how":"knock","place":"mail.roof"}'),
        "new": event("BanditStayed", 2, {**stayed, "reason": "knock"}),
        "twice": event("RansomPaid", 1, {"bandit": "doc", "amount": 250}),
        "once": event("RansomPaid", 2, {"bandit": "doc", "money": 250}),
        "no object": event("BanditStayed", 1, []),
        "of another version": event("BanditStayed", 1, {**stayed, "reason": "knock"}),
        "command": command_object(read_command({"type": "Fire", "actor": "doc", "target": "tuco", "words": "Bang"})),
        "schema": schemas()["events/BanditStayed.json"]["$comment"],
        "fields": list(schemas()["events/BanditStayed.json"]["properties"]),
        "line": schemas()["log-line.json"]["$defs"]["FireLine"]["properties"]["v"],
    }


def _found(verified: Any) -> list[str]:
    """What is wrong, and how far it was followed."""
    told: Iterable[Any] = (*verified.problems, *verified.departures)
    return [*map(str, told), f"{verified.head.commands} {verified.head.events} {verified.head.hash}"]


QUESTIONS: dict[str, Callable[..., Any]] = {
    question.__name__: question for question in (games, store, go_on, take_in, problems, singles)
}

if __name__ == "__main__":
    assert not any(name.startswith("colt_rules") for name in sys.modules), "too late"
    sys.meta_path.insert(0, _Finder())
    json.dump(QUESTIONS[sys.argv[1]](*sys.argv[2:]), sys.stdout)
