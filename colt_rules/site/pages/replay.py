"""The replay page: a game as a story, a kept one or a dropped log file."""

from collections.abc import Iterable, Iterator
from html import escape

from colt_rules.modules import MODULES
from colt_rules.site.browser_scripts import names, scripts
from colt_rules.site.kept_games import KeptGameOutcome, KeptGames, kept_games, outcomes
from colt_rules.site.page import Page, code, heading, paragraphs
from colt_rules.site.reader import Reader

ADDRESS = "replay.md"

FIRST = "tuco-from-the-roof"
"""The game shown by default: a base game in which everything comes up."""

_KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("K", "{space}"), "key-play"),
    (("-", "+"), "key-speed"),
    (("←", "→"), "key-event"),
    (("PageUp", "PageDown", "Shift+←", "Shift+→"), "key-command"),
    (("[", "]"), "key-round"),
    (("Home", "End"), "key-ends"),
)
"""The keys that work with any focus, as in `script/player.mjs`, and what they do."""


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    yield Page(
        address=ADDRESS,
        title=to.say("replay.title"),
        wide=True,
        body=paragraphs(
            _holder(to),
            to.say("replay.intro"),
            heading(2, to.say("replay.keys-heading"), "keys"),
            to.table("replay", ("key", "key-does"), _keys(to)),
            to.say("replay.keys-note"),
            heading(2, to.say("replay.share-heading"), "share"),
            to.say("replay.share-text"),
            heading(2, to.say("replay.judging-heading"), "judging"),
            to.say("replay.judging"),
            to.say("replay.where-from"),
            scripts(to.lang),
        ),
    )


def _keys(to: Reader) -> Iterator[tuple[str, str]]:
    space = to.say("replay.space-bar")
    for keys, does in _KEYS:
        yield " ".join(code(key.format(space=space)) for key in keys), to.say(f"replay.{does}")


def _holder(to: Reader) -> str:
    """The element that the script fills, with the list of kept games; one HTML block, so it may have no empty line."""
    folder = to.sources.root / "events" / "games"
    return "\n".join(
        [
            f'<div id="colt-replay" class="colt-replay"{" data-try=true" if to.engine else ""}>',
            f"<p data-only-without-script>{_with_code(to.say('replay.no-script'))}</p>",
            f'<details id="colt-games" class="colt-games" data-first="{FIRST}">',
            f"<summary><span>{escape(to.say('replay.kept-game'))}{to.colon}</span> <b></b></summary>",
            "<ul>",
            *_groups(to, outcomes(folder), kept_games(folder)),
            "</ul></details>",
            "</div>",
        ]
    )


def _groups(to: Reader, games: Iterable[KeptGameOutcome], kept: KeptGames) -> Iterator[str]:
    """The games by modules, the base game first, and by edition, the baseline first.

    The script adds the titles of the clauses that make a game worth watching: they need not be on the page.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[KeptGameOutcome]] = {}
    for game in games:
        groups.setdefault((game.header.edition, game.header.modules), []).append(game)
    editions = list(to.sources.registry.editions)
    clauses = tuple(to.sources.registry.clauses)
    order = [(tuple(map(MODULES.index, modules)), editions.index(edition)) for edition, modules in groups]
    for _, (edition, modules) in sorted(zip(order, groups, strict=True)):
        yield f"<li><b>{escape(_in_play(to, edition, modules))}</b><ul>"
        for game in sorted(groups[edition, modules], key=lambda game: len(game.header.seats)):
            shown = f'data-n={len(game.header.seats)} data-see="{" ".join(kept.rarest(game.name, clauses))}"'
            yield f'<li><a href="#game={escape(game.name)}" {shown}>{escape(name_of(to, game))}</a>'
        yield "</ul>"


def _in_play(to: Reader, edition: str, modules: tuple[str, ...]) -> str:
    """The modules, without the base game if there are others, and the edition if it is not the baseline."""
    shown = [module for module in modules if module != MODULES[0]] or modules
    named = [to.say(f"site.module-{module}") for module in shown]
    _, *others = to.sources.registry.editions.values()
    named += [to.plain(one.name) for one in others if one.id == edition]
    return " · ".join(named)


def name_of(to: Reader, game: KeptGameOutcome) -> str:
    """The title of a game: who won, by how much, how many played and what was unusual."""
    said = [_ending(to, game), to.say("replay.game-players", count=len(game.header.seats))]
    said += [
        to.say(f"replay.game-no-{what}") for what in ("powers", "happenings", "stations") if not game.options[what]
    ]
    if game.options["train"]:
        said.append(to.say("replay.game-train"))
    if game.house_rules:
        said.append(to.say("replay.game-house-rules"))
    said.append(to.say("replay.game-shots", count=game.shots))
    return " · ".join(said)


def _ending(to: Reader, game: KeptGameOutcome) -> str:
    first = [one for one in game.ranking if one["rank"] == 1]
    others = [one["money"] for one in game.ranking if one["rank"] > 1]
    money, next_to = first[0]["money"], max(others, default=0)
    return to.say(
        f"replay.game-{_kind_of_ending(game, len(first), money - next_to)}",
        who=_row(to, [_seat(to, one["seat"]) for one in first]),
        money=_money(to, money),
        lead=_money(to, money - next_to),
    )


def _kind_of_ending(game: KeptGameOutcome, winners: int, lead: int) -> str:
    """The kind of ending. Ranks count sides: if two are first and another is second, the two are one side."""
    if winners > 1:
        is_side = any(one["rank"] == 2 for one in game.ranking)
        is_tie = len({one["money"] for one in game.ranking[:winners]}) == 1
        return ("side" if lead > 0 else "side-poorer") if is_side else "tied" if is_tie else "shared"
    if lead < 0:
        return "poorer"
    return "won" if lead else "tie-break"


def _row(to: Reader, words: list[str]) -> str:
    *most, last = words
    return to.say("replay.game-and", first=", ".join(most), last=last) if most else last


def _money(to: Reader, amount: int) -> str:
    """A sum as the page writes it: only English groups four digits."""
    return to.say("replay.money", amount=f"{amount:,}" if to.lang == "en" else str(amount))


def _seat(to: Reader, seat: str) -> str:
    """The name of a seat: that of its bandit, or a number if a player has several."""
    if seat.startswith("player-"):
        return f"{to.say('replay.id-player')} {seat.removeprefix('player-')}"
    return to.plain(names(to.sources.registry)[seat])


def _with_code(text: str) -> str:
    """A text with commands in backticks, as HTML."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
