/**
 * What has moved between two pictures of the board: as an animation, and as marks that stay. With reduced motion there
 * are only marks.
 *
 * Pieces are identified by what `trainSvg` writes in a `keyed` picture.
 */

/** The milliseconds a piece moves at normal speed. */
const ON_ITS_WAY = 600;

/** In units of a picture: the distance of marks from the middle of a piece, and the shortest marked distance. */
const [NEAR, SHORT] = [20, 24];

const SVG = "http://www.w3.org/2000/svg";

/** The pieces of a picture, `{place, x, y, node}` by name, with the heights of its roofs and floors. */
export function piecesOf(svg) {
  const nodes = [...svg.querySelectorAll("[data-piece]")];
  const pieces = new Map(nodes.map((node) => {
    const { piece, place, x, y } = node.dataset;
    return [piece, { place, x: Number(x), y: Number(y), node }];
  }));
  return { pieces, roof: Number(svg.dataset.roof), floor: Number(svg.dataset.floor) };
}

/**
 * The pieces of a later picture that were elsewhere in an earlier one: `{node, from, to, isMoved}`. `isMoved` is false
 * for one that others at its place pushed aside. A picture may be higher than the one before, so heights are relative
 * to the roof or floor.
 */
export function movesBetween(before, after) {
  return [...after.pieces].flatMap(([name, { place, x, y, node }]) => {
    const old = before.pieces.get(name);
    if (!old) return [];
    const risen = old.place.endsWith(".roof") ? after.roof - before.roof : after.floor - before.floor;
    const from = { x: old.x, y: old.y + risen };
    const isThere = from.x === x && from.y === y;
    return isThere ? [] : [{ node, from, to: { x, y }, isMoved: old.place !== place }];
  });
}

/** The line of a shot, if the event is one and its shooter and target are in the picture. */
export function shotIn({ pieces }, { shooter, target } = {}) {
  const [from, to] = [pieces.get(shooter), pieces.get(target)];
  return from && to && from !== to ? { from, to, shooter, target } : null;
}

/** Whether the system asks for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Slides pieces from their old places, faster at a higher speed. */
export function slide(moves, speed = 1) {
  for (const { node, from, to } of moves) {
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    node.animate([{ transform: way }, { transform: "none" }], { duration: ON_ITS_WAY / speed, easing: "ease-in-out" });
  }
}

/** Marks for moved pieces and for a shot, as a group of the picture; null if there is nothing to mark. */
export function marksOf(moves, shot) {
  const ways = moves.filter(({ isMoved }) => isMoved).map((move) => arrowOf(move)).filter(Boolean);
  const lines = shot ? linesOf(shot) : [];
  if (!ways.length && !lines.length) return null;
  const marks = made("g", { class: "colt-marks", "aria-hidden": "true", "pointer-events": "none" });
  marks.append(...ways, ...lines);
  return marks;
}

/** Makes the marks appear: an arrow after its piece has moved, a shot as a flash. */
export function flash(marks, speed = 1) {
  const duration = ON_ITS_WAY / speed;
  for (const mark of marks?.children ?? []) {
    const isShot = mark.dataset.mark !== "way";
    const opacity = isShot ? [0, 1, 0.2, 1, 0.2, 1] : [0, 0, 1];
    mark.animate({ opacity }, { duration: isShot ? duration * 1.5 : duration });
  }
}

/** An arrow from the old to the new place, bent upwards so that it does not hide what is between. */
function arrowOf({ from, to }) {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance < SHORT) return null;
  const [dx, dy] = [(to.x - from.x) / distance, (to.y - from.y) / distance];
  const bend = Math.min(distance / 5, 40);
  // Bends upwards in both directions.
  const side = dx >= 0 ? 1 : -1;
  const [cx, cy] = [(from.x + to.x) / 2 + side * dy * bend, (from.y + to.y) / 2 - side * dx * bend];
  const reach = Math.hypot(to.x - cx, to.y - cy);
  const [ex, ey] = [(to.x - cx) / reach, (to.y - cy) / reach];
  const end = { x: to.x - ex * Math.min(NEAR, distance / 3), y: to.y - ey * Math.min(NEAR, distance / 3) };
  const curve = `M${whole(from.x)} ${whole(from.y)}Q${whole(cx)} ${whole(cy)} ${whole(end.x)} ${whole(end.y)}`;
  return markOf("way", curve + headAt(end, ex, ey));
}

/** The head of an arrow that ends here, in this direction. */
function headAt({ x, y }, dx, dy) {
  const [left, right] = [1, -1].map((turn) => `${whole(x - 10 * dx + turn * 6 * dy)} ${whole(y - 10 * dy - turn * 6 * dx)}`);
  return `M${left}L${whole(x)} ${whole(y)}L${right}`;
}

/** A line from shooter to target that covers neither, and its head, which is not dashed. */
function linesOf({ from, to, shooter, target }) {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const share = Math.min(NEAR / distance, 0.3);
  const at = (part) => ({ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
  const [a, b] = [at(share), at(1 - share)];
  const line = markOf("shot", `M${whole(a.x)} ${whole(a.y)}L${whole(b.x)} ${whole(b.y)}`);
  const more = { "stroke-dasharray": "3 7", "data-from": shooter, "data-to": target };
  for (const [name, value] of Object.entries(more)) line.setAttribute(name, value);
  return [line, markOf("aim", headAt(b, (to.x - from.x) / distance, (to.y - from.y) / distance))];
}

/** A mark with its style inline, so that it looks the same in a file. */
function markOf(kind, d) {
  const looks = { fill: "none", stroke: kind === "way" ? "#e07a1f" : "#d3261f", "stroke-width": 4, "stroke-linecap": "round" };
  return made("path", { "data-mark": kind, d, ...looks });
}

const whole = Math.round;

function made(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
