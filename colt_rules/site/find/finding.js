// Answers a question as `colt_rules/search/index.py` does: adds up what each of its words says for each document.
// Data come as scripts, so that it works from disk.

"use strict";

globalThis.coltFinding = (() => {
  const WORD = /[\p{L}\p{N}]+/gu;
  const SHORTEST_STEM = 3; // letters: what remains of shorter words without an ending is ambiguous
  const FIRST = 3; // rules that nothing outranks

  const wordsOf = (text) => text.normalize("NFC").match(WORD) ?? [];

  const folded = (word) =>
    word.toLowerCase().replaceAll("ł", "l").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");

  // The stems of an index, and the recognition of words by their endings; `stems` has those of all other words.
  class Vocabulary {
    constructor({ terms, stems, endings, stop }) {
      this.known = new Set(terms);
      this.stems = new Map(Object.entries(stems).map(([word, number]) => [word, terms[number]]));
      this.endings = new Set(endings);
      this.stop = new Set(stop);
    }

    // The stem of a word of the index; null for a stop word.
    termOf(word) {
      const plain = folded(word);
      return this.stop.has(plain) ? null : this.recognised(plain);
    }

    wanted(question) {
      const asked = wordsOf(question).map(folded);
      const telling = asked.filter((word) => !this.stop.has(word));
      return [...new Set((telling.length ? this.joined(telling) : asked).map((word) => this.recognised(word)))];
    }

    // The words, with two that the texts write as one ("mail bag") in one.
    joined(words) {
      const joined = [];
      for (const word of words) {
        const before = joined.at(-1) ?? "";
        const stem = this.recognised(before + word);
        const isLong = before.length >= SHORTEST_STEM && stem.length >= before.length + SHORTEST_STEM;
        if (isLong && this.known.has(stem)) joined[joined.length - 1] += word;
        else joined.push(word);
      }
      return joined;
    }

    recognised(word) {
      const stem = this.stems.get(word);
      if (stem !== undefined) return stem;
      for (let end = word.length; end === word.length || end >= SHORTEST_STEM; end -= 1) {
        const begin = word.slice(0, end);
        if (this.known.has(begin) && (end === word.length || this.endings.has(word.slice(end)))) return begin;
      }
      return word;
    }

    // The lengths at which a word may end, if an ending follows there or nothing.
    ends(word) {
      const found = new Set([word.length]);
      for (let end = SHORTEST_STEM; end < word.length; end += 1) {
        if (this.endings.has(word.slice(end))) found.add(end);
      }
      return found;
    }
  }

  // Documents of one language, searchable by their words.
  class Index {
    constructor(data, { stop, ranking, letters, near }) {
      this.vocabulary = new Vocabulary({ ...data, stop });
      this.ranking = ranking;
      this.near = near;
      this.letters = new Map([...letters].map((letter, number) => [letter, number]));
      this.scores = new Map(data.terms.map((term, number) => [term, data.scores[number]]));
      this.subjects = new Map(); // by term: the subjects that it names
      for (const [subject, numbers] of Object.entries(data.subjects)) {
        for (const term of numbers.map((number) => data.terms[number])) {
          this.subjects.set(term, [...(this.subjects.get(term) ?? []), subject]);
        }
      }
      this.called = data.called;
      this.lacking = data.lacking; // by edition, the numbers of the documents that it lacks
      this.documents = data.documents.map(([address, kind, title, subject], number) =>
        ({ number, address, kind: data.kinds[kind], title, subject, text: "" }));
      if (data.texts) this.add(data.texts);
    }

    wanted(question) {
      return this.vocabulary.wanted(question);
    }

    // Adds the texts, of which only excerpts are shown.
    add(texts) {
      texts.forEach((text, number) => { this.documents[number].text = text; });
    }

    // The documents that have a term, with its score: each as the distance from the one before, in one letter or two,
    // and the level of its score, in one.
    *scoresOf(term) {
      const read = [...this.scores.get(term)].map((letter) => this.letters.get(letter));
      const { near, letters: { size }, ranking: { scale: { step, lowest } } } = this;
      for (let at = 0, number = -1; at < read.length;) {
        const distance = read[at++];
        number += 1 + (distance < near ? distance : near + (distance - near) * size + read[at++]);
        yield [number, 2 ** ((read[at++] + lowest) / step)];
      }
    }

    // The terms of the index that a term means, each with its share of the score.
    *meant(term) {
      if (this.scores.has(term)) return yield [term, 1];
      const ends = this.vocabulary.ends(term);
      for (const other of this.scores.keys()) {
        const share = this.resemblance(term, other, ends);
        if (share) yield [other, share];
      }
    }

    resemblance(term, other, ends) {
      const { beginning, slip, slips, longer } = this.ranking.meant;
      const { length } = other;
      if (other.startsWith(term)) return (beginning * length) / (length + longer * (length - term.length));
      const most = Math.round(term.length * slips);
      const distance = distanceOf(term, other, most, ends);
      return distance <= most ? (slip * length) / (length + distance) : 0;
    }

    // The answers to a question, best first; documents with this very name come before all others.
    search(question) {
      const wanted = this.wanted(question);
      const called = this.called[wanted.join(" ")] ?? [];
      const named = new Set(wanted.flatMap((term) => this.subjects.get(term) ?? []));
      const found = new Map();
      for (const term of wanted) {
        const best = new Map();
        for (const [other, share] of this.meant(term)) {
          for (const [number, score] of this.scoresOf(other)) {
            const one = found.get(number) ?? { sum: 0, matched: 0, terms: [] };
            one.terms.push(other);
            found.set(number, one);
            best.set(number, Math.max(best.get(number) ?? 0, score * share));
          }
        }
        for (const [number, score] of best) {
          const one = found.get(number);
          one.sum += score;
          one.matched += 1;
        }
      }
      return [...found].map(([number, { sum, matched, terms }]) => {
        const document = this.documents[number];
        const isComplete = matched === wanted.length;
        const isNamed = !document.subject || named.has(document.subject);
        const factor = (isComplete ? this.ranking.complete : 1) * (isNamed ? 1 : this.ranking.unnamed);
        return { document, score: sum * matched * factor, called: called.includes(number), complete: isComplete, terms };
      }).sort((one, other) =>
        other.called - one.called || other.score - one.score || one.document.number - other.document.number);
    }

    // Splits a text into parts that answer the question and others.
    marked(text, terms) {
      const parts = [];
      let end = 0;
      for (const match of text.matchAll(WORD)) {
        if (!terms.includes(this.vocabulary.termOf(match[0]))) continue;
        parts.push({ text: text.slice(end, match.index), found: false }, { text: match[0], found: true });
        end = match.index + match[0].length;
      }
      return [...parts, { text: text.slice(end), found: false }].filter((part) => part.text);
    }
  }

  // The number of letters to insert, delete, replace or swap with the next, if one word ends at any of its ends; more than
  // `most` is not counted.
  function distanceOf(one, other, most, ends) {
    let least = most + 1;
    let earlier = [];
    let before = Array.from({ length: other.length + 1 }, (_, column) => column);
    for (let row = 1; row <= one.length; row += 1) {
      const now = [row];
      for (let column = 1; column <= other.length; column += 1) {
        const replaced = before[column - 1] + (one[row - 1] !== other[column - 1]);
        const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
        const swapped = isSwapped ? earlier[column - 2] + 1 : Infinity;
        now.push(Math.min(before[column] + 1, now[column - 1] + 1, replaced, swapped));
      }
      if (Math.min(...now) > most) break;
      if (ends.has(row)) least = Math.min(least, now.at(-1));
      [earlier, before] = [before, now];
    }
    return least;
  }

  // The rules first, then pages about programs, if they are there already. Pages that have all words come before all
  // rules only if the rules know none of the words; for this it waits. Otherwise they come after the first few rules, if
  // no rule has all words or if the question is the title of the page.
  async function search(known, question) {
    const { rules } = known;
    const answers = (index) => (index ? index.search(question).map((found) => ({ ...found, index })) : []);
    const first = answers(rules);
    const isKnown = rules.wanted(question).some((term) => rules.scores.has(term));
    if (!isKnown) await known.whole;
    const { programs } = known;
    const second = answers(programs);
    const isTheirs = !isKnown && programs?.wanted(question).every((term) => programs.scores.has(term));
    const isAnswered = first[0]?.complete && !isTheirs;
    const title = programs?.wanted(question).join(" ");
    const isAsked = ({ complete, document }) =>
      complete && (!isAnswered || programs.wanted(document.title).join(" ") === title);
    const before = isKnown || isAnswered ? FIRST : 0;
    return [
      ...first.slice(0, before),
      ...second.filter(isAsked),
      ...first.slice(before),
      ...second.filter((found) => !isAsked(found)),
    ];
  }

  return { Index, search };
})();
