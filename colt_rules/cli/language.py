"""The option --lang, which all commands share, and the texts and errors in that language."""

import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import click
from click.decorators import FC

from colt_rules.languages import BEGUN, LANGUAGES


def of_the_locale() -> str:
    """The language of the user's locale if there are texts in it, else English."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    language = re.split(r"[_.@-]", named.lower(), maxsplit=1)[0]
    return language if language in LANGUAGES else "en"


def _in_one_of(languages: Sequence[str]) -> Callable[[FC], FC]:
    return click.option(
        "--lang",
        type=click.Choice(languages),
        default=of_the_locale,
        show_default="the language of your locale (LC_ALL, LC_MESSAGES, LANG), else en",
        help="Language of the output.",
    )


in_language = _in_one_of(LANGUAGES)
in_language_of_games = _in_one_of((*LANGUAGES, *BEGUN))
"""The option of commands that tell events; in a begun language, all other texts are in English."""


def tell(lang: str, key: str, /, **data: Any) -> str:
    """A text filled with these data; the texts are loaded only now, so that help is fast."""
    from colt_rules.referee import prose

    return prose.tell(lang, key, **data)


def text(lang: str, key: str) -> str:
    """A text, not filled in."""
    from colt_rules.referee import prose

    return prose.text(lang, key)


def show_error(error: click.ClickException, args: Sequence[str]) -> None:
    """Print an error on stderr, in the language of the command that it ended if that command has one."""
    ctx: click.Context | None = getattr(error, "ctx", None)
    has_languages = any(param.name == "lang" for param in ctx.command.params) if ctx else "--lang" in args
    lang = _asked(args) if has_languages else "en"
    if lang == "en":
        error.show()
        return
    from colt_rules.referee.prose import translated

    if isinstance(error, click.UsageError) and ctx:
        usage = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
        command = f"{ctx.command_path} {ctx.help_option_names[-1]}"
        click.echo(f"{tell(lang, 'error.usage', usage=usage)}\n{tell(lang, 'error.try', command=command)}\n", err=True)
    click.echo(tell(lang, "error.error", message=translated(error.format_message(), lang)), err=True)


def _asked(args: Sequence[str]) -> str:
    """The language that a command line asks for, even if it cannot be read otherwise; that of the locale if none."""
    named = re.findall(r"(?:^|\n)--lang[=\n](\w+)", "\n".join(args))
    return named[-1] if named and named[-1] in LANGUAGES else "en" if named else of_the_locale()
