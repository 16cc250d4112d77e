"""`colt log`: the stored games."""

import click

from colt_rules.cli.log.archive import archive_
from colt_rules.cli.log.exchange import export, import_
from colt_rules.cli.log.games import list_
from colt_rules.cli.log.play import play
from colt_rules.cli.log.seal import key, rebuild, seal
from colt_rules.cli.log.show import show
from colt_rules.cli.log.verify import verify


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def log() -> None:
    """List, search, show, verify, seal, import, export and archive the logs of games.

    A game is its log: a header, then each command with the events it led to, each event with the clauses it
    rests on. Every line holds the hash of the line before it. The games are in one SQLite file, or on a PostgreSQL
    server (see `colt --log`); `export` writes a game as JSON Lines for other programs, `import` reads it, `archive`
    writes many games as Parquet for people who ask questions, and `play` makes a log from the commands of a game.

    \b
    Examples:
      colt log list                              which games are there?
      colt log list --winner tuco --clause django.knock-back
      colt log show GAME                         what happened, and by which rules?
      colt log verify GAME                       is it unchanged, and does it follow the rules?
      colt log export GAME game.jsonl            write it to a file
      colt log export GAME --as tuco             only what Tuco may see
      colt --log other.db log import game.jsonl  import it into another store
      colt log archive games/ --into archive     for DuckDB, pandas and others
      colt log play commands.jsonl               make a log from another engine's commands
      colt log seal GAME --key my.pem            sign a finished game
    """


for _command in (list_, show, verify, export, import_, archive_, play, key, seal, rebuild):
    log.add_command(_command)
