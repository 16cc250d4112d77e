/** The list of kept games: filters, why each is worth watching, and which one is shown. */

import { choice, element } from "./elements.mjs";
import { colt, titlesLoaded } from "./shared.mjs";
import { say } from "./words.mjs";

const SEPARATOR = " · ";

export class Games {
  constructor(list) {
    this.list = list;
    this.first = list.dataset.first;
    this.told = list.querySelector("summary b");
    this.games = new Map([...list.querySelectorAll("a")].map((link) => [
      link.getAttribute("href").slice("#game=".length),
      { link, title: link.textContent, players: link.dataset.n, group: link.closest("ul").parentElement },
    ]));
    this.filter = { word: "", part: "", players: "" };
    list.addEventListener("toggle", () => this.prepare(), { once: true });
    list.addEventListener("click", (event) => event.target.closest("a") && this.close());
  }

  has(name) {
    return this.games.has(name);
  }

  titleOf(name) {
    return this.games.get(name).title;
  }

  /** Marks the game that is shown; none for a log of the reader's own. */
  mark(name) {
    for (const { link } of this.games.values()) link.removeAttribute("aria-current");
    this.games.get(name)?.link.setAttribute("aria-current", "true");
    this.told.textContent = name ? this.titleOf(name) : say("own-log");
  }

  close() {
    this.list.open = false;
    this.list.querySelector("summary").focus();
  }

  /** Adds filters and reasons when the list is first opened. */
  async prepare() {
    const parts = [...this.games.values()].flatMap(({ group }) => labelOf(group).split(SEPARATOR));
    const players = [...this.games.values()].map((game) => game.players).sort();
    this.count = element("p", { role: "status" });
    this.list.querySelector("summary").after(element("div", { class: "colt-games-filters" },
      element("label", { class: "colt-field" }, element("span", {}, say("games-word")),
        element("input", { type: "search", name: "word", oninput: ({ target }) => this.narrow({ word: target.value }) })),
      this.choices("games-module", "part", parts), this.choices("games-players", "players", players)), this.count);
    this.narrow({});
    await titlesLoaded();
    for (const { link } of this.games.values()) {
      const what = link.dataset.see.split(" ").map((id) => colt.clauses[id] ?? id).join(SEPARATOR);
      link.append(element("small", {}, say("game-see", { what })));
    }
    this.narrow({});
  }

  choices(label, name, values) {
    const options = [["", say("games-all")], ...[...new Set(values)].map((value) => [value, value])];
    return choice(say(label), name, options, (value) => this.narrow({ [name]: value })).field;
  }

  /** Shows only the games that have all words, and are as wanted. */
  narrow(wanted) {
    Object.assign(this.filter, wanted);
    const words = this.filter.word.toLowerCase().split(/\s+/);
    let count = 0;
    const shown = new Set();
    for (const { link, players, group } of this.games.values()) {
      const label = labelOf(group);
      const text = `${label} ${link.textContent}`.toLowerCase();
      const isWanted = words.every((word) => text.includes(word))
        && (!this.filter.part || label.split(SEPARATOR).includes(this.filter.part))
        && (!this.filter.players || players === this.filter.players);
      link.parentElement.hidden = !isWanted;
      if (isWanted) shown.add(group);
      count += isWanted;
    }
    for (const { group } of this.games.values()) group.hidden = !shown.has(group);
    this.count.textContent = say("games-found", { count });
  }
}

const labelOf = (group) => group.firstElementChild.textContent;
