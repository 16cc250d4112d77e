"""One page to hand to the players: the verdict, the contested moments with their pictures, the whole game, its hash.

Whatever stands in a log is untrusted text: all of it is escaped, the page runs no script and loads nothing. There is no
date in it, so that the same log gives the same bytes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import pairwise

from colt_rules import __version__
from colt_rules.commands import Command
from colt_rules.events import Cited, RoundStarted
from colt_rules.log.errors import Departure
from colt_rules.model.record import record
from colt_rules.model.state import Game, Standing
from colt_rules.pictures import shared_by, train_svg
from colt_rules.pictures.scene import scene
from colt_rules.referee.audit import Audit, Finding
from colt_rules.referee.explain import Citation, Explanation, NotShown, Open, cited, explain, places_of
from colt_rules.referee.rankings import apart
from colt_rules.referee.story import Story
from colt_rules.referee.telling import describe_command, describe_event, describe_kind, describe_seen_event
from colt_rules.referee.wording import name_of, names_of, number_of
from colt_rules.signs import escape
from colt_rules.views import REFEREE, SPECTATOR, View, view_event
from colt_rules.views.roles import known_role

CSS = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
MOST_EVENTS = 5_000
"""A page with more of them is no help to anybody."""
MOST_MOMENTS = 10
"""How many contested moments are shown if nobody says which."""
GUESSED = "not told, for where little is hidden somebody could guess what until the hash fits"
"""In the place of the hash where the page does not show all."""
MOST_OPTIONS = 12
MOST_FINDINGS = 20
"""Of the departures from the rules."""
WORD = 60
"""So wide is a word on the strip, which is a thousand wide."""
PLAINLY = {
    "malformed": "this line cannot be read, or is missing",
    "order": "another line should stand here",
    "count": "the log has more or fewer lines than its end says",
    "header": "the header says something else than the first event",
    "seal": "a seal does not fit",
}
"""By kind of departure: what can be told of it without a word of what the lines hold."""


@record
class Asked:
    """What the page is to show."""

    events: tuple[int, ...] = ()
    """The contested events; if none are named, those that depart from the rules."""
    role: str = ""
    """Who may read it; left out, everybody: the whole table once the game is over, else what all have seen."""
    lang: str = "en"
    """Of the clauses."""


def report_html(story: Story, found: Audit, asked: Asked = Asked()) -> str:  # noqa: B008 - it never changes
    """The page; ``OutOfRange``, ``UnknownRole`` or ``NotShown`` if what was asked for is not there to be shown."""
    end = story.position(story.head.events)
    role = known_role(end, asked.role) if asked.role else REFEREE if end.phase == "over" else SPECTATOR
    contested = [explain(story, seq, role) for seq in dict.fromkeys(asked.events)]
    moments = contested or list(_departing(story, found, role))
    page = _Page(story, found, end, role, asked.lang, tuple(one.seq for one in moments))
    title = f"Referee's report on {story.header.game}"
    return "".join(
        [
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<style>\n{CSS}</style>\n</head>\n<body>\n",
            f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{shared_by(end)}</svg>\n',
            f"<h1>{escape(title)}</h1>\n",
            page.facts(),
            page.verdict(),
            *page.contested(moments),
            page.timeline(),
            page.ranking(),
            page.footer(),
            "</body>\n</html>\n",
        ]
    )


def _departing(story: Story, found: Audit, role: str) -> Iterator[Explanation]:
    """The moments at which the log departs from the rules, but those that nobody can show to this role."""
    events = dict.fromkeys(_event_of(story, one) for one in found.rules)
    for seq in [seq for seq in events if seq][:MOST_MOMENTS]:
        with suppress(NotShown):
            yield explain(story, seq, role)


def _event_of(story: Story, one: Finding) -> int:
    """The event at which the log departs, the first one of a command that is refused; 0 if it is beyond the story."""
    if one.command > story.head.commands or one.event > story.head.events:
        return 0
    return one.event or story.step(one.command).events[0].seq


@record
class _Page:
    """The parts of the page, top down."""

    story: Story
    found: Audit
    end: Game
    role: str
    lang: str
    events: tuple[int, ...]

    def facts(self) -> str:
        """What the game is."""
        header, head = self.story.header, self.story.head
        seats = "; ".join(
            name_of(seat) if bandits == [seat] else f"{name_of(seat)} with {names_of(bandits)}"
            for seat in header.seats
            for bandits in [sorted(bandit for bandit, one in self.end.figures.items() if one.seat == seat)]
        )
        claims = ", ".join(self.end.options.rulings)
        facts = {
            "edition": header.edition,
            "modules": ", ".join(header.modules),
            "specification": header.spec_version,
            "claimed rulings": claims,
            "players": seats,
            "length": f"{number_of(head.commands, 'command')}, {number_of(head.events, 'event')}",
            "state": "over" if self.end.phase == "over" else "not over",
            "as seen by": "the referee, with all that was hidden" if self.role == REFEREE else self.role,
        }
        return _facts(facts)

    def verdict(self) -> str:
        """The two judgements, and what they come to."""
        found = self.found
        whole = _judgement(
            "The state is what the log says",
            f"All lines are there as they were written, in their order, and the events fit one another: "
            f"{number_of(found.head.events, 'event')}.",
            [self._departure(one) for one in found.log],
        )
        unjudged = (
            f"<p>{str(found.unjudged).capitalize()} the rules could not be asked: what is said above leaves no "
            "position to ask them about.</p>"
            if found.unjudged
            else ""
        )
        uncited = "" if found.cited else "<p>The log cites no clauses, so that its events alone were judged.</p>"
        left = len(found.rules) - MOST_FINDINGS
        more = f"<p>And {number_of(left, 'more departure')}.</p>" if left > 0 else ""
        judged = found.unjudged.first - 1 if found.unjudged else found.head.commands
        right = _judgement(
            "The log is what the rules say",
            f"Every one of {number_of(judged, 'command')} was allowed and led to what the log says.",
            [self._finding(one) for one in found.rules[:MOST_FINDINGS]],
            more + self._explained() + unjudged + uncited,
        )
        return f"<h2>Verdict</h2>\n{whole}{right}{self._result()}"

    def _explained(self) -> str:
        """Where the log departs because the specification was corrected since: each correction once, and how often."""
        times = Counter(correction for one in self.found.explained for correction in one.explained)
        text = "".join(
            f"<li>{number_of(count, 'place')}: {escape(one.said)} Since {one.version}: {escape(one.says)}</li>"
            for one, count in times.items()
        )
        heading = "<p>Otherwise than by the rules of today because they were corrected since, which is no fault:</p>"
        return f"{heading}<ul>{text}</ul>" if text else ""

    def _departure(self, one: Departure) -> str:
        """A departure of the log itself; what a line holds is for the referee alone."""
        held = f"expected {one.expected}, got {one.got}" if self.role == REFEREE else ""
        text = one.meaning or ("" if held else PLAINLY.get(one.kind, one.kind))
        return f"<p><b>{escape(one.where)}</b>: {escape('; '.join(filter(None, (text, held))))}</p>"

    def _finding(self, one: Finding) -> str:
        """A departure from the rules: both sides, and the clauses that decide; a refusal tells of somebody's cards."""
        seq = _event_of(self.story, one)
        where = f'<a href="#event-{seq}">{escape(one.where)}</a>' if seq in self.events else escape(one.where)
        clause_ids = one.clauses if self.role == REFEREE or one.kind != "refused" else ()
        clauses = "".join(_clause(citation, self.lang) for citation in cited(clause_ids, self.end.options))
        if one.kind == "refused":
            text = "The command was not allowed."
        elif one.kind == "cites":
            text = "It is right, but rests on other clauses than the log says."
        else:
            text = "The rules lead to something else."
        sides = (
            f'<div class="sides"><div><h4>by the log</h4>{self._event_list(one.parting[0])}</div>'
            f"<div><h4>by the rules</h4>{self._event_list(one.parting[1])}</div></div>"
            if self.role == REFEREE
            else ""
        )
        return f"<p><b>{where}</b>: {text}</p>{sides}{f'<h4>broken</h4>{clauses}' if clauses else ''}"

    def _event_list(self, events: Sequence[Cited]) -> str:
        items = "".join(f"<li>{escape(describe_event(event))}</li>" for event, _ in events)
        return f"<ul>{items}</ul>" if items else "<p>nothing of the kind</p>"

    def _result(self) -> str:
        """Whether the game would have ended otherwise."""
        result = self.found.result
        if not self.found.rules or all(one.kind == "cites" for one in self.found.rules):
            return ""
        if result.differs is None:
            text = (
                f"Nobody can say how the game would have ended: command {result.lost} does not stand after what should "
                "have happened, and another choice would have been made there."
            )
        elif not result.by_log and not result.by_rules:
            text = "The game is not over, so there is no result yet."
        elif apart(result.by_log, result.by_rules) == "bullets":
            text = "The places and the money would have been the same, with other bullets counted:"
        elif result.differs:
            text = "The result would have been another:"
        else:
            text = "The result would have been the same."
        open_ = self.role == REFEREE or self.end.phase == "over"  # before that nobody's money is known
        table = _ranking(result.by_rules) if result.differs and open_ else ""
        return f"<p><b>{text}</b></p>\n{table}"

    def contested(self, moments: Sequence[Explanation]) -> Iterator[str]:
        """The contested moments, each with its pictures and its clauses."""
        if moments:
            yield "<h2>The contested moments</h2>\n" if len(moments) > 1 else "<h2>The contested moment</h2>\n"
        for moment in moments:
            yield self._moment(moment)

    def _moment(self, moment: Explanation) -> str:
        entry, given = moment.step.command, moment.given.command
        behind = (
            describe_command(given) if given else f"{name_of(entry.actor)} gave {describe_kind(moment.given.type)}."
        )
        clauses = "".join(_clause(one, self.lang) for one in (*moment.clauses, *moment.claims))
        departs = f'<p class="wrong-text">{escape(moment.departs)}</p>\n' if moment.departs else ""
        moved = scene(moment.before) != scene(moment.after)
        pictures = _figure(
            f"before event {moment.seq}" if moved else f"before and after event {moment.seq}", moment.before
        )
        pictures += _figure(f"after event {moment.seq}", moment.after) if moved else ""
        changes = "".join(f"<li>{escape(change)}</li>" for change in moment.changes)
        applied = [one for one in moment.exceptions if one.applied]
        exceptions = "".join(
            f"<li><code>{one.clause.id}</code> {escape(f'{one.clause.title.in_language(self.lang)}: {one.why}')}</li>"
            for one in applied
        )
        return (
            f'<section class="moment" id="event-{moment.seq}">'
            f"<h3>Event {moment.seq}: {escape(describe_seen_event(moment.seen))}</h3>\n"
            f'<p class="dim">Command {entry.number}, line {moment.step.line}: {escape(behind)}</p>\n{departs}'
            f'<div class="boards">{pictures}</div>\n'
            + (f"<h4>what changed</h4><ul>{changes}</ul>\n" if changes else "")
            + (
                f"<h4>what it rests on{' by the rules' if moment.by_the_rules else ''}</h4>\n{clauses}"
                if clauses
                else ""
            )
            + (f"<h4>exceptions that applied</h4><ul>{exceptions}</ul>\n" if applied else "")
            + "".join(_options(one, given) for one in moment.options)
            + "</section>\n"
        )

    def timeline(self) -> str:
        """The whole game, a heading for each round; the contested events stand out."""
        rounds: list[tuple[str, list[str]]] = [("Setting up", [])]
        starts: list[int] = []
        for step in self.story.steps():
            for one in step.events:
                if one.seq > MOST_EVENTS:
                    continue
                seen = view_event(one.event, self.role, self.end, one.cites)
                assert seen is not None, "every event is seen by all, though not all of it"
                if isinstance(one.event, RoundStarted):
                    rounds.append((f"Round {one.event.number}", []))
                    starts.append(one.seq)
                contested = one.seq in self.events
                where = f'<a href="#event-{one.seq}">{one.seq}</a>' if contested else f"{one.seq}"
                look = ' class="contested"' if contested else ""
                rounds[-1][1].append(
                    f"<li{look}><span>{where}</span><span>{escape(describe_seen_event(seen))}</span></li>"
                )
        more = self.story.head.events - MOST_EVENTS
        note = f"<p>{more:,} more events are not listed here.</p>\n" if more > 0 else ""
        listed = "".join(
            f'<details open><summary><b>{title}</b></summary>\n<ol class="events">{"".join(lines)}</ol></details>\n'
            for title, lines in rounds
            if lines
        )
        return f"<h2>The whole game</h2>\n{self._strip(starts)}{listed}{note}"

    def _strip(self, starts: list[int]) -> str:
        """The game from left to right: the rounds, and where the contested events are."""
        last = max(self.story.head.events, 1)
        bounds = [1, *starts, last + 1]
        parts = []
        for number, (start, end) in enumerate(pairwise(bounds)):
            left, width = _along(start, last), _along(end, last) - _along(start, last)
            parts.append(f'<rect x="{left}" y="16" width="{width}" height="28"/>')
            if width >= WORD:
                parts.append(f'<text x="{left + width // 2}" y="35">{f"round {number}" if number else "set-up"}</text>')
        marks = [
            f'<path class="mark" d="M{x - 7} 2h14l-7 14z"><title>event {seq}</title></path>'
            for seq in self.events
            for x in [_along(seq, last)]
        ]
        words = (
            f"the contested events are {', '.join(map(str, self.events))}" if self.events else "nothing is contested"
        )
        return (
            '<svg class="strip" role="img" viewBox="0 0 1000 48">'
            f"<title>{number_of(last, 'event')} in {number_of(len(starts), 'round')}; {words}</title>"
            f"{''.join(parts)}{''.join(marks)}</svg>\n"
        )

    def ranking(self) -> str:
        """How the game ended, if it has."""
        return f"<h2>Ranking</h2>\n{_ranking(self.end.ranking)}" if self.end.ranking else ""

    def footer(self) -> str:
        """What this page rests on: who has the same log gets the same page."""
        closing = self.found.closing
        facts = {
            "hash of the log": self.found.head.hash if self.role == REFEREE else GUESSED,
            "sealed by": ", ".join(seal.key for seal in closing.seals) if closing else "",
            "log written by": self.story.header.made_by,
            "log format": str(self.story.header.version),
            "judged by": f"colt-rules {__version__}",
        }
        return f"<footer>{_facts(facts)}</footer>\n"


def _along(seq: int, last: int) -> int:
    return 10 + (seq - 1) * 980 // last


def _facts(facts: dict[str, str]) -> str:
    rows = (f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items() if text)
    return f"<dl>{''.join(rows)}</dl>\n"


def _judgement(title: str, well: str, wrong: list[str], more: str = "") -> str:
    look, sign, text = ("wrong", "✗ no", "".join(wrong)) if wrong else ("well", "✓ yes", f"<p>{well}</p>")
    head = f'<h3>{title}: <span class="sign">{sign}</span></h3>'
    return f'<section class="judgement {look}">{head}\n{text}{more}</section>\n'


def _figure(caption: str, position: Game | View) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{train_svg(position, title=caption, shared='')}</figure>"


def _clause(citation: Citation, lang: str) -> str:
    """A clause with its text and its place in each book."""
    entry = citation.entry
    if entry is None:
        return f'<div class="clause"><code>{escape(citation.id)}</code> is no clause of the specification.</div>\n'
    title, text = entry.title.in_language(lang), entry.text.in_language(lang)
    books = "<br>".join(map(escape, places_of(citation.passages)))
    claimed = f"<p>The table claimed another answer: {escape(citation.claimed.id)}.</p>" if citation.claimed else ""
    notes = {one.edition: " ".join(note.in_language(lang) for note in one.notes) for one in citation.elsewhere}
    elsewhere = "".join(
        f"<p>{escape(edition)}: {escape(note or 'no such clause')}</p>" for edition, note in notes.items()
    )
    return (
        f'<div class="clause" lang="{lang}"><b>{escape(title)}</b> <code>{escape(citation.id)}</code>'
        f'<p>{escape(text)}</p>{claimed}<div class="dim">{books}{elsewhere}</div></div>\n'
    )


def _options(open_: Open, given: Command | None) -> str:
    """What somebody could choose; empty if not everybody may know it."""
    if open_.hidden:
        return ""
    shown = sorted(open_.commands, key=lambda one: one != given)[:MOST_OPTIONS]
    items = [f"{escape(describe_command(one))}{' <b>(this was chosen)</b>' if one == given else ''}" for one in shown]
    items += [f"and {open_.number - len(shown):,} more"] if open_.number > len(shown) else []
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<h4>what {escape(name_of(open_.actor))} could choose</h4><ul>{listed}</ul>\n"


def _ranking(ranking: Iterable[Standing]) -> str:
    rows = "".join(
        f'<tr><td class="number">{one.rank}</td><td>{escape(name_of(one.seat))}</td>'
        f'<td class="number">${one.money:,}</td><td class="number">{one.bullets}</td></tr>'
        for one in ranking
    )
    return f"<table><tr><th>rank</th><th>player</th><th>money</th><th>bullets received</th></tr>{rows}</table>\n"
