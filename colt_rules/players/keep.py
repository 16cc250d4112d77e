"""Games kept for ever: whole logs in ``events/games`` that every later version must read, fold and accept.

The files are what counts, and the tests read them; this module only says how they came about. A kept game is never
written again: a later version that cannot read it has a fault.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import UNSET

from colt_rules.commands import ClaimRuling, Deal, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.kernel.evolve import evolve
from colt_rules.log.codec import digest, to_json
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import read_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.log.schemas import schemas
from colt_rules.model.names import TABLE, is_bullet
from colt_rules.model.record import record
from colt_rules.model.state import NEW
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play

INDEX = "index.json"
NEW_STATE = "new.state.json"

Fields: TypeAlias = Mapping[str, list[str]]
"""By name of a class of the state: its fields, sorted."""


@record
class Kept:
    """How a kept game came about: what was agreed, and the seed of the dealer and the random bots who played it."""

    start: StartGame
    seed: int
    claims: tuple[ClaimRuling, ...] = ()
    dealer: type[Dealer] = Dealer


class StackingDealer(Dealer):
    """Puts three action cards on top of every deck and all bullets right below: for games that hardly ever come up."""

    def deal(self, rows: Arrangements) -> Deal:
        """A row as from any dealer, but of a deck that is shuffled the stacked one."""
        dealt = super().deal(rows)
        if dealt.what != "deck":
            return dealt
        actions = tuple(card for card in dealt.outcome if not is_bullet(card))
        bullets = tuple(card for card in dealt.outcome if is_bullet(card))
        return rows.deal(actions[:3] + bullets + actions[3:])


def _claims(*answers: str) -> tuple[ClaimRuling, ...]:
    """The commands that claim these answers, each ``ruling=answer``."""
    return tuple(ClaimRuling(TABLE, *answer.split("=")) for answer in answers)


EXPERT, DUO, EXPERT_DUO, TEAM = ("base", "expert"), ("base", "duo"), ("base", "expert", "duo"), ("base", "team")
HORSES, STAGECOACH = ("horses",), ("horses", "stagecoach")
DUO_SEATS = ("player-1", "player-2", "player-3")

GAMES: dict[str, Kept] = {
    "three-everything": Kept(new_game(("cheyenne", "tuco", "belle")), 7),
    "three-plain": Kept(new_game(("ghost", "doc", "django"), powers=False, happenings=False, stations=False), 21),
    "four-everything": Kept(new_game(("belle", "cheyenne", "django", "tuco")), 99),
    "four-no-powers": Kept(new_game(("tuco", "ghost", "cheyenne", "doc"), powers=False, stations=False), 1),
    "four-chosen-train": Kept(
        new_game(("doc", "django", "ghost", "cheyenne"), train=("mail", "dining", "first-class", "baggage")),
        90,
    ),
    "five-everything": Kept(new_game(("tuco", "belle", "ghost", "cheyenne", "doc")), 2),
    "five-no-happenings": Kept(
        new_game(("django", "belle", "tuco", "cheyenne", "ghost"), happenings=False, stations=False),
        80,
    ),
    "five-no-stations": Kept(new_game(("ghost", "tuco", "doc", "django", "cheyenne"), stations=False), 145),
    "five-stations-no-powers": Kept(new_game(("belle", "doc", "ghost", "tuco", "django"), powers=False), 1),
    "six-everything": Kept(new_game(("cheyenne", "doc", "belle", "django", "ghost", "tuco")), 1),
    "six-no-powers": Kept(
        new_game(("tuco", "django", "doc", "cheyenne", "belle", "ghost"), powers=False, stations=False),
        1,
    ),
    "russian-base": Kept(new_game(("tuco", "belle", "doc", "cheyenne"), edition="ru-base"), 71),
    "polish-base": Kept(new_game(("ghost", "cheyenne", "doc", "belle", "django", "tuco"), edition="pl-base"), 514),
    "expert": Kept(new_game(("ghost", "doc", "tuco", "django", "belle"), modules=EXPERT), 6),
    "polish-expert": Kept(new_game(("doc", "belle", "ghost", "cheyenne"), edition="pl-base", modules=EXPERT), 11),
    "duo-two": Kept(new_game(DUO_SEATS[:2], modules=DUO), 6),
    "duo-three": Kept(new_game(DUO_SEATS, modules=DUO), 34),
    "polish-two": Kept(new_game(DUO_SEATS[:2], edition="pl-base", modules=EXPERT_DUO), 75),
    "polish-two-again": Kept(new_game(DUO_SEATS[:2], edition="pl-base", modules=EXPERT_DUO), 8),
    "team-four": Kept(new_game(("doc", "tuco", "ghost", "belle"), modules=TEAM), 66),
    "french-team-six": Kept(
        new_game(("belle", "django", "cheyenne", "doc", "tuco", "ghost"), edition="fr-horses", modules=TEAM), 80
    ),
    "claims": Kept(
        new_game(("tuco", "cheyenne", "belle", "doc", "ghost"), happenings=False),
        15,
        _claims(
            "ruling.setup.stations-are-happenings=plain-station",
            "ruling.draw.what-is-left=pass",
            "ruling.speeding-up.order-free=draw-first",
            "ruling.belle.blocks-sight=transparent",
            "ruling.gunslinger.nobody-fired=nobody",
            "ruling.end.still-level=seat-order",
        ),
    ),
    "claims-neutral-bullets": Kept(
        new_game(("ghost", "django", "tuco", "belle", "doc", "cheyenne"), stations=False),
        83,
        _claims(
            "ruling.neutral-bullets.happenings-too=as-far-as-they-go",
            "ruling.neutral-bullets.group=one-by-one",
            "ruling.gunslinger.nobody-fired=empty-stack",
            "ruling.rounds.face-down=face-up",
        ),
    ),
    "claims-expert": Kept(
        new_game(("belle", "ghost", "cheyenne", "tuco"), edition="ru-base", modules=EXPERT),
        86,
        _claims("ruling.expert.discard-secret=open", "ruling.draw.what-is-left=pass"),
    ),
    "claims-duo": Kept(
        new_game(DUO_SEATS, modules=DUO),
        30,
        _claims("ruling.duo.any-chosen-card=actions-only", "ruling.duo.added-card-face-up=either-way"),
    ),
    "claims-polish-two": Kept(
        new_game(DUO_SEATS[:2], edition="pl-base", modules=EXPERT_DUO),
        32,
        _claims("ruling.duo.placement-in-turn=hidden", "ruling.tie-break.to-the-letter=all"),
    ),
    # The first log of version 2. A seal was put into its closing line, by a key that nobody has any more.
    "sealed": Kept(new_game(("django", "belle", "ghost", "doc")), 5),
    # Two that another edition would have had another winner for: by the tie-break, and by where Tuco may shoot.
    "polish-tie": Kept(new_game(("belle", "doc", "cheyenne", "django"), edition="pl-base"), 5198),
    "tuco-from-the-roof": Kept(new_game(("doc", "tuco", "cheyenne", "belle")), 2296),
    # Horses & Stagecoach with all that it goes with.
    "stagecoach": Kept(new_game(("tuco", "belle", "doc", "ghost"), modules=("base", *STAGECOACH)), 23),
    "expert-stagecoach": Kept(new_game(("belle", "tuco", "django", "doc"), modules=(*EXPERT, *STAGECOACH)), 9),
    "duo-stagecoach": Kept(new_game(DUO_SEATS, modules=(*DUO, *STAGECOACH)), 10),
    "team-stagecoach": Kept(new_game(("doc", "tuco", "ghost", "belle"), modules=(*TEAM, *STAGECOACH)), 1),
    "french-stagecoach": Kept(
        new_game(("django", "cheyenne", "ghost", "tuco", "belle"), edition="fr-horses", modules=("base", *STAGECOACH)),
        13,
    ),
    "french-horses": Kept(new_game(("doc", "ghost", "cheyenne"), edition="fr-horses", modules=("base", *HORSES)), 4),
    "french-expert-horses": Kept(
        new_game(("ghost", "belle", "tuco"), edition="fr-horses", modules=(*EXPERT, *HORSES)), 28
    ),
    "french-duo-horses": Kept(new_game(DUO_SEATS[:2], edition="fr-horses", modules=(*DUO, *HORSES)), 18),
    "french-team-horses": Kept(
        new_game(("cheyenne", "django", "doc", "belle"), edition="fr-horses", modules=(*TEAM, *HORSES)), 5
    ),
    # In the first chance picks the Marshal's flask, in the next two a strongbox is shared.
    "expert-stagecoach-six": Kept(
        new_game(("cheyenne", "doc", "belle", "django", "ghost", "tuco"), modules=(*EXPERT, *STAGECOACH)), 1036
    ),
    "french-duo-stagecoach": Kept(new_game(DUO_SEATS[:2], edition="fr-horses", modules=(*DUO, *STAGECOACH)), 32),
    "french-team-stagecoach": Kept(
        new_game(
            ("belle", "django", "cheyenne", "doc", "tuco", "ghost"), edition="fr-horses", modules=(*TEAM, *STAGECOACH)
        ),
        41,
    ),
    "french-horses-six": Kept(
        new_game(
            ("tuco", "ghost", "belle", "doc", "django", "cheyenne"), edition="fr-horses", modules=("base", *HORSES)
        ),
        2,
    ),
    "french-expert-horses-four": Kept(
        new_game(("django", "doc", "ghost", "cheyenne"), edition="fr-horses", modules=(*EXPERT, *HORSES)), 3
    ),
    "french-duo-horses-three": Kept(new_game(DUO_SEATS, edition="fr-horses", modules=(*DUO, *HORSES)), 6),
    "french-team-horses-six": Kept(
        new_game(
            ("ghost", "doc", "tuco", "belle", "cheyenne", "django"), edition="fr-horses", modules=(*TEAM, *HORSES)
        ),
        7,
    ),
    # A flask is used, and there is no action card to play for it.
    "no-card-for-a-flask": Kept(
        new_game(("cheyenne", "doc", "belle", "django", "tuco"), modules=("base", *STAGECOACH)),
        317,
        dealer=StackingDealer,
    ),
    "claims-stagecoach": Kept(
        new_game(("ghost", "tuco", "doc", "belle", "django"), modules=("base", *STAGECOACH)),
        257,
        _claims(
            "ruling.horses.hostages-by-bandits=players",
            "ruling.ride.from-the-stagecoach=only-from-the-train",
            "ruling.whisky.ghost=draw-forfeits",
            "ruling.hostage.photographer-tunnel=standard",
            "ruling.hostage.photographer-bullets=mates-too",
            "ruling.melee.ghost=shown-like-all",
            "ruling.sharing-the-loot.levels=same-level",
        ),
    ),
    # By specification 1.1.0, whose corrections changed how these are played or what they cite.
    "1.1-base": Kept(new_game(("django", "cheyenne", "ghost", "tuco", "belle")), 8),
    "1.1-polish-base": Kept(new_game(("cheyenne", "doc", "belle", "django", "ghost", "tuco"), edition="pl-base"), 4),
    "1.1-polish-two": Kept(new_game(DUO_SEATS[:2], edition="pl-base", modules=EXPERT_DUO), 2),
    "1.1-stagecoach": Kept(
        new_game(("cheyenne", "doc", "belle", "django", "ghost", "tuco"), modules=("base", *STAGECOACH)), 3
    ),
    "1.1-french-duo-stagecoach": Kept(new_game(DUO_SEATS, edition="fr-horses", modules=(*DUO, *STAGECOACH)), 6),
    "1.1-claims-stagecoach": Kept(
        new_game(("ghost", "tuco", "doc", "belle", "django"), modules=("base", *STAGECOACH)),
        22,
        _claims(
            "ruling.horses.flasks-in-the-box=five-and-one",
            "ruling.shotgun.comes-to-them=only-who-moves",
            "ruling.whisky.melee=before-the-reveal",
            "ruling.happenings.stagecoach=never",
            "ruling.sharing-the-loot.levels=same-car",
        ),
    ),
    "1.1-claims-team-stagecoach": Kept(
        new_game(("doc", "tuco", "ghost", "belle"), modules=(*TEAM, *STAGECOACH)),
        15,
        _claims(
            "ruling.fire.opponents=other-sides-only",
            "ruling.pickpocketing.company=whole-car",
            "ruling.horses.mixing=left-out",
        ),
    ),
}
"""The kept games by name."""


def keep(folder: Path, games: Mapping[str, Kept] = GAMES) -> list[Path]:
    """Play these games and write those that the folder does not have yet: the log, all its states, the index."""
    index = folder / INDEX
    known: dict[str, Any] = json.loads(index.read_text(encoding="utf-8")) if index.exists() else {}
    written = []
    for name, kept in games.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            continue
        log = played(name, kept)
        end = replay(log)
        with path.open("xb") as file:
            write_lines(log, file)
        (folder / f"{name}.state.json").write_bytes(to_json(end) + b"\n")
        known[name] = {
            "commands": len(log.commands),
            "events": len(log.events),
            "last_line": log.closing.prev if log.closing else "",
            "final_state": digest(end),
        }
        written.append(path)
    _add_states(folder, known)
    index.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")
    return written


def states(log: Recording, fields: Fields) -> Iterator[str]:
    """After each event of a log the hash of the state, of which only these fields are looked at."""
    game = NEW
    for entry in log.events:
        game = evolve(game, entry.event)
        yield digest(_only(fields, game))


def fields_now() -> dict[str, list[str]]:
    """The fields that a state has in this version."""
    schema = schemas()["state.json"]
    return {part["title"]: sorted(part["properties"]) for part in (schema, *schema["$defs"].values())}


def _only(fields: Fields, value: Any) -> Any:
    """A value of the state as plain data, without the fields that came later."""
    match value:
        case tuple():
            return [_only(fields, each) for each in value]
        case dict():
            return {key: _only(fields, each) for key, each in value.items()}
        case str() | int() | None:
            return value
        case _:
            parts = {name: getattr(value, name) for name in fields[value.__class__.__name__]}
            return {name: _only(fields, part) for name, part in parts.items() if part is not UNSET}


def _add_states(folder: Path, known: dict[str, Any]) -> None:
    """Write the empty state, and beside each log of the index the hashes of its states, unless it has them.

    Of the empty state there is one for all games: a later version only adds fields to it.
    """
    now = fields_now()
    (folder / NEW_STATE).write_bytes(to_json(NEW) + b"\n")
    for name, facts in known.items():
        if "fields" not in facts:
            lines = "".join(f"{each}\n" for each in states(read_lines(folder / f"{name}.jsonl"), now))
            (folder / f"{name}.states").write_text(lines, encoding="ascii", newline="\n")
            facts["fields"] = _number_of(folder, now)


def _number_of(folder: Path, fields: Fields) -> int:
    """Which of the files of fields in the folder lists just these; if none does, it is added."""
    for number in count(1):
        path = folder / f"fields-{number}.json"
        if not path.exists():
            path.write_text(json.dumps(fields, indent=2) + "\n", encoding="utf-8", newline="\n")
        if json.loads(path.read_text(encoding="utf-8")) == fields:
            return number
    raise AssertionError("there is always another number")


def played(name: str, kept: Kept) -> Recording:
    """The log of a game among random bots."""
    start = kept.start
    bots = {seat: RandomBot(kept.seed + number) for number, seat in enumerate(start.seats)}
    steps = ((command, verdict.events) for command, verdict in play(start, kept.dealer(kept.seed), bots, kept.claims))
    return recording(new_header(name, start.edition, start.modules, start.seats), steps)
