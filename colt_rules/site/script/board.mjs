/**
 * The train in profile as an SVG, byte for byte as colt_rules.pictures draws it.
 *
 * The style, the shapes and the names on the board are data from colt_rules/site/drawing.py, here called `drawing`.
 *
 * Pure. All text is escaped and everything else is an integer, so no state of any engine can put markup into a page.
 */

import { inWords, translatedScene, wordsOf } from "./described.mjs";
import { htmlEscaped, lookUp } from "./names.mjs";
import { banditsAt, elsewhere, figuresAt, insideOf, placesBeside, roofOf } from "./scene.mjs";
import { halfOf, personOf, thingOf } from "./slots.mjs";

// --- the picture

/** The width of a car, the distance between cars, and the length of the locomotive before its cab. */
const [CAR, PITCH, ENGINE] = [92, 98, 62];
/** The width of what is before the locomotive, and the middle of its place. */
const [FRONT, NOSE] = [176, 98];
const [MARGIN, SLAB, WHEEL, LINE, GAP] = [8, 7, 11, 18, 14];
/** The width of a name that is too long for its car, and the maximum width of a letter of a label. */
const [PRESSED, LETTER] = [88, 11];
/** The height of a vehicle's floor above its road. */
const GROUND = 26;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * A picture of this scene.
 *
 * `title` is what a screen reader says first; the description lists the content car by car. A page with many pictures
 * holds `drawing.shared` and `drawing.modules` once, in a separate SVG, and requests pictures with `shared` empty. With
 * `keyed`, each movable piece is in its own group with its name and place: see motion.mjs. `told` is the vocabulary of
 * the reader's language; without it the picture is in English.
 */
export function trainSvg(shown, given, { title = "", shared = given.shared, keyed = false, told = null } = {}) {
  const words = wordsOf(given, told);
  const drawing = { ...given, keyed, words };
  const scene = translatedScene(shown, words);
  const { train, fronts } = scene;
  const [above, below] = [roofOf, insideOf].map((place) => train.map((car) => rowsAt(scene, drawing, place(car))));
  const roofs = MARGIN + Math.max(50, ...above.map(heightOf));
  const depths = train.map((car, index) => depthOf(scene, drawing, car, below[index]));
  const ahead = fronts.map(({ name }) => rowsAt(scene, drawing, insideOf(name)));
  const floor = roofs + SLAB + Math.max(50, ...depths, ...ahead.map(heightOf));
  const rail = floor + SLAB + 2 * WHEEL;
  const width = widthOf(scene);
  const lefts = train.map((car, index) => leftOf(scene, index));
  const before = fronts.map(({ name, drawnHull }, index) => {
    const [rows, middle] = [ahead[index], middleOfFront(index)];
    const hull = drawnHull(middle, floor - Math.max(50, heightOf(rows)), floor, rail);
    const zone = drawnZone(drawing, insideOf(name), middle - NOSE, FRONT, floor - Math.max(50, heightOf(rows)), floor);
    return [hull, zone, drawnRows(drawing, rows, middle, floor), drawnName(words, name, middle, rail)].join("");
  });
  const cars = train.map((car, index) => {
    const left = lefts[index];
    const middle = left + halfOf(CAR);
    return [
      index ? drawnLink(left, floor) : drawnEngine(left, floor, rail),
      drawnCar(left, roofs, floor, rail),
      drawnZone(drawing, roofOf(car), left, CAR, MARGIN, roofs),
      drawnZone(drawing, insideOf(car), left, CAR, roofs + SLAB, floor),
      drawnUpperRoom(scene, drawing, car, left, roofs + SLAB, floor - Math.max(50, heightOf(below[index]))),
      drawnRows(drawing, above[index], middle, roofs),
      drawnRows(drawing, below[index], middle, floor),
      drawnName(words, car, index ? middle : middle - halfOf(ENGINE), rail),
    ].join("");
  });
  const columns = new Map(train.map((car, index) => [car, lefts[index] + halfOf(CAR)]));
  const [belowIt, bottom] = drawnBelow(scene, drawing, columns, width, rail + 2 * LINE + MARGIN);
  const [strip, height] = drawnStrip(scene, drawing, width, bottom);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" class="colt-train" role="img" ',
    `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    keyed ? ` data-roof="${roofs}" data-floor="${floor}">` : ">",
    `<title>${htmlEscaped(title || words.phrase("train"))}</title><desc>${htmlEscaped(inWords(scene, words))}</desc>`,
    shared + (shared && scene.shaped ? drawing.modules : ""),
    `<path class="rail" d="M${MARGIN} ${rail}H${width - MARGIN}"/>`,
    ...before,
    ...cars,
    belowIt,
    strip,
    "</svg>",
  ].join("");
}

const leftOf = ({ fronts }, index) => MARGIN + FRONT * fronts.length + ENGINE + PITCH * index;
const widthOf = (scene) => leftOf(scene, Math.max(scene.train.length, 3)) + MARGIN;
const middleOfFront = (index) => MARGIN + FRONT * index + NOSE;

/** The horizontal position of a place as a share of the picture's width; null if it is not in it. */
export function middleOf(scene, place) {
  const { train, vehicles, fronts } = scene;
  const [car] = place.split(".");
  const ahead = fronts.findIndex(({ name }) => name === car);
  if (ahead >= 0) return middleOfFront(ahead) / widthOf(scene);
  const index = train.indexOf(vehicles.find(({ name }) => name === car)?.car ?? car);
  return index < 0 ? null : (leftOf(scene, index) + halfOf(CAR)) / widthOf(scene);
}

// --- the train

function drawnCar(left, roofs, floor, rail) {
  const room = `M${left + 2} ${roofs + SLAB}h${CAR - 4}V${floor}h${4 - CAR}z`;
  const slabs = `M${left - 1} ${roofs}h${CAR + 2}v${SLAB}h${-CAR - 2}zM${left} ${floor}h${CAR}v${SLAB}h${-CAR}z`;
  const wheels = drawnWheel(left + 20, rail) + drawnWheel(left + CAR - 20, rail);
  return `<path class="room" d="${room}"/><path class="body" d="${slabs}"/>${wheels}`;
}

/** In a keyed picture: where a place is, so that it can be pointed at even if nothing is there. */
function drawnZone({ keyed }, place, x, width, top, bottom) {
  if (!keyed) return "";
  const [name, height] = [htmlEscaped(place), bottom - top];
  const unseen = 'style="fill:none;stroke:none;pointer-events:all"';
  return `<rect data-zone="${name}" x="${x}" y="${top}" width="${width}" height="${height}" ${unseen}/>`;
}

/** The distance from the roof of a car to its floor: room for what is inside, and for a room above it. */
function depthOf(scene, drawing, car, rows) {
  const depth = Math.max(50, heightOf(rows));
  const room = roomOf(scene, car);
  return room ? depth + SLAB + Math.max(50, heightOf(rowsAt(scene, drawing, room.place))) : depth;
}

/** The room above the inside of a car, if it has one, with everybody in it. */
function drawnUpperRoom(scene, drawing, car, left, top, ceiling) {
  const room = roomOf(scene, car);
  if (!room) return "";
  const floor = ceiling - SLAB;
  return [
    room.drawnWall(left + 2, top, CAR - 4, floor),
    drawnZone(drawing, room.place, left, CAR, top, floor),
    `<path class="body" d="M${left} ${floor}h${CAR}v${SLAB}h${-CAR}z"/>`,
    drawnRows(drawing, rowsAt(scene, drawing, room.place), left + halfOf(CAR), floor),
  ].join("");
}

function roomOf({ rooms }, car) {
  return rooms.find((room) => room.car === car);
}

function drawnWheel(x, rail) {
  return `<use href="#colt-wheel" class="metal" x="${x}" y="${rail - WHEEL - 1}"/>`;
}

/** The coupling to the car before. */
function drawnLink(left, floor) {
  return `<path class="rail" d="M${left} ${floor + 4}h${CAR - PITCH}"/>`;
}

/** The front of the locomotive: boiler, chimney, cowcatcher. */
function drawnEngine(cab, floor, rail) {
  const [nose, top] = [cab - ENGINE + 12, floor - 40];
  return [
    `<path class="metal" d="M${nose + 9} ${top}L${nose + 4} ${top - 26}H${nose + 28}L${nose + 23} ${top}Z"/>`,
    `<rect class="body" x="${nose + 1}" y="${top - 31}" width="30" height="6" rx="2"/>`,
    `<rect class="metal" x="${nose}" y="${top}" width="${cab - nose + 2}" height="${floor - top}" rx="7"/>`,
    `<rect class="body" x="${nose + 32}" y="${top}" width="5" height="${floor - top}"/>`,
    `<rect class="body" x="${nose - 2}" y="${floor}" width="${cab - nose + 2}" height="${SLAB}"/>`,
    `<path class="body" d="M${nose} ${floor + SLAB}H${nose - 2}L${nose - 14} ${rail - 2}H${nose + 4}Z"/>`,
    drawnWheel(nose + 26, rail),
  ].join("");
}

/** The name of a car below it, one word per line; a long word is compressed to the width of the car. */
function drawnName({ sign, longest }, car, middle, rail) {
  const [first, ...rest] = sign(car).split("-");
  const lines = rest.length ? [first, rest.join("-")] : [first];
  const fit = (word) => ([...word].length > longest ? pressed(PRESSED) : "");
  return lines.map((word, line) => drawnWords(word, middle, rail + LINE * (line + 1), fit(word))).join("");
}

function drawnWords(words, x, y, fit = "") {
  return `<text class="name" x="${x}" y="${y}"${fit}>${htmlEscaped(words)}</text>`;
}

const pressed = (width) => ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`;

// --- people and loot as shapes

const MARSHAL = thingOf("marshal", "yellow", "", { width: 30, height: 46 });

const PERSON = { width: 30, height: 46, letters: 1, room: 20 };

/** A label with this text, as wide as its language needs. */
function labelled(label, sign) {
  return sign === label.sign ? label : { ...label, sign, width: LETTER * ([...sign].length + 1) };
}

/** A bandit in its colour, or a figure that a module draws. */
function banditThing({ characters, words }, bandit) {
  const person = personOf(bandit);
  if (person) return person.thing;
  const colour = lookUp(characters, bandit)?.colour ?? "grey";
  return thingOf("person", colour, words.initials(bandit), PERSON);
}

/** A token with its face or its value, if known. */
function lootThing({ shapes }, { kind, value, face }) {
  const sign = value ?? "";
  return face?.thing ?? (shapes.includes(kind) ? thingOf(kind, kind, sign) : thingOf("loot", "grey", sign));
}

/** A thing at a place, as the piece `what`, which can be followed from picture to picture. */
const piece = (thing, what, place) => ({ ...thing, what, place });

/** A piece drawn around a point; in a keyed picture within a group that names it. */
function grouped({ keyed }, { what, place }, x, y, drawn) {
  if (!keyed || what === undefined) return drawn;
  return `<g data-piece="${htmlEscaped(what)}" data-place="${htmlEscaped(place)}" data-x="${x}" data-y="${y}">${drawn}</g>`;
}

/** A thing with its upper left corner at this point. */
function drawnThing(drawing, thing, x, y) {
  const middle = [x + halfOf(thing.width), y + halfOf(thing.height)];
  return grouped(drawing, thing, ...middle, drawnLooks(drawing, thing, x, y));
}

/** A thing with its sign; a long sign is compressed, so that it fits with any font. */
function drawnLooks({ pale }, { shape, colour, sign, width, letters, room, font }, x, y) {
  const middle = x + halfOf(width);
  if (shape === "label") return drawnWords(sign, middle, y + 20);
  const drawnShape = `<use href="#colt-${shape}" class="${colour}" x="${x}" y="${y}"/>`;
  if (!sign) return drawnShape;
  const length = [...sign].length;
  const looks = [
    ...(shape === "person" && length === 1 ? ["big"] : []),
    ...(pale.includes(colour) ? ["pale"] : []),
    ...(font ? [font] : []),
  ];
  const classes = looks.length ? ` class="${looks.join(" ")}"` : "";
  const fit = length > letters ? pressed(room) : "";
  const where = `x="${middle}" y="${y + (shape === "person" ? 41 : 23)}"`;
  return `${drawnShape}<text${classes} ${where}${fit}>${htmlEscaped(sign)}</text>`;
}

// --- the content of a place, in rows from the bottom up

/** Loot is at the bottom and people stand behind it; what does not fit side by side goes above. */
function rowsAt(scene, drawing, place) {
  const loot = (scene.floor.get(place) ?? []).map((token) => piece(lootThing(drawing, token), token.id, place));
  const people = [
    ...banditsAt(scene, place).map((bandit) => piece(banditThing(drawing, bandit), bandit, place)),
    ...(scene.marshal === place ? [piece(MARSHAL, "the marshal", place)] : []),
    ...figuresAt(scene, place).map(({ thing, words }) => piece(thing, words, place)),
  ];
  return [...portions(loot, 2), ...portions(people, 3)];
}

/** Things in rows of this size. */
function portions(things, size) {
  const starts = [...things.keys()].filter((index) => index % size === 0);
  return starts.map((start) => things.slice(start, start + size));
}

/** The total height of rows. */
function heightOf(rows) {
  return 4 + sum(rows.map(([first]) => first.height + 2));
}

/** Rows on top of each other, each centred on `middle`. */
function drawnRows(drawing, rows, middle, bottom) {
  const tops = rows.map((row, index) => bottom + 4 - heightOf(rows.slice(0, index + 1)));
  return rows.map((row, index) => drawnRow(drawing, row, middle, tops[index])).join("");
}

/** Things side by side. */
function drawnRow(drawing, row, middle, top) {
  const left = middle - halfOf(sum(row.map(({ width }) => width)));
  return row.map((thing, index) => drawnThing(drawing, thing, left + thing.width * index, top)).join("");
}

// --- below the train

/** Rows and vehicles, each below the car that it is beside, and their lower end. */
function drawnBelow(scene, drawing, columns, width, top) {
  const drawn = [];
  let bottom = top;
  for (const { thing, numbers } of scene.rows) {
    const groups = [...columns].map(([car, middle]) => [portions(Array(numbers.get(car) ?? 0).fill(thing), 2), middle]);
    const road = bottom + Math.max(thing.height + 6, ...groups.map(([rows]) => heightOf(rows)));
    drawn.push(...groups.map(([rows, middle]) => drawnRows(drawing, rows, middle, road)), drawnRoad(road, width));
    bottom = road + 8;
  }
  for (const vehicle of scene.vehicles) {
    const [body, road] = drawnVehicle(scene, drawing, vehicle, columns.get(vehicle.car), bottom - 2);
    drawn.push(body, drawnRoad(road, width));
    bottom = road + LINE + 8;
  }
  return [drawn.join(""), bottom];
}

function drawnRoad(at, width) {
  return `<path class="road" d="M8 ${at + 1}H${width - 8}"/>`;
}

/** A vehicle with everything on it and in it, and the height of its road. */
function drawnVehicle(scene, drawing, { name, car, drawnHull }, middle, top) {
  const [above, below] = [roofOf(name), insideOf(name)].map((place) => rowsAt(scene, drawing, place));
  const roofs = top + Math.max(34, heightOf(above));
  const floor = roofs + SLAB + Math.max(50, heightOf(below));
  const road = floor + GROUND;
  const drawn = [
    grouped(drawing, piece({}, name, car), middle, floor, drawnHull(middle, roofs, floor)),
    drawnZone(drawing, roofOf(name), middle - halfOf(CAR), CAR, top, roofs),
    drawnZone(drawing, insideOf(name), middle - halfOf(CAR), CAR, roofs + SLAB, floor),
    drawnRows(drawing, above, middle, roofs),
    drawnRows(drawing, below, middle, floor),
    drawnName(drawing.words, name, middle, road + 2),
  ];
  return [drawn.join(""), road];
}

/** What each bandit carries, then what is beside the train; and the lower end of the picture. */
function drawnStrip(scene, drawing, width, top) {
  const end = width - MARGIN;
  const lines = [[]];
  let x = MARGIN;
  const room = (wanted) => {
    if (x + wanted <= end) return;
    lines.push([]);
    x = MARGIN;
  };
  for (const group of groupsOf(scene, drawing)) {
    room(sum(group.map((thing) => thing.width)));
    for (const thing of group) {
      room(thing.width);
      lines.at(-1).push([thing, x]);
      x += thing.width;
    }
    x += GAP;
  }
  let bottom = top;
  const rows = lines.filter((line) => line.length).map((line) => {
    bottom += Math.max(...line.map(([thing]) => thing.height)) + MARGIN;
    return line.map(([thing, left]) => drawnThing(drawing, thing, left, bottom - MARGIN - thing.height)).join("");
  });
  return [rows.join(""), bottom];
}

function groupsOf(scene, drawing) {
  const { phrases, words } = drawing;
  const { carried, owned, aside, items } = scene;
  const item = ({ thing, name }, place) => piece(thing, name, place);
  const ownedBy = (bandit) => owned.filter(([owner]) => owner === bandit).map(([, one]) => item(one, bandit));
  const lootThings = (loot, place) => loot.map((token) => piece(lootThing(drawing, token), token.id, place));
  const own = [...carried].map(([bandit, loot]) => [
    banditThing(drawing, bandit),
    ...lootThings(loot, bandit),
    ...ownedBy(bandit),
  ]);
  const beside = [
    labelled(thingOf("label", "", phrases["beside-train"], { width: 165 }), words.phrase("beside-train")),
    ...placesBeside(scene).flatMap((place) => rowsAt(scene, drawing, place).flat()),
    ...lootThings(aside, ""),
    ...items.map((one) => item(one, "")),
  ];
  const gone = elsewhere().map(([place, label]) => [
    labelled(label, words.added(label.sign)),
    ...banditsAt(scene, place).map((bandit) => piece(banditThing(drawing, bandit), bandit, place)),
  ]);
  return [...own, beside, ...gone].filter((group) => group.length > 1);
}
