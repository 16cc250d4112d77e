/** Changes a position: bandits, loot and the Marshal are dragged, or picked up and put down by name. */

import { button, element } from "./elements.mjs";
import { moved, movable, playable } from "./moved.mjs";
import { named, say } from "./words.mjs";

/** In pixels: a pointer that has moved less has tapped. */
const TAP = 6;

export class Changing {
  /** `does.put(state, card)` tries a changed position; `board` holds the picture, `state` is that of the game. */
  constructor(board, state, does) {
    Object.assign(this, { board, state, does, held: null });
    this.listening = new AbortController();
    const { signal } = this.listening;
    board.addEventListener("pointerdown", (event) => this.pick(event), { signal });
    board.addEventListener("pointermove", (event) => this.drag(event), { signal });
    board.addEventListener("pointerup", (event) => this.drop(event), { signal });
    board.addEventListener("pointercancel", () => this.let(), { signal });
    board.classList.add("colt-changing");
    this.element = this.panel();
  }

  /** Ends it: the board is for choosing again. */
  end() {
    this.listening.abort();
    this.board.classList.remove("colt-changing");
    this.element.remove();
  }

  /** By name: for keyboards, and for what lies where nothing can be dragged. */
  panel() {
    const places = [...new Set([...this.board.querySelectorAll("[data-zone]")].map(({ dataset }) => dataset.zone))];
    const choice = (label, ids) => element("select", { "aria-label": label }, ids.map((id) => element("option", { value: id }, named(id))));
    const [what, where] = [choice(say("what-to-move"), movable(this.state)), choice(say("where-to"), [...places, ...Object.keys(this.state.figures)])];
    const card = choice(say("which-card"), playable(this.state));
    const one = (key, does) => button(say(key), does, { class: "colt-quiet", "data-do": key }, say(key));
    return element("fieldset", { class: "colt-change" },
      element("legend", {}, say("change")), element("p", {}, say("change-how")),
      element("div", { class: "colt-change-row" }, what, where, one("put-there", () => this.put(what.value, where.value))),
      element("div", { class: "colt-change-row" }, card, one("carry-out", () => this.does.put(this.state, card.value))));
  }

  put(what, where) {
    const changed = moved(this.state, what, where);
    if (changed) this.does.put(changed, "");
  }

  // --- dragging

  pick(event) {
    const node = event.target.closest("[data-piece]");
    if (!node || !movable(this.state).includes(idOf(node.dataset.piece))) return;
    event.preventDefault();
    this.board.setPointerCapture(event.pointerId);
    this.held = { node, id: idOf(node.dataset.piece), x: event.clientX, y: event.clientY, isMoved: false };
  }

  drag(event) {
    if (!this.held) return;
    const { node, x, y } = this.held;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (Math.hypot(dx, dy) > TAP) this.held.isMoved = true;
    const scale = node.ownerSVGElement.viewBox.baseVal.width / node.ownerSVGElement.getBoundingClientRect().width;
    node.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
    node.style.pointerEvents = "none";
  }

  drop(event) {
    if (!this.held) return;
    const { id, isMoved } = this.held;
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    this.let();
    if (!isMoved) return;
    const bandit = below.map((node) => node.closest("[data-piece]")?.dataset.piece).find((name) => name !== id && this.state.figures[name]);
    const zone = below.map((node) => node.closest("[data-zone]")?.dataset.zone).find(Boolean);
    const isLoot = !this.state.figures[id] && id !== "marshal";
    const where = isLoot && bandit ? bandit : zone;
    if (where) this.put(id, where);
  }

  /** Lets go: the piece is back where it was until the position is drawn anew. */
  let() {
    if (!this.held) return;
    this.held.node.style.transform = "";
    this.held.node.style.pointerEvents = "";
    this.held = null;
  }
}

const idOf = (piece) => (piece === "the marshal" ? "marshal" : piece);
