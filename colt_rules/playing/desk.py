"""Answers what a page asks of the engine: about a game that is played, and about any position.

Requests with ``type`` are those of the adapter protocol, so a page can try a position on any engine that speaks it. All
others have ``ask`` (`requests`): they are about a game that is played, or need the reader's language.
"""

import json

from colt_rules.commands import Command
from colt_rules.conformance.cases.expand import BadCase
from colt_rules.conformance.notations import unplayable
from colt_rules.conformance.protocol.messages import Failed, seq_of, to_line
from colt_rules.conformance.protocol.messages import read_request as read_adapter_request
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.kernel import NotAtRest, Refused, decide
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import command_object, plain, read_command, to_data
from colt_rules.log.errors import LogError, Malformed
from colt_rules.model.names import REFEREE, Cites
from colt_rules.model.state import Game
from colt_rules.players.play import GameRefused
from colt_rules.players.searching import USUAL_EFFORT, Effort
from colt_rules.playing import requests as r
from colt_rules.playing.positions import NotDrawable, case_text, redrawn
from colt_rules.playing.reasons import describe_reason
from colt_rules.playing.requests import read_request
from colt_rules.playing.sitting import CannotAdvise, CannotTakeBack, Data, Departed, NotAtThisTable, Sitting, Why
from colt_rules.referee.audit import audit
from colt_rules.referee.prose import tell
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.report import ReportRequest, report_html
from colt_rules.referee.story import Story
from colt_rules.referee.telling import describe_command, describe_kind
from colt_rules.registry.registry import registry


class NoGame(ValueError):
    """Nothing has begun yet."""


class Desk:
    """One game and one position at a time."""

    def __init__(self, effort: Effort = USUAL_EFFORT) -> None:
        self._effort = effort
        """How much bots search before a choice."""
        self._sitting: Sitting | None = None
        self._reference = Reference()

    def answer(self, text: str) -> str:
        """The answer to a request, as JSON: what was asked for, or a ``problem`` with a sentence in its ``text``."""
        lang = LANGUAGES[0]
        try:
            given = plain(text.encode(), "request")
            if isinstance(given, dict) and "type" in given:
                return self._on_position(text.encode())
            request = read_request(given)
            lang = request.lang
            answer = self._answer(request)
        except GameRefused as error:
            answer = _problem(lang, "refused")
            answer["problem"]["clauses"] = _clauses(error.clauses, lang)
        except Departed as error:
            answer = _problem(lang, "departed", line=str(error.line))
        except LogError as error:
            answer = _problem(lang, "no-log", line=str(min((one.line for one in error.problems), default=1)))
        except CannotAdvise:
            answer = _problem(lang, "nothing-to-choose")
        except CannotTakeBack:
            answer = _problem(lang, "nothing-to-take-back")
        except NotAtThisTable as error:
            answer = _problem(lang, "not-at-this-table", role=error.role)
        except BadCase as error:
            answer = _problem(lang, "not-at-rest", why=str(error))
        except NotDrawable:
            answer = _problem(lang, "not-drawable")
        except NoGame:
            answer = _problem(lang, "no-game")
        except ValueError as error:
            answer = _problem(lang, "malformed", why=str(error))
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def _on_position(self, line: bytes) -> str:
        try:
            response = self._reference.answer(read_adapter_request(line))
        except Malformed as error:
            response = Failed(seq_of(line), str(error))
        return to_line(response).decode()

    @property
    def sitting(self) -> Sitting:
        """The game; raises ``NoGame`` if there is none."""
        if self._sitting is None:
            raise NoGame
        return self._sitting

    def _answer(self, request: r.Request) -> Data:
        match request:
            case r.Begin():
                self._sitting = Sitting(request.setup, request.seed, effort=self._effort)
                return {"people": list(self.sitting.people)}
            case r.Resume():
                log = request.log.encode()
                options = {"seed": request.seed, "practice": request.practice, "effort": self._effort}
                self._sitting = Sitting.of_log(log, request.players, **options)
                return {"people": list(self.sitting.people)}
            case r.Look():
                return self.sitting.look(request.role)
            case r.Moments():
                return {"moments": self.sitting.moments(request.role, request.after)}
            case r.Choose() | r.WhyNot():
                return self._judged(request)
            case r.Advance():
                return {"advanced": self.sitting.advance()}
            case r.TakeBack():
                self.sitting.take_back(request.role)
                return {"number": self.sitting.number}
            case r.Hint():
                hint, reason = self.sitting.hint(request.role)
                return {
                    "command": command_object(hint),
                    "text": describe_command(hint, request.lang, self.sitting.game),
                    "reason": describe_reason(reason, request.lang),
                }
            case r.Why():
                return _explained(self.sitting.why(request.role, request.number), request.lang)
            case r.Log():
                return {"log": self.sitting.log_for(request.role).decode()}
            case r.Keep():
                return self._kept()
            case r.Verdict():
                return self._verdict(request.lang)
            case r.Judge() | r.Redraw() | r.WriteCase():
                return _about_position(request)

    def _judged(self, request: r.Choose | r.WhyNot) -> Data:
        """Whether a command is allowed, or why not; only a choice is carried out."""
        command, before = read_command(request.command), self.sitting.game
        does = self.sitting.choose if isinstance(request, r.Choose) else self.sitting.judge
        refused = does(request.role, command)
        return _told(before, command, refused, request.lang)

    def _kept(self) -> Data:
        """The request with which the game goes on later."""
        sitting = self.sitting
        return {
            "ask": "resume",
            "lang": LANGUAGES[0],
            "log": sitting.log().decode(),
            "players": list(sitting.setup.players),
            "seed": sitting.seed,
            "practice": sitting.setup.practice,
        }

    def _verdict(self, lang: str) -> Data:
        """The audit of a game that is over, and its report."""
        pieces = self.sitting.log_for(REFEREE).splitlines(keepends=True)
        found = audit(pieces)
        return {"sound": found.sound, "report": report_html(Story.read(pieces), found, ReportRequest(lang=lang))}


def _explained(why: Why, lang: str) -> Data:
    """A command in words, as far as the role sees it, and what speaks for it."""
    command = why.seen.command
    text = describe_command(command, lang, why.before) if command else describe_kind(why.seen.type, lang)
    if why.reason:
        return {"text": text, "reason": describe_reason(why.reason, lang)}
    return {"text": text, "reason": tell(lang, "play.not-told" if why.chosen else "play.nobody-chose")}


def _about_position(request: r.Judge | r.Redraw | r.WriteCase) -> Data:
    """What is asked about a position, which may come from anybody."""
    game = request.state
    try:
        if wrong := unplayable(game):
            raise Malformed("state", "a position on the board", wrong[0], "put everything on the board")
        if isinstance(request, r.Redraw):
            return {"state": to_data(redrawn(game, request.card))}
        if isinstance(request, r.WriteCase):
            return {"case": case_text(game, request.commands)}
        command = read_command(request.command)
        verdict = decide(game, command)
        return _told(game, command, verdict if isinstance(verdict, Refused) else None, request.lang)
    except (LookupError, ImportError, NotAtRest) as error:
        raise Malformed("state", "a position of a game", str(error), "begin with a position of the site") from error


def _told(game: Game, command: Command, refused: Refused | None, lang: str) -> Data:
    if refused is None:
        return {"allowed": True}
    text = describe_refusal(game, command, refused, lang)
    return {"allowed": False, "text": text, "clauses": _clauses(refused.clauses, lang)}


def _clauses(ids: Cites, lang: str) -> list[Data]:
    """Clauses with their titles and texts."""
    known = registry()
    found = {id: known.find(id) for id in ids}
    return [
        {"id": id, "title": one.title.in_language(lang), "text": one.text.in_language(lang)}
        for id, one in found.items()
    ]


def _problem(lang: str, key: str, **values: str) -> Data:
    return {"problem": {"text": tell(lang, f"play.{key}", **values)}}
