/**
 * All moments of a story in a list, under headings of sections that can be folded. Only the visible rows exist, so its
 * length does not matter; all rows have the same height.
 */

import { element, span } from "./elements.mjs";

const HEIGHT = 36;
const MORE = 8;

export class Timeline {
  /**
   * `sections` are `{first, level}` in the order of their first moments: one of level 1 contains those of level 2 after
   * it. `tell` and `tellSection` return a moment and a section as `{label, text}`; `go` is called with a chosen moment.
   * With `folds`, only the current section is open, and others as the reader opens and closes them.
   */
  constructor(story, { sections, tell, tellSection, go, id, label, folds = false }) {
    Object.assign(this, { story, sections, tell, tellSection, go, id, folds });
    this.at = 0;
    /** By the index of a section: whether the reader has opened or closed it. */
    this.chosen = new Map();
    this.current = -1;
    this.rows = element("div", { class: "colt-rows", role: "none" });
    this.list = element("div", {
      class: "colt-timeline",
      role: "tree",
      tabindex: 0,
      "aria-label": label,
      onscroll: () => this.draw(),
      onclick: ({ target }) => this.clicked(target),
    }, this.rows);
    this.layOut();
    new ResizeObserver(() => this.show(this.at)).observe(this.list);
  }

  clicked(target) {
    const sign = target.closest("[data-fold]");
    if (sign) return this.fold(Number(sign.dataset.fold));
    const row = target.closest("[data-at]");
    if (row) this.go(Number(row.dataset.at));
  }

  /** Opens a closed section, and closes an open one. */
  fold(section) {
    this.chosen.set(section, !this.isOpen(section));
    this.layOut();
    this.reveal(this.lines.find(({ index }) => index === section).row);
    this.draw();
  }

  /** Scrolls to a row that is not visible, or at the edge. */
  reveal(row) {
    const top = row * HEIGHT;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop + HEIGHT || top + 2 * HEIGHT > scrollTop + clientHeight) {
      this.list.scrollTop = top - clientHeight / 2 + HEIGHT / 2;
    }
  }

  /** Opens or closes the section of the current moment. */
  foldCurrent() {
    if (this.folds && this.current >= 0) this.fold(this.current);
  }

  isOpen(section) {
    return !this.folds || (this.chosen.get(section) ?? section === this.current);
  }

  /** Assigns a row to each listed section; its moments follow unless it is closed. */
  layOut() {
    this.lines = [];
    let row = 0;
    let isOpen = true;
    this.sections.forEach((section, index) => {
      if (section.level === 1) isOpen = this.isOpen(index);
      else if (!isOpen) return;
      const next = this.sections[index + 1]?.first ?? this.story.length + 1;
      const moments = isOpen ? next - section.first : 0;
      this.lines.push({ index, row, first: section.first, moments });
      row += 1 + moments;
    });
    this.length = row;
    this.rows.style.height = `${row * HEIGHT}px`;
  }

  /** Marks a moment and scrolls to it. */
  show(at) {
    this.at = at;
    this.enter(Math.max(lastWhere(this.sections, ({ first }) => first <= Math.max(at, 1)), 0));
    this.reveal(at ? this.rowOf(at) : 0);
    this.draw();
  }

  /** Makes the level 1 section that contains this one current: it opens, and the previous one closes. */
  enter(section) {
    let current = section;
    while (current > 0 && this.sections[current].level > 1) current -= 1;
    if (current === this.current) return;
    this.current = current;
    if (this.chosen.get(current) === false) this.chosen.delete(current);
    if (this.folds) this.layOut();
  }

  /** The row of a moment, or that of its section if it is closed. */
  rowOf(at) {
    const { row, first, moments } = this.lines[Math.max(lastWhere(this.lines, (line) => line.first <= at), 0)];
    return moments ? row + 1 + at - first : row;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.list.scrollTop / HEIGHT) - MORE);
    const count = Math.ceil(this.list.clientHeight / HEIGHT) + 2 * MORE;
    const last = Math.min(first + count, this.length);
    const rows = [];
    for (let row = first; row < last; row += 1) rows.push(this.drawn(row));
    this.rows.replaceChildren(...rows);
    const active = rows.find((row) => row.getAttribute("aria-selected") === "true");
    if (active) this.list.setAttribute("aria-activedescendant", active.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  drawn(row) {
    const line = this.lines[lastWhere(this.lines, (one) => one.row <= row)];
    return row === line.row ? this.drawnSection(line) : this.drawnMoment(line.first + row - line.row - 1, row);
  }

  drawnSection({ index, row, first }) {
    const { level } = this.sections[index];
    const { label, text } = this.tellSection(this.sections[index]);
    const isFolding = this.folds && level === 1;
    const isCurrent = this.folds && index === this.current;
    const sign = isFolding ? span("colt-fold", this.isOpen(index) ? "▾" : "▸") : null;
    sign?.setAttribute("data-fold", index);
    return element("div", {
      class: `colt-section colt-level-${level}`,
      style: `top:${row * HEIGHT}px`,
      id: `${this.id}-section-${index}`,
      role: "treeitem",
      "aria-level": level,
      "aria-expanded": isFolding ? String(this.isOpen(index)) : null,
      "aria-current": isCurrent ? "step" : null,
      "aria-selected": String(isCurrent && !this.isOpen(index)),
      "data-at": first,
    }, sign, label ? span("colt-number", label) : null, span("colt-text", text));
  }

  drawnMoment(at, row) {
    const { label, text, kind } = this.tell(at);
    return element("div", {
      class: `colt-moment${kind ? ` colt-${kind}` : ""}`,
      style: `top:${row * HEIGHT}px`,
      id: `${this.id}-${at}`,
      role: "treeitem",
      "aria-level": 3,
      "aria-selected": String(at === this.at),
      "aria-setsize": this.story.length,
      "aria-posinset": at,
      "data-at": at,
      title: text,
    }, span("colt-number", String(at)), label ? span("colt-type", label) : null, span("colt-text", text));
  }
}

/** The index of the last item that meets a condition which holds for a prefix of the list; -1 if none does. */
function lastWhere(list, holds) {
  let low = -1;
  for (let high = list.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (holds(list[middle])) low = middle;
    else high = middle;
  }
  return low;
}
