"""`colt log`: look into the games that were kept, take them out and in, and hold them against the rules."""

import click

from colt_rules.cli.log.exchange import export, import_
from colt_rules.cli.log.games import list_
from colt_rules.cli.log.play import play
from colt_rules.cli.log.show import show
from colt_rules.cli.log.trust import key, rebuild, seal
from colt_rules.cli.log.verify import verify


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def log() -> None:
    """List, search, show, verify, seal, import and export the logs of games.

    A game is its log: a header, then each command with the events it led to, each event with the clauses it
    rests on. Every line holds the hash of the line before it. The games lie in one SQLite file, or on a PostgreSQL
    server (see `colt --log`); `export` writes a game as JSON Lines for other programs, `import` takes it in, and `play`
    makes one of the commands of a game.

    \b
    Examples:
      colt log list                              which games are there?
      colt log list --winner tuco --clause django.knock-back
      colt log show GAME                         what happened, and by which rules?
      colt log verify GAME                       is it untouched, and did all go by the rules?
      colt log export GAME game.jsonl            take it out
      colt log export GAME --as tuco             as much of it as Tuco may know
      colt --log other.db log import game.jsonl  take it in elsewhere
      colt log play commands.jsonl               make a log of the commands of another engine
      colt log seal GAME --key my.pem            vouch for a finished game
    """


for _command in (list_, show, verify, export, import_, play, key, seal, rebuild):
    log.add_command(_command)
