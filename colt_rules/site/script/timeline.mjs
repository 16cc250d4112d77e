/**
 * All moments of a story in a list, grouped by command. Only the rows in sight are there, so that it may have as many
 * as it likes; each row has the same height.
 */

import { element, span } from "./elements.mjs";
import { say } from "./words.mjs";

const HEIGHT = 36;
const MORE = 8;

export class Timeline {
  /** `tell` and `tellCommand` say a moment and a command as `{label, text}`; `go` hears which moment is chosen. */
  constructor(story, { tell, tellCommand, go, id }) {
    Object.assign(this, { story, tell, tellCommand, id });
    this.at = 0;
    this.length = story.length + story.commands.length;
    this.rows = element("div", { class: "colt-rows", style: `height:${this.length * HEIGHT}px` });
    this.list = element("div", {
      class: "colt-timeline",
      role: "listbox",
      tabindex: 0,
      "aria-label": say("timeline"),
      onscroll: () => this.draw(),
      onclick: ({ target }) => {
        const row = target.closest("[data-at]");
        if (row) go(Number(row.dataset.at));
      },
    }, this.rows);
    new ResizeObserver(() => this.show(this.at)).observe(this.list);
  }

  /** Marks a moment and brings it into sight. */
  show(at) {
    this.at = at;
    const top = at ? this.rowOf(at) * HEIGHT : 0;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop + HEIGHT || top + 2 * HEIGHT > scrollTop + clientHeight) {
      this.list.scrollTop = top - clientHeight / 2 + HEIGHT / 2;
    }
    this.draw();
  }

  /** Each moment has a row, and so has each command before its first one. */
  rowOf(at) {
    return at + this.story.moment(at).command;
  }

  /** The command whose rows this one is among. */
  commandAt(row) {
    let low = 0;
    for (let high = this.story.commands.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.story.commands[middle].first - 1 + middle <= row) low = middle;
      else high = middle;
    }
    return low;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.list.scrollTop / HEIGHT) - MORE);
    const count = Math.ceil(this.list.clientHeight / HEIGHT) + 2 * MORE;
    const last = Math.min(first + count, this.length);
    const rows = [];
    for (let row = first; row < last; row += 1) rows.push(this.drawn(row));
    this.rows.replaceChildren(...rows);
    const isThere = this.at && rows.some((row) => row.id === `${this.id}-${this.at}`);
    if (isThere) this.list.setAttribute("aria-activedescendant", `${this.id}-${this.at}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  drawn(row) {
    const command = this.commandAt(row);
    const { first } = this.story.commands[command];
    const top = `top:${row * HEIGHT}px`;
    if (row === first - 1 + command) {
      const { label, text } = this.tellCommand(this.story.commands[command]);
      const option = { role: "option", "aria-selected": "false", "data-at": first };
      const parts = [span("colt-number", label), span("colt-text", text)];
      return element("div", { class: "colt-of-command", style: top, ...option }, parts);
    }
    const at = row - command;
    const { label, text, kind } = this.tell(at);
    return element("div", {
      class: `colt-moment${kind ? ` colt-${kind}` : ""}`,
      style: top,
      id: `${this.id}-${at}`,
      role: "option",
      "aria-selected": String(at === this.at),
      "aria-setsize": this.story.length,
      "aria-posinset": at,
      "data-at": at,
    }, span("colt-number", String(at)), span("colt-type", label), span("colt-text", text));
  }
}
