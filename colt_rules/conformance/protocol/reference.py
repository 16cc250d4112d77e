"""The reference as an engine: how ``colt adapter`` answers each request of the protocol."""

import sys
from typing import BinaryIO

from colt_rules import __version__
from colt_rules.commands import Command, Deal
from colt_rules.conformance.notations import unplayable
from colt_rules.conformance.protocol import messages as p
from colt_rules.decisions import Arrangements, how_many
from colt_rules.events import EVENT_NAMES, VERSIONS, Cited
from colt_rules.kernel import Accepted, NotAtRest, decide, fold, legal
from colt_rules.log.choices import ways_of
from colt_rules.log.codec import command_object, plain, read_thoroughly, to_data, to_json
from colt_rules.log.errors import Malformed
from colt_rules.log.submission import judge
from colt_rules.model.state import NEW, Game
from colt_rules.modules import MODULES
from colt_rules.players.dealer import Dealer
from colt_rules.rules.editions import EDITIONS
from colt_rules.views import UnknownRole, view, view_reasons

LISTED = 1_000
"""Up to this many commands are listed; more are described."""


class Reference:
    """Plays one game at a time by the rules of this package."""

    def __init__(self, name: str = "colt-rules", seed: int | None = None) -> None:
        self._name = name
        self._dealer = Dealer(seed)
        self.game: Game = NEW
        """The current position."""

    def answer(self, request: p.Request) -> p.Response:
        """The response to a request; errors are answered with ``failed``, never raised."""
        try:
            return self._answer(request)
        except (NotAtRest, UnknownRole, ImportError, LookupError, ValueError) as error:
            return p.Failed(request.seq, f"{error.__class__.__name__}: {error}")

    def _answer(self, request: p.Request) -> p.Response:
        seq = request.seq
        match request:
            case p.Start():
                return p.Started(
                    seq, p.PROTOCOL, self._name, __version__, EDITIONS, MODULES, p.LEVELS, language="Python"
                )
            case p.New():
                self.game = request.state
                wrong = unplayable(self.game)
                return p.Failed(seq, f"state: {'; '.join(wrong)}") if wrong else p.Ready(seq)
            case p.Command():
                return self._decide(seq, request.command)
            case p.Legal():
                return self._options(seq, request.actor)
            case p.Look():
                reasons = view_reasons(self.game, request.role)
                cites = tuple(dict.fromkeys((*reasons.shown, *reasons.hidden)))
                return p.Seen(seq, view(self.game, request.role), cites)
            case p.Log():
                self.game = fold(p.read_events(request.events), self.game)
                return p.Folded(seq, self.game)
            case p.SetUp():
                return self._set_up(request)
            case p.Stop():
                return p.Stopped(seq)

    def _decide(self, seq: p.Seq, command: object) -> p.Response:
        verdict = judge(self.game, command)
        if not isinstance(verdict, Accepted):
            return p.Refused(seq, verdict.clauses, verdict.message)
        self.game = verdict.after
        return p.Accepted(seq, tuple(map(event_message, verdict.events)), self.game)

    def _set_up(self, request: p.SetUp) -> p.Response:
        """Set up a game with random draws; choices of players before the first round are random too."""
        game, seq = NEW, request.seq
        for command in (*(request.house_rules or ()), request.command):
            verdict = judge(game, command)
            if not isinstance(verdict, Accepted):
                return p.Failed(seq, verdict.message)
            game = verdict.after
        commands: list[Command] = []
        while isinstance(verdict, Accepted) and verdict.after.phase == "setup":
            answers = legal(verdict.after, verdict.awaiting[0].actor)
            if isinstance(answers, Arrangements):
                chosen: Command = self._dealer.deal(answers)
            else:
                chosen = self._dealer.agree(answers)
            commands.append(chosen)
            verdict = decide(verdict.after, chosen)
        if not isinstance(verdict, Accepted):
            return p.Failed(seq, verdict.message)
        shown = (each for each in commands if not (isinstance(each, Deal) and each.what in p.SHOWN))
        return p.Dealt(seq, verdict.after, tuple(map(command_object, shown)))

    def _options(self, seq: p.Seq, actor: str) -> p.Response:
        answers = legal(self.game, actor)
        if isinstance(answers, Arrangements):
            return p.Choices(
                seq, rows=p.RowsMessage(answers.what, answers.subject, tuple(sorted(answers.items)), answers.count)
            )
        if how_many(answers) > LISTED:
            return p.Choices(seq, ways=tuple(ways_of(answers)))
        return p.Choices(seq, commands=tuple(map(command_object, answers)))


def event_message(cited: Cited) -> p.EventMessage:
    """An event with its clauses as a message of the protocol."""
    event, cites = cited
    name = EVENT_NAMES[event.__class__]
    return p.EventMessage(name, VERSIONS[name], to_data(event), cites)


def serve(engine: Reference, requests: BinaryIO, responses: BinaryIO) -> None:
    """Answer each line until ``stop`` or the end of the input; a line that is not a request gets ``failed``."""
    for line in requests:
        response = _answered(engine, line)
        responses.write(p.to_line(response))
        responses.flush()
        if isinstance(response, p.Stopped):
            return


def _answered(engine: Reference, line: bytes) -> p.Response:
    try:
        request = p.read_request(line)
    except Malformed as error:
        return p.Failed(p.seq_of(line), str(error))
    return engine.answer(request)


def serve_once(engine: Reference, requests: BinaryIO, responses: BinaryIO) -> None:
    """One-shot: answer all requests of the single case on the input."""
    case: p.OneShotCase = read_thoroughly(p.OneShotCase, plain(requests.read(), "case"), "case")
    answers = tuple(to_data(_answered(engine, to_json(request))) for request in case.requests)
    responses.write(to_json(p.OneShotResult(answers)) + b"\n")


def main(mutant: str = "", once: bool = False) -> None:
    """Serve on stdin and stdout."""
    engine = Reference(f"colt-rules ({mutant})" if mutant else "colt-rules")
    (serve_once if once else serve)(engine, sys.stdin.buffer, sys.stdout.buffer)
