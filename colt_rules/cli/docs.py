"""`colt docs`: build and serve the rules site, and check the tables of the guides against the rules."""

import time
from pathlib import Path

import click

from colt_rules.cli.output import FOLDER, CannotRun, as_json, checkout, print_drift, print_written
from colt_rules.languages import BEGUN, LANGUAGES

SITE = Path("site")
into = click.option("--to", type=FOLDER, default=SITE, show_default=True, metavar="DIR", help="The folder of the site.")


@click.group()
def docs() -> None:
    """Build and serve the rules site, in English, Russian, French and Polish.

    Every clause has a page with its sources, its exceptions, its code, and every case with the board before and after
    it. The pages are made from the specification and from a run of the conformance suite.

    \b
    Examples:
      colt docs build                  the whole site into site/; open site/index.html
      colt docs build --lang en        in one language, to try something
      colt docs build --address https://rules.example.org --report mailto:rules@example.org
      colt docs serve                  show it on http://127.0.0.1:8000
      colt docs missing de             list what a begun language lacks of the sentences of games
      colt docs tables --write         write the generated tables of the guides
    """


@docs.command()
@into
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice(LANGUAGES),
    help="Only this language; can be repeated.",
)
@click.option(
    "--address",
    metavar="URL",
    envvar="COLT_SITE_ADDRESS",
    help="Where the site will be published; adds a sitemap and pictures in link previews. "
    "[env: COLT_SITE_ADDRESS; default: Documentation in pyproject.toml, else none]",
)
@click.option(
    "--report",
    metavar="URL",
    envvar="COLT_SITE_REPORT",
    help="Where readers report a mistake: mailto:NAME@HOST, a tracker that ends in /issues, or any address with "
    "{subject} and {text} in it. [env: COLT_SITE_REPORT; default: Issues in pyproject.toml, else none]",
)
def build(to: Path, languages: tuple[str, ...], address: str | None, report: str | None) -> None:
    """Make the pages, check every link, and build the site.

    The conformance suite is run first; its results are on the pages. An existing site is replaced only by a complete
    one: a broken link, a missing picture or a page that is too large ends the build.

    Exit status: 0 built, 2 it could not be built.
    """
    try:
        from colt_rules.site.building import CannotBuild, build
    except ModuleNotFoundError as error:
        raise CannotRun(
            f"{error.name} is not installed; make docs installs it, or pip install 'colt-rules[docs]'"
        ) from error
    from colt_rules.site.publishing import BadSetting
    from colt_rules.site.sources import NoCheckout
    from colt_rules.site.sources import SuiteNotFinished as SuiteCannotRun

    start = time.monotonic()

    def tell(what: str) -> None:
        click.echo(f"{time.monotonic() - start:6.1f} s  {what}", err=True)

    try:
        built = build(to, languages or LANGUAGES, tell, address, report)
    except (BadSetting, CannotBuild, NoCheckout, SuiteCannotRun) as error:
        raise CannotRun(str(error)) from error
    except OSError as error:
        raise CannotRun(f"cannot write the site into {to}: {error}") from error
    seconds = time.monotonic() - start
    click.echo(
        f"{built.pages:,} pages, {built.files:,} files, {built.size / 1e6:.0f} MB in {seconds:.0f} s: "
        f"open {to / 'index.html'}, or run `colt docs serve`"
    )


@docs.command()
@into
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free port.")
def serve(to: Path, port: int) -> None:
    """Serve the built site on this machine, until Ctrl-C.

    Exit status: 0 ended, 2 there is no site, or the port is taken.
    """
    from colt_rules.site.serving import server

    if not (to / "index.html").is_file():
        raise CannotRun(f"expected a site in {to}, got none; `colt docs build` makes it")
    try:
        serving = server(to, port)
    except OSError as error:
        raise CannotRun(f"port {port} cannot be used: {error.strerror}; name another one with --port") from error
    with serving:
        click.echo(f"http://127.0.0.1:{serving.server_port} shows {to}; Ctrl-C ends it")
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            click.echo("ended")


@docs.command()
@click.argument("lang", metavar="LANG")
def missing(lang: str) -> None:
    """List what a begun language lacks of the sentences of games, with a count by file.

    \b
    Examples:
      colt docs missing de
      colt docs missing de | grep of       only the counts

    Exit status: 0 listed, 2 the language is not begun, or its files have mistakes.
    """
    from colt_rules.referee.vocabulary import missing_entries, vocabulary

    if lang not in BEGUN:
        raise CannotRun(f"expected a language of BEGUN in colt_rules/languages.py, got {lang!r}: add it there")
    vocabulary(lang)
    for file, lacks, number in missing_entries(lang):
        click.echo("\n".join([f"{file}: {number - len(lacks)} of {number}", *(f"  {heading}" for heading in lacks)]))


@docs.command()
@click.option("--write", is_flag=True, help="Rewrite the tables; without it they are checked.")
@as_json
def tables(write: bool, json_: bool) -> None:
    """Check the tables in the guides against the rules, or rewrite them.

    docs/variants.md lists which games can be played, why others cannot, and what can be agreed on; docs/architecture.md
    which modules fill which extension point; events/README.md the words of the wire contract. The rows of these tables
    are generated from the modules; the rest of the pages is written by hand.

    \b
    Examples:
      colt docs tables
      colt docs tables --write

    Exit status: 0 up to date or written, 1 out of date, 2 it could not run.
    """
    from colt_rules.players.doc_tables import drift, write_tables

    root = checkout("an installed package has no guides; work in a checkout of the repository")
    if write:
        print_written(write_tables(root), root, "page", json_)
    else:
        print_drift(drift(root), root, "colt docs tables --write", json_)
