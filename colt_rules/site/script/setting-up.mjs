/** The form in which a game is set up: edition, what is played, who sits where. */

import { button, choice, element } from "./elements.mjs";
import { colt } from "./shared.mjs";
import { colon, named, say } from "./words.mjs";

const PERSON = "person";

export class SettingUp {
  /**
   * `setups` are the games that can be played, by edition; see colt_rules/playing/setups.py. `kept` are games of this
   * browser that can go on, or that the reader removes.
   */
  constructor(setups, { begin, load, kept, goOn, remove }) {
    Object.assign(this, { setups, seats: [], strengths: [PERSON, ...setups.strengths] });
    this.fields = element("div", { class: "colt-fields" });
    this.rows = element("div", { class: "colt-seats" });
    const file = element("input", { type: "file", accept: ".jsonl,.json", onchange: () => {
      const [chosen] = file.files;
      file.value = "";
      if (chosen) load(chosen);
    } });
    this.element = element("form", { class: "colt-setup", onsubmit: (event) => (event.preventDefault(), begin(this.setup())) },
      kept.length ? element("div", { class: "colt-kept" }, kept.map((game) => keptGame(game, goOn, remove))) : null,
      this.fields, this.rows,
      element("button", { type: "submit", class: "colt-primary" }, say("begin")),
      element("label", { class: "colt-from-file" }, say("open-log"), " ", file));
    const mine = document.querySelector(".colt-edition select")?.value; // the edition chosen for the whole site
    this.edition = setups.editions.some(({ id }) => id === mine) ? mine : setups.editions[0].id;
    this.players = 4;
    this.game = this.games[0];
    this.show();
  }

  get games() {
    return this.setups.editions.find(({ id }) => id === this.edition).games;
  }

  /** Adds a module or removes it: of the games that can be played, the one that then differs least from this one. */
  toggle(module) {
    const wanted = new Set(this.game.modules);
    const isOn = !wanted.delete(module);
    if (isOn) wanted.add(module);
    const distance = ({ modules }) => modules.filter((one) => !wanted.has(one)).length + [...wanted].filter((one) => !modules.includes(one)).length;
    const fitting = this.games.filter(({ modules }) => modules.includes(module) === isOn);
    this.game = fitting.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    this.show();
    this.fields.querySelector(`[value="${module}"]`).focus();
  }

  show() {
    const [least] = this.game.players;
    if (!this.game.players.includes(this.players)) this.players = this.game.players.at(-1) < this.players ? this.game.players.at(-1) : least;
    const pick = (label, name, options, value, onchange) => {
      const { select, field } = choice(say(label), name, options, onchange);
      select.value = String(value);
      return field;
    };
    this.fields.replaceChildren(
      pick("edition", "edition", this.setups.editions.map(({ id }) => [id, named(id)]), this.edition, (id) => {
        this.edition = id;
        this.game = this.games[0];
        this.show();
      }),
      this.modulesToTick(),
      pick("how-many", "players", this.game.players.map((count) => [count, count]), this.players, (count) => {
        this.players = Number(count);
        this.show();
      }));
    this.showSeats();
  }

  /** The modules that some game of the edition has besides the base game. */
  modulesToTick() {
    const modules = new Set(this.games.flatMap((game) => game.modules.slice(1)));
    const one = (module) => element("label", {}, element("input", {
      type: "checkbox", value: module, checked: this.game.modules.includes(module), onchange: () => this.toggle(module),
    }), " ", colt.names[module] ?? module);
    return element("fieldset", { class: "colt-modules" }, element("legend", {}, say("played-with")), [...modules].map(one));
  }

  showSeats() {
    const { names, required, chosen } = this.game;
    const first = [...required, ...names.filter((name) => !required.includes(name))].slice(0, this.players);
    this.seats = chosen ? first : names.slice(0, this.players);
    this.who = this.seats.map((_, at) => this.who?.[at] ?? (at ? this.setups.strengths[1] : PERSON));
    const row = (_, at) => {
      const who = choice(say("who-plays"), `who-${at}`, this.strengths.map((name) => [name, say(`strength-${name}`)]), (value) => {
        this.who[at] = value;
      });
      who.select.value = this.who[at];
      if (!chosen) return element("div", { class: "colt-seat-row" }, element("b", {}, named(this.seats[at])), who.field);
      const seat = choice(say("seat-of", { number: at + 1 }), `seat-${at}`, names.map((name) => [name, named(name)]), (name) => {
        const other = this.seats.indexOf(name);
        if (other >= 0) this.seats[other] = this.seats[at];
        this.seats[at] = name;
        this.seatsShown.forEach((select, number) => { select.value = this.seats[number]; });
      });
      seat.select.value = this.seats[at];
      this.seatsShown[at] = seat.select;
      return element("div", { class: "colt-seat-row" }, seat.field, who.field);
    };
    this.seatsShown = [];
    this.rows.replaceChildren(...this.seats.map(row));
  }

  setup() {
    const { modules, powers, happenings, stations } = this.game;
    return {
      seats: this.seats,
      players: this.who.slice(0, this.players),
      edition: this.edition,
      modules, powers, happenings, stations,
      train: [],
      house_rules: [],
      practice: true,
    };
  }
}

/** A game of this browser: a button that goes on with it, and one that removes it. */
function keptGame(game, goOn, remove) {
  const when = new Date(game.when).toLocaleString(colt.lang, { dateStyle: "medium", timeStyle: "short" });
  const about = [game.seats.map(named).join(", "), when, game.over && say("over")].filter(Boolean).join(" · ");
  const row = element("div", { class: "colt-kept-game" },
    element("button", { type: "button", class: "colt-primary colt-go-on", onclick: () => goOn(game) },
      element("b", {}, say("go-on-game")), " ", element("small", {}, about)),
    button(`${say("remove-game")}${colon()} ${about}`, () => (remove(game), row.remove()), { class: "colt-remove" }, say("remove-game")));
  return row;
}
