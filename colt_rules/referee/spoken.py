"""The words of a language read backwards: which commands and which things of a game a typed text names.

Commands and things are called as the sentences of the game call them, in any grammatical form and without diacritics
too, as the glossary has them with its synonyms, or by their ids.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TypeAlias

from colt_rules import commands as c
from colt_rules.model.names import kind_of as kind_of_token
from colt_rules.referee.prose import all_prose
from colt_rules.referee.sentences import LOOSE, NOMINATIVE, SIGN, parsed
from colt_rules.referee.vocabulary import teller
from colt_rules.registry.registry import registry
from colt_rules.rules.module import Rules
from colt_rules.search.words import Vocabulary, folded, words_of

Phrase: TypeAlias = tuple[str, ...]
"""The stems of its words; an id that is no word is one of its own."""
MARKS = " .,;:!?«»„“”\"'()"


@cache
def _kinds(name: str) -> Mapping[str, str]:
    """By field of a command: the kind of word that it is in the command's sentence."""
    vocabulary = teller("en").vocabulary
    signs = (sign for text in vocabulary["commands"][name].values() for sign in SIGN.finditer(text))
    return {
        sign["field"]: sign["kind"] or vocabulary["kinds"].get(sign["field"], "") for sign in signs if sign["field"]
    }


def kind_of(field: str, cls: type[c.Command] | None = None) -> str:
    """The kind of word that a field of a command is; without a command, that of the first with such a field."""
    names = (c.COMMAND_NAMES[cls],) if cls else c.COMMANDS
    return next((_kinds(name)[field] for name in names if field in _kinds(name)), "")


class Spoken:
    """The words of one language for the things of one game."""

    def __init__(self, lang: str, rules: Rules, names: Collection[str]) -> None:
        self.lang = lang
        self.rules = rules
        self.names = names
        self._things: dict[str, dict[Phrase, set[str]]] = {}

    @cached_property
    def _words(self) -> Vocabulary:
        """Every word of the language that somebody may type without diacritics."""
        return Vocabulary.of(self._known(), self.lang)

    def _known(self) -> Iterator[str]:
        for kinds in teller(self.lang).vocabulary["words"].values():
            yield from (form for forms in kinds.values() for form in forms.values())
        for id in dict.fromkeys((*self.names, *map(kind_of_token, self.names), *self.rules.actions)):
            yield from self._terms(id)
        yield from (text for row in teller(self.lang).vocabulary["commands"].values() for text in _literals(row))

    def tokens(self, text: str) -> list[str]:
        """The words of a text: ids as they are, of other words the stems, without words that say nothing."""
        words = filter(None, (word.strip(MARKS) for word in text.lower().split()))
        return [token for word in words for token in ([word] if self._is_id(word) else self._stems(word))]

    def _stems(self, word: str) -> list[str]:
        """The stems of what people separate by spaces; a word that says nothing counts if it is all of a sentence."""
        return self._words.terms(word) or ([folded(word)] if folded(word) in self._empty_verbs else [])

    @cached_property
    def _empty_verbs(self) -> set[str]:
        """The first words of the sentences in which every word could be left out elsewhere: *passe* in French."""
        rows = (" ".join(_literals(row)) for row in teller(self.lang).vocabulary["commands"].values())
        return {folded(words_of(row)[0]) for row in rows if words_of(row) and not self._words.terms(row)}

    def _is_id(self, word: str) -> bool:
        return word in self.names and not word.isalpha()

    def phrase(self, text: str) -> Phrase:
        """A text as it is compared."""
        return tuple(self.tokens(text))

    def things(self, kind: str) -> Mapping[Phrase, set[str]]:
        """What the things of a kind are called."""
        if kind not in self._things:
            found = self._things[kind] = dict[Phrase, set[str]]()
            for id in self.names:
                if called := teller(self.lang).names(id, kind):
                    family = kind_of_token(id) if kind in LOOSE else id
                    level = id.rpartition(".")[2] if kind == "place" else ""
                    for name in (*called, *self._terms(family), *self._terms(level), id):
                        found.setdefault(self.phrase(name), set()).add(id)
            found.pop((), None)
        return self._things[kind]

    def _terms(self, id: str) -> Iterator[str]:
        """The words of the glossary for an id."""
        term = registry().terms.get(id)
        if term:
            yield from (term.term.in_language(self.lang), *getattr(term.synonyms, self.lang))

    @cached_property
    def commands(self) -> Mapping[Phrase, set[type[c.Command]]]:
        """What types of commands are called: as on the wire, by the verb of the sentence, by the action."""
        found: dict[Phrase, set[type[c.Command]]] = {}
        words = teller(self.lang).vocabulary["words"]
        for name, cls in c.COMMANDS.items():
            found.setdefault(self.phrase(name), set()).add(cls)
        for cls in self._in_use:
            name = c.COMMAND_NAMES[cls]
            called = words["command"].get(name, {NOMINATIVE: name})[NOMINATIVE]
            for phrase in (self.phrase(called), *self._verbs(name)):
                found.setdefault(phrase, set()).add(cls)
        for action in self.rules.actions:
            called = words["action"].get(action, {NOMINATIVE: action})[NOMINATIVE]
            for name in (called, action, *self._terms(action), *self._verb_forms(action)):
                found.setdefault(self.phrase(name), set()).update(self.rules.choices[action].commands)
        others: dict[Phrase, set[type[c.Command]]] = {}  # any other word of a sentence
        for cls in self._in_use:
            for word in self._said(cls):
                others.setdefault((word,), set()).add(cls)
        found = others | found
        found.pop((), None)
        return found

    def _verb_forms(self, action: str) -> list[str]:
        """Forms of its verbs that no stem finds."""
        forms = all_prose().get(f"verbs.{action}")
        return forms.in_language(self.lang).split() if forms else []

    @cached_property
    def _in_use(self) -> list[type[c.Command]]:
        """The types of commands that somebody can give in this game, in the order of the wire."""
        given = {cls for choice in self.rules.choices.values() for cls in choice.commands}
        return [cls for cls in c.COMMANDS.values() if cls in given]

    def _verbs(self, name: str) -> Iterator[Phrase]:
        """The first word of a command's sentence; if a place follows the actor at once, those of its forms."""
        vocabulary = teller(self.lang).vocabulary
        row = vocabulary["commands"][name]
        literals = self.phrase(" ".join(_literals(row)))
        forms = [
            texts.get(sign["form"] or "", "")
            for sign in SIGN.finditer(row[""])
            for texts in vocabulary["words"]["place"].values()
        ]
        yield from ([literals[:1]] if literals else (self.phrase(form)[:1] for form in forms))

    def _said(self, cls: type[c.Command]) -> set[str]:
        """The words of a command's sentence that name nothing."""
        return {
            word
            for text in _literals(teller(self.lang).vocabulary["commands"][c.COMMAND_NAMES[cls]])
            for word in self.tokens(text)
        }

    def said_of(self, cls: type[c.Command]) -> set[str]:
        """The words of a command's sentence that name nothing, and those for the command."""
        own = {word for phrase, meant in self.commands.items() if cls in meant for word in phrase}
        return own | self._said(cls)


def _literals(row: Mapping[str, str]) -> list[str]:
    """The texts of a sentence between its fields, in order."""

    def inside(nodes: Iterable[object]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, str):
                yield node
            elif isinstance(node, tuple) and len(node) == 2:
                yield from inside(node[1])

    return [text for template in reversed([*row.values()]) for text in inside(parsed(template)) if text.strip()]


def longest(tokens: list[str], at: int, known: Callable[[Phrase], object]) -> int:
    """How many words from here on are the longest known phrase; 0 if none is."""
    return next((size for size in range(min(len(tokens) - at, 8), 0, -1) if known(tuple(tokens[at : at + size]))), 0)
