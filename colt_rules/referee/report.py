"""One page for the players: the contested moments with their pictures, the verdict, the whole game, its hash.

Everything in a log is untrusted text: it is escaped, and the page runs no script and loads nothing. It has no date, so
the same log gives the same bytes.
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
from colt_rules.referee.causes import causes
from colt_rules.referee.explain import (
    Citation,
    Explanation,
    NotShown,
    OpenDecision,
    cited,
    describe_version,
    explain,
)
from colt_rules.referee.open_fields import WhatCould, describe_question, why_not_typed
from colt_rules.referee.picture_words import words_in
from colt_rules.referee.prose import departure_meaning, tell, translated, where
from colt_rules.referee.rankings import what_counts
from colt_rules.referee.stepping import with_cause
from colt_rules.referee.story import Story
from colt_rules.referee.telling import describe_command, describe_event, describe_kind, describe_seen_event
from colt_rules.referee.trying import try_address
from colt_rules.referee.typed import names_seen, read_typed
from colt_rules.referee.vocabulary import name_of, teller
from colt_rules.referee.why_not import WhyNot
from colt_rules.registry.books import places
from colt_rules.registry.registry import registry
from colt_rules.safe_text import escape
from colt_rules.views import REFEREE, SPECTATOR, View, view_event
from colt_rules.views.roles import known_role

CSS = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
MOST_EVENTS = 5_000
"""More events would make the page useless."""
MOST_MOMENTS = 10
"""How many contested moments are shown by default."""
MOST_OPTIONS = 12
MOST_FINDINGS = 20
"""How many departures from the rules are shown."""
WORD = 60
"""The width of a word on the strip, which is 1,000 wide."""


@record
class ReportRequest:
    """What the page shows."""

    events: tuple[int, ...] = ()
    """The contested events; by default the events that depart from the rules."""
    role: str = ""
    """The reader of the page; by default everybody, who sees all once the game is over."""
    lang: str = "en"
    """The language of the page."""
    why_not: tuple[str, ...] = ()
    """Typed commands that might have been given in place of the one behind the only contested event."""
    site: str = ""
    """The address of the published site, with a trailing slash, for links to it; empty if unknown."""


def report_html(story: Story, found: Audit, asked: ReportRequest = ReportRequest()) -> str:  # noqa: B008 - it never changes
    """The page; raises ``OutOfRange``, ``UnknownRole``, ``NotShown`` and what `why_not_typed` raises."""
    end = story.position(story.head.events)
    role = known_role(end, asked.role) if asked.role else REFEREE if end.phase == "over" else SPECTATOR
    contested = [explain(story, seq, role, asked.lang) for seq in dict.fromkeys(asked.events)]
    moments = contested or list(_departing(story, found, role, asked.lang))
    page = _Page(story, found, end, role, asked.lang, tuple(one.seq for one in moments), asked.site)
    others = [_answered(story, asked.events[0], typed, role, asked.lang) for typed in asked.why_not]
    title = tell(asked.lang, "report.title", game=story.header.game)
    return "".join(
        [
            f'<!DOCTYPE html>\n<html lang="{asked.lang}">\n<head>\n<meta charset="utf-8">\n',
            f"<title>{escape(title)}</title>\n",
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<style>\n{CSS}</style>\n</head>\n<body>\n<main>\n",
            f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{shared_by(end)}</svg>\n',
            f"<h1>{escape(title)}</h1>\n",
            *page.contested(moments, others),
            page.verdict(),
            page.ranking(),
            page.timeline(),
            page.facts(),
            page.footer(),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _answered(story: Story, seq: int, typed: str, role: str, lang: str) -> WhyNot | WhatCould:
    """What the rules say of a typed command in place of the one behind an event."""
    end = story.position(story.head.events)
    read = read_typed(typed, end, names_seen(story, role), lang, story.moment(seq))
    return why_not_typed(story, seq, read, role, lang)


def _departing(story: Story, found: Audit, role: str, lang: str) -> Iterator[Explanation]:
    """The moments at which the log departs from the rules, without moments that cannot be shown to this role."""
    events = dict.fromkeys(_event_of(story, one) for one in found.rules)
    for seq in [seq for seq in events if seq][:MOST_MOMENTS]:
        with suppress(NotShown):
            yield explain(story, seq, role, lang)


def _event_of(story: Story, one: Finding) -> int:
    """The event at which the log departs, the first one of a refused command; 0 if it is beyond the story."""
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
    site: str

    def _tell(self, key: str, **data: object) -> str:
        """A text of this page."""
        return tell(self.lang, f"report.{key}", **data)

    def _named(self, **facts: str) -> str:
        """A list of facts with their labels."""
        return _facts({self._tell(name.replace("_", "-")): words for name, words in facts.items()})

    def facts(self) -> str:
        """The facts about the game."""
        header, head = self.story.header, self.story.head
        seats = "; ".join(
            name_of(seat, self.lang) if bandits == [seat] else self._tell("player-with", seat=seat, bandits=bandits)
            for seat in header.seats
            for bandits in [sorted(bandit for bandit, one in self.end.figures.items() if one.seat == seat)]
        )
        house_rules = ", ".join(self.end.options.rulings)
        return self._named(
            edition=self._tell("edition-is", edition=header.edition),
            modules=self._tell("modules-are", modules=header.modules),
            specification=header.spec,
            house_rules=house_rules,
            players=seats,
            length=self._tell("length-is", commands=head.commands, events=head.events),
            state=self._tell("over" if self.end.phase == "over" else "not-over"),
            seen_by=self._tell("by-referee" if self.role == REFEREE else "by-role", role=self.role),
        )

    def verdict(self) -> str:
        """The two judgements and their consequences."""
        found = self.found
        whole = self._judgement(
            "whole",
            self._tell("is-whole", events=found.head.events),
            [self._departure(one) for one in found.log],
        )
        unjudged = f"<p>{self._tell('unjudged', **found.unjudged.as_data)}</p>" if found.unjudged else ""
        uncited = "" if found.cited else f"<p>{self._tell('uncited')}</p>"
        left = len(found.rules) - MOST_FINDINGS
        more = f"<p>{self._tell('more-departures', count=left)}</p>" if left > 0 else ""
        remark = f"<p>{describe_version(found.header.spec, found.remark, self.lang)}</p>" if found.remark else ""
        judged = found.unjudged.first - 1 if found.unjudged else found.head.commands
        right = self._judgement(
            "right",
            self._tell("is-right", commands=judged),
            [self._finding(one) for one in found.rules[:MOST_FINDINGS]],
            more + remark + self._explained() + unjudged + uncited,
        )
        return f"<h2>{self._tell('verdict')}</h2>\n{whole}{right}{self._result()}"

    def _explained(self) -> str:
        """The corrections that explain departures of the log, each once with its number."""
        times = Counter(correction for one in self.found.explained for correction in one.explained)
        told = (
            self._tell(
                "explained-one",
                count=count,
                version=one.version,
                old=one.old.in_language(self.lang),
                new=one.new.in_language(self.lang),
            )
            for one, count in times.items()
        )
        items = "".join(f"<li>{escape(each)}</li>" for each in told)
        return f"<p>{self._tell('explained')}</p><ul>{items}</ul>" if items else ""

    def _departure(self, one: Departure) -> str:
        """A fault of the log itself; the content of a line is for the referee alone."""
        expected, got, meaning = (translated(words, self.lang) for words in (one.expected, one.got, one.meaning))
        held = self._tell("held", expected=expected, got=got) if self.role == REFEREE else ""
        told = meaning or ("" if held else departure_meaning(one.kind, self.lang))
        place = escape(where(one, self.lang))
        return f"<p><b>{place}</b>{self._colon} {escape('; '.join(filter(None, (told, held))))}</p>"

    @property
    def _colon(self) -> str:
        """The colon, with the space that the language puts before it."""
        return "\u202f:" if self.lang == "fr" else ":"

    def _finding(self, one: Finding) -> str:
        """A departure from the rules: both sides, and the clauses that decide; a refusal's would reveal cards."""
        seq = _event_of(self.story, one)
        place = escape(where(one, self.lang))
        place = f'<a href="#event-{seq}">{place}</a>' if seq in self.events else place
        clause_ids = one.clauses if self.role == REFEREE or one.kind != "refused" else ()
        clauses = "".join(self._clause(citation) for citation in cited(clause_ids, self.end.options))
        told = self._tell(one.kind if one.kind in ("refused", "cites") else "otherwise")
        sides = (
            f'<div class="sides"><div><h4>{self._tell("by-log")}</h4>{self._event_list(one.parting[0])}</div>'
            f"<div><h4>{self._tell('by-rules')}</h4>{self._event_list(one.parting[1])}</div></div>"
            if self.role == REFEREE
            else ""
        )
        broken = f"<h4>{self._tell('broken')}</h4>{clauses}" if clauses else ""
        return f"<p><b>{place}</b>{self._colon} {told}</p>{sides}{broken}"

    def _event_list(self, events: Sequence[Cited]) -> str:
        items = "".join(f"<li>{escape(describe_event(event, self.lang))}</li>" for event, _ in events)
        return f"<ul>{items}</ul>" if items else f"<p>{self._tell('nothing')}</p>"

    def _result(self) -> str:
        """Whether the game would have ended differently."""
        result = self.found.result
        if not self.found.rules or all(one.kind == "cites" for one in self.found.rules):
            return ""
        # Before the end nobody's money is known, nor which commands would still have been accepted.
        open_ = self.role == REFEREE or self.end.phase == "over"
        verdict = result.verdict if open_ else "unfinished"
        told = self._tell("bullets-differ" if verdict == "bullets" else verdict, lost=str(result.lost))
        table = self._ranking(result.by_rules) if result.differs and open_ else ""
        return f"<p><b>{told}</b></p>\n{table}"

    def contested(self, moments: Sequence[Explanation], others: Sequence[WhyNot | WhatCould] = ()) -> Iterator[str]:
        """The contested moments, each with its pictures and its clauses, and what else could have been done."""
        if moments:
            yield f"<h2>{self._tell('contested', many=len(moments) > 1)}</h2>\n"
        for moment in moments:
            yield self._moment(moment)
        for other in others:
            yield self._other(other)

    def _other(self, other: WhyNot | WhatCould) -> str:
        """Another command in place of the one that was given: whether it was allowed, and by which clauses."""
        if isinstance(other, WhatCould):
            heading, body = describe_question(other, self.lang), self._what_could(other)
        else:
            key = "allowed" if other.allowed else "not-allowed"
            heading = tell(
                self.lang, f"explain.{key}", command=describe_command(other.command, self.lang, other.step.before)
            )
            near = [describe_command(one.command, self.lang, other.step.before) for one in other.nearest]
            body = "".join(map(self._clause, other.clauses)) + self._listed(tell(self.lang, "explain.nearest"), near)
        look = "well" if (other.possible if isinstance(other, WhatCould) else other.allowed) else "wrong"
        title = f"{heading[:1].upper()}{heading[1:]}"
        return f'<section class="judgement {look}"><h3>{escape(title)}</h3>\n{body}</section>\n'

    def _what_could(self, asked: WhatCould) -> str:
        """Which values of an open field were allowed, and what forbids the others."""
        allowed = [describe_command(one, self.lang, asked.step.before) for one in asked.possible]
        ruled_out, told = "", set[str]()
        for group in asked.ruled_out:
            called = teller(self.lang).worded(group.values, group.kind, "list", {"seat": asked.typed.actor})
            named = f"{called[:1].upper()}{called[1:]}" if group.values else tell(self.lang, "explain.whatever")
            clauses = (self._clause(one, brief=one.id in told) for one in group.clauses)
            ruled_out += f"<p><b>{escape(named)}</b></p>{''.join(clauses)}"
            told |= {one.id for one in group.clauses}
        heading = f"<h4>{tell(self.lang, 'explain.were-not-allowed')}</h4>" if ruled_out else ""
        return self._listed(tell(self.lang, "explain.were-allowed"), allowed) + heading + ruled_out

    def _listed(self, heading: str, sentences: Sequence[str]) -> str:
        """A heading with a list of sentences, if there are any; too many are only counted."""
        items = [escape(one) for one in sentences[:MOST_OPTIONS]]
        left = len(sentences) - MOST_OPTIONS
        items += [self._tell("more-options", count=left)] if left > 0 else []
        return f"<h4>{heading}</h4><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>\n" if items else ""

    def _moment(self, moment: Explanation) -> str:
        entry, given = moment.step.command, moment.given.command
        kind = describe_kind(moment.given.type, self.lang)
        secret = tell(self.lang, "explain.gave", actor=entry.actor, kind=kind)
        behind = describe_command(given, self.lang, moment.step.before) if given else secret
        clauses = "".join(self._clause(one) for one in (*moment.clauses, *moment.house_rules))
        departs = f'<p class="wrong-text">{escape(moment.departs)}</p>\n' if moment.departs else ""
        moved = scene(moment.before) != scene(moment.after)
        first = self._tell("before" if moved else "before-and-after", seq=str(moment.seq))
        pictures = self._figure(first, moment.before)
        pictures += self._figure(self._tell("after", seq=str(moment.seq)), moment.after) if moved else ""
        changes = "".join(f"<li>{escape(change)}</li>" for change in moment.changes)
        applied = [one for one in moment.exceptions if one.applied]
        exceptions = "".join(
            f"<li><code>{one.clause.id}</code> "
            f"{escape(self._tell('applied-one', title=one.clause.title.in_language(self.lang), why=one.why))}</li>"
            for one in applied
        )
        sentence = describe_seen_event(moment.seen, self.lang)
        caused = describe_seen_event(moment.cause, self.lang) if moment.cause else ""
        told = tell(self.lang, "explain.caused", seq=str(moment.caused_by), sentence=caused)
        cause = f"<p>{escape(told)}</p>\n" if caused else ""
        command = self._tell("command", number=str(entry.number), row=str(moment.step.line), command=behind)
        return (
            f'<section class="moment" id="event-{moment.seq}">'
            f"<h3>{escape(self._tell('event', seq=str(moment.seq), sentence=sentence))}</h3>\n"
            f'{cause}<p class="dim">{escape(command)}</p>\n{departs}'
            f'<div class="boards">{pictures}</div>\n'
            + (f"<h4>{self._tell('changed')}</h4><ul>{changes}</ul>\n" if changes else "")
            + (f"<h4>{self._tell('rests-on', rules=moment.by_the_rules)}</h4>\n{clauses}" if clauses else "")
            + (f"<h4>{self._tell('applied')}</h4><ul>{exceptions}</ul>\n" if applied else "")
            + "".join(self._options(one, given, moment.step.before) for one in moment.options)
            + self._try_link(moment.step.before)
            + "</section>\n"
        )

    def _try_link(self, position: Game) -> str:
        """A link that opens a position where it can be tried; the referee only sees all of it."""
        if not self.site or self.role != REFEREE:
            return ""
        address = try_address(self.site, self.lang, position)
        return f'<p><a href="{escape(address)}">{escape(self._tell("try"))}</a></p>\n'

    def timeline(self) -> str:
        """The whole game, with a heading for each round; contested events are highlighted."""
        rounds: list[tuple[str, list[str]]] = [(self._tell("setting-up"), [])]
        starts: list[int] = []
        for step in self.story.steps():
            caused_by = causes(step)
            for one in step.events:
                if one.seq > MOST_EVENTS:
                    continue
                seen = view_event(one.event, self.role, self.end, one.cites)
                if isinstance(one.event, RoundStarted):
                    rounds.append((self._tell("round", number=str(one.event.number)), []))
                    starts.append(one.seq)
                contested = one.seq in self.events
                place = f'<a href="#event-{one.seq}">{one.seq}</a>' if contested else f"{one.seq}"
                look = ' class="contested"' if contested else ""
                told = with_cause(describe_seen_event(seen, self.lang), caused_by.get(one.seq, 0), self.lang)
                rounds[-1][1].append(f"<li{look}><span>{place}</span><span>{escape(told)}</span></li>")
        more = self.story.head.events - MOST_EVENTS
        note = f"<p>{self._tell('not-listed', count=more)}</p>\n" if more > 0 else ""
        listed = "".join(
            f'<details open><summary><b>{title}</b></summary>\n<ol class="events">{"".join(lines)}</ol></details>\n'
            for title, lines in rounds
            if lines
        )
        title = f"<summary><h2>{self._tell('whole-game')}</h2></summary>"
        return f'<details class="game">{title}\n{self._strip(starts)}{listed}{note}</details>\n'

    def _strip(self, starts: list[int]) -> str:
        """The game from left to right: the rounds, and the contested events."""
        last = max(self.story.head.events, 1)
        bounds = [1, *starts, last + 1]
        parts = []
        for number, (start, end) in enumerate(pairwise(bounds)):
            left, width = _along(start, last), _along(end, last) - _along(start, last)
            parts.append(f'<rect x="{left}" y="16" width="{width}" height="28"/>')
            if width >= WORD:
                name = self._tell("strip-round", number=str(number or ""))
                parts.append(f'<text x="{left + width // 2}" y="35">{name}</text>')
        marks = [
            f'<path class="mark" d="M{x - 7} 2h14l-7 14z"><title>{self._tell("mark", seq=str(seq))}</title></path>'
            for seq in self.events
            for x in [_along(seq, last)]
        ]
        told = self._tell("strip", events=last, rounds=len(starts), contested=[*map(str, self.events)])
        return (
            '<svg class="strip" role="img" viewBox="0 0 1000 48">'
            f"<title>{told}</title>"
            f"{''.join(parts)}{''.join(marks)}</svg>\n"
        )

    def ranking(self) -> str:
        """The ranking, if the game is over."""
        return (
            f"<h2>{self._tell('ranking')}</h2>\n{self._ranking(self.end.ranking, self.end)}" if self.end.ranking else ""
        )

    def footer(self) -> str:
        """What this page is based on: the same log gives the same page."""
        closing = self.found.closing
        facts = self._named(
            hash=self.found.head.hash if self.role == REFEREE else self._tell("guessed"),
            sealed_by=", ".join(seal.key for seal in closing.seals) if closing else "",
            written_by=self.story.header.made_by,
            format=str(self.story.header.version),
            judged_by=f"colt-rules {__version__}",
        )
        return f"<footer>{facts}</footer>\n"

    # --- parts used more than once

    def _judgement(self, title: str, well: str, wrong: list[str], more: str = "") -> str:
        look, sign, told = ("wrong", "no", "".join(wrong)) if wrong else ("well", "yes", f"<p>{well}</p>")
        head = f'<h3>{self._tell(title)}{self._colon} <span class="sign">{self._tell(sign)}</span></h3>'
        return f'<section class="judgement {look}">{head}\n{told}{more}</section>\n'

    def _clause(self, citation: Citation, brief: bool = False) -> str:
        """A clause with its text and its place in each book; briefly, its title."""
        entry, lang = citation.entry, self.lang
        if entry is None:
            return f'<div class="clause"><code>{escape(citation.id)}</code> {self._tell("no-such-clause")}</div>\n'
        title, words = escape(entry.title.in_language(lang)), escape(entry.text.in_language(lang))
        titled = f'<div class="clause" lang="{lang}"><b>{title}</b> <code>{escape(citation.id)}</code>'
        if brief:
            return f"{titled}</div>\n"
        books = "<br>".join(
            escape(f"{registry().books[book].name.in_language(lang)}{self._colon} {'; '.join(found)}")
            for book, found in places(citation.passages).items()
        )
        agreed = f"<p>{escape(self._tell('agreed', answer=citation.agreed.id))}</p>" if citation.agreed else ""
        notes = {one.edition: " ".join(note.in_language(lang) for note in one.notes) for one in citation.elsewhere}
        elsewhere = "".join(
            f"<p>{escape(self._tell('elsewhere', edition=edition, note=note))}</p>" for edition, note in notes.items()
        )
        return f'{titled}<p>{words}</p>{agreed}<div class="dim">{books}{elsewhere}</div></div>\n'

    def _options(self, open_: OpenDecision, given: Command | None, game: Game) -> str:
        """What an actor could choose; empty if not everybody may know it."""
        if open_.hidden:
            return ""
        shown = sorted(open_.commands, key=lambda one: one != given)[:MOST_OPTIONS]
        chosen = f" <b>{self._tell('chosen')}</b>"
        items = [f"{escape(describe_command(one, self.lang, game))}{chosen if one == given else ''}" for one in shown]
        left = open_.number - len(shown)
        items += [self._tell("more-options", count=left)] if left > 0 else []
        listed = "".join(f"<li>{item}</li>" for item in items)
        return f"<h4>{escape(self._tell('could-choose', actor=open_.actor))}</h4><ul>{listed}</ul>\n"

    def _figure(self, caption: str, position: Game | View) -> str:
        svg = train_svg(position, title=caption, shared="", words=words_in(self.lang))
        return f"<figure><figcaption>{caption}</figcaption>{svg}</figure>"

    def _ranking(self, ranking: Iterable[Standing], position: Game | None = None) -> str:
        rows = "".join(
            f'<tr><td class="number">{one.rank}</td><td>{escape(name_of(one.seat, self.lang))}</td>'
            f'<td class="number">{escape(what_counts(one, self.lang, position))}</td>'
            f'<td class="number">{one.bullets}</td></tr>'
            for one in ranking
        )
        heads = "".join(f"<th>{self._tell(name)}</th>" for name in ("rank", "player", "money", "bullets"))
        return f"<table><tr>{heads}</tr>{rows}</table>\n"


def _along(seq: int, last: int) -> int:
    return 10 + (seq - 1) * 980 // last


def _facts(facts: dict[str, str]) -> str:
    rows = (f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items() if text)
    return f"<dl>{''.join(rows)}</dl>\n"
