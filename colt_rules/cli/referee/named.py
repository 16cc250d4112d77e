"""Opens the log that the user named, and reports why it cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.language import tell
from colt_rules.cli.log.named import STREAM, is_file, is_store, pieces_named
from colt_rules.cli.output import CannotRun, printable

if TYPE_CHECKING:
    from colt_rules.referee.story import Story


@contextmanager
def judged_named(ctx: click.Context, game: str) -> Iterator[Iterator[bytes]]:
    """The lines of the log that the user named, a file or a game in the store; raises CannotRun if it is not a log."""
    from colt_rules.log.entries import REDACTED_FORMAT
    from colt_rules.log.errors import LogError

    try:
        with pieces_named(ctx, game) as pieces:
            yield pieces
    except LogError as error:
        # If the header cannot be read, problems of other lines do not matter.
        message = f"{game} cannot be read as a whole log: {error.problems[0]}"
        if REDACTED_FORMAT in message:
            message += "; of this one `colt audit` judges the chain, and `colt replay` tells the events"
        raise CannotRun(message) from error


def story_named(ctx: click.Context, game: str, lang: str) -> "Story":
    """The log that the user named, as a story. If it is broken, stderr says where, and the story ends there."""
    from colt_rules.referee.story import Story

    with judged_named(ctx, game) as pieces:
        story = Story.read(pieces)
    print_broken(game, story.head.events, story.broken, lang)
    return story


def print_broken(game: str, events: int, broken: str, lang: str) -> None:
    """Print on stderr after how many events a broken story ends, and why."""
    if broken:
        from colt_rules.referee.prose import translated

        message = tell(lang, "log.whole-up-to", game=game, seq=str(events), broken=translated(broken, lang))
        unseen = tell(lang, "log.not-looked-at", game=game)
        click.echo(f"{printable(message)}\n{printable(unseen)}", err=True)


def keep_logs(ctx: click.Context, output: Path, *games: str) -> None:
    """Refuse to overwrite the store or the log that is being read."""
    if not output.exists():
        return
    if any(game != STREAM and is_file(game) and output.samefile(game) for game in games):
        raise CannotRun(f"{output} is the log itself; name another file to write")
    try:
        store = is_store(ctx, output)
    except CannotRun:  # there is no default store
        store = False
    if store:
        raise CannotRun(f"{output} is the store itself, with all its games; name another file to write")
