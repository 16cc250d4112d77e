// Answers a question: stems its words as in the index, then searches with MiniSearch and the weights of
// `colt_rules/search/ranking.toml`. Data come as scripts, so that it works from disk.

"use strict";

globalThis.coltFinding = (() => {
  const WORD = /[\p{L}\p{N}]+/gu;
  const FIELDS_IN_NUMBERS = ["question_words", "synonyms"];
  const SHORTEST_STEM = 3; // letters: what remains of shorter words without an ending is ambiguous
  const SLIPS = 0.25; // the share of wrong letters allowed in an unknown word
  const COMPLETE = 1.5; // the factor for documents that have all words of a question

  const wordsOf = (text) => text.normalize("NFC").match(WORD) ?? [];

  const folded = (word) =>
    word.toLowerCase().replaceAll("ł", "l").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");

  // The words of an index with their stems, and the recognition of other forms. Words that are their own stem are only
  // among the stems.
  class Vocabulary {
    constructor({ terms, stems, endings, stop }) {
      this.terms = terms;
      this.known = new Set(terms);
      this.stems = new Map(Object.entries(stems).map(([word, number]) => [word, terms[number]]));
      this.endings = new Set(endings);
      this.stop = new Set(stop);
      this.read = new Map();
    }

    // The stem of a word of the index; null for a stop word.
    termOf(word) {
      let term = this.read.get(word);
      if (term === undefined) {
        const plain = folded(word);
        term = this.stop.has(plain) ? null : this.stems.get(plain) ?? plain;
        this.read.set(word, term);
      }
      return term;
    }

    termsOf(text) {
      return wordsOf(text).map((word) => this.termOf(word)).filter((term) => term !== null);
    }

    wanted(question) {
      const asked = wordsOf(question).map(folded);
      const telling = asked.filter((word) => !this.stop.has(word));
      const found = (telling.length ? telling : asked).map((word) => this.recognised(word));
      return [...new Map(found.map((one) => [one.term + one.known, one])).values()];
    }

    recognised(word) {
      const stem = this.stems.get(word);
      if (stem !== undefined) return { term: stem, known: true };
      for (let end = word.length; end === word.length || end >= SHORTEST_STEM; end -= 1) {
        const begin = word.slice(0, end);
        if (this.known.has(begin) && (end === word.length || this.endings.has(word.slice(end)))) {
          return { term: begin, known: true };
        }
      }
      return { term: word, known: false };
    }
  }

  // Documents of one language, searchable by their words.
  class Index {
    constructor(data, { fields, stop }) {
      this.vocabulary = new Vocabulary({ ...data, stop });
      const names = ["address", "kind", "weight", "title", "text", "id", ...FIELDS_IN_NUMBERS];
      this.documents = data.documents.map((values, number) => ({
        number, ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
      }));
      this.fields = fields;
      this.called = data.called;
      const { vocabulary } = this;
      this.library = new MiniSearch({
        idField: "number",
        fields: Object.keys(fields),
        stringifyField: (value) => value,
        tokenize: (value, field) =>
          FIELDS_IN_NUMBERS.includes(field) ? value.map((number) => vocabulary.terms[number]) : vocabulary.termsOf(value),
        processTerm: (term) => term,
      });
    }

    // Builds an index without blocking the page.
    static async of(data, shared) {
      const index = new Index(data, shared);
      await index.library.addAllAsync(index.documents, { chunkSize: 50 });
      return index;
    }

    // The answers to a question, best first; documents with this very name come before all others.
    search(question) {
      const wanted = this.vocabulary.wanted(question);
      const called = this.called[wanted.map((one) => one.term).join(" ")] ?? [];
      const loose = (_, number) => !wanted[number].known;
      return this.library
        .search(question, {
          tokenize: () => wanted.map((one) => one.term),
          boost: this.fields,
          boostDocument: (number) => this.documents[number].weight,
          prefix: loose,
          fuzzy: (_, number) => loose(_, number) && SLIPS,
        })
        .map(({ id, score, terms, queryTerms }) => {
          const isComplete = queryTerms.length === wanted.length;
          return {
            document: this.documents[id],
            score: isComplete ? score * COMPLETE : score,
            called: called.includes(id),
            complete: isComplete,
            terms,
          };
        })
        .sort((one, other) =>
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

  // The rules first, then pages about programs; reversed if only the latter have all words of a short question.
  function search({ rules, programs }, question) {
    const [first, second] = [rules, programs].map((index) =>
      index.search(question).map((found) => ({ ...found, index })));
    const short = rules.vocabulary.wanted(question).length <= 2;
    return short && !first[0]?.complete && second[0]?.complete ? [...second, ...first] : [...first, ...second];
  }

  // The indexes of a language, made from its data.
  const opened = async (data) => {
    const [rules, programs] = [await Index.of(data.rules, data), await Index.of(data.programs, data)];
    rules.lacking = data.lacking; // by edition, the numbers of the documents that it lacks
    return { rules, programs };
  };

  return { Index, Vocabulary, folded, opened, search, wordsOf };
})();
