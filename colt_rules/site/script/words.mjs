/** Words for people: texts of the page, names of things by id, the data of an event. */

import { isObject } from "./fitting.mjs";
import { colt } from "./shared.mjs";

/** A text of the page, with values in its braces. */
export function say(key, values = {}) {
  const text = Object.hasOwn(colt.words, key) ? colt.words[key] : key;
  return text.replace(/\{(\w+)\}/g, (braces, name) => (Object.hasOwn(values, name) ? number(values[name]) : braces));
}

/** A number; French groups its digits from five on, as the sentences of the game do. */
function number(value) {
  const grouping = colt.lang === "fr" ? { useGrouping: "min2" } : {};
  return typeof value === "number" ? value.toLocaleString(colt.lang, grouping) : String(value);
}

/** The colon after a label: in French it follows a narrow space. */
export function colon() {
  return colt.lang === "fr" ? "\u202f:" : ":";
}

export function money(amount) {
  return say("money", { amount });
}

/** The name of a thing; an unknown id stays unchanged. */
export function named(id) {
  return known(id) ?? partsNamed(id) ?? titleOf(id);
}

/** The title of a clause or ruling. */
export function titleOf(id) {
  return Object.hasOwn(colt.clauses, id) ? colt.clauses[id] : id;
}

function known(id) {
  if (Object.hasOwn(colt.names, id)) return colt.names[id];
  return Object.hasOwn(colt.words, `id-${id}`) ? colt.words[`id-${id}`] : null;
}

/** The name of a sum, a card, a token, a place or a seat: made of two names, or of a name and a number. */
function partsNamed(id) {
  const [, dollars] = /^\$(\d{1,6})$/.exec(id) ?? [];
  if (dollars) return money(Number(dollars));
  const [, car, level] = /^(.+)\.(inside|roof)$/.exec(id) ?? [];
  if (car) return `${named(car)} (${say(level)})`;
  const [, one, other] = /^([a-z]+)-(.+)$/.exec(id) ?? [];
  if (!one || known(one) === null) return null;
  const [, bullets] = /^bullet-(\d)$/.exec(other) ?? [];
  if (bullets) return `${named(one)}${colon()} ${say("bullet-card", { bullets })}`;
  if (known(other) === null && !/^\d+$/.test(other)) return null;
  return CHARACTERS().includes(one) ? `${named(one)}${colon()} ${named(other)}` : `${named(one)} ${named(other)}`;
}

const CHARACTERS = () => Object.keys(colt.drawing?.characters ?? {});

/** A card among those of its owner, whose name is omitted. */
export function cardNamed(card, owner) {
  return card.startsWith(`${owner}-`) && !card.includes("-bullet-") ? named(card.slice(owner.length + 1)) : named(card);
}

const MONEY = ["value", "amount", "money"];
const MOST = 40;

/** The actor comes first, then the means, the origin and the target; in a log fields are sorted by name. */
const FIRST = ["rank", "shooter", "by", "bandit", "seat", "token", "card", "line", "start", "to"];

function fieldsIn(data) {
  return [...new Set([...FIRST.filter((field) => Object.hasOwn(data, field)), ...Object.keys(data)])];
}

/** The data of an event or command of a type as `[label, text]`. */
export function dataTold(data, type) {
  return fieldsIn(data).map((field) => [fieldNamed(field, type), valueTold(field, data[field])]);
}

/** The label of a field; if a word has two meanings, they are distinguished by the type of the event or command. */
export function fieldNamed(field, type = "") {
  if (Object.hasOwn(colt.words, `field-${type}-${field}`)) return say(`field-${type}-${field}`);
  return Object.hasOwn(colt.words, `field-${field}`) ? say(`field-${field}`) : field.replaceAll("_", " ");
}

function valueTold(field, value, depth = 0) {
  if (value === null) return say("nothing");
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (typeof value === "number") return MONEY.includes(field) ? money(value) : number(value);
  if (typeof value === "string") return value === "" ? say("nothing") : named(value);
  if (depth > 3) return "…";
  return Array.isArray(value) ? rowTold(field, value, depth) : fieldsTold(value, depth);
}

function rowTold(field, values, depth) {
  if (!values.length) return say("nothing");
  const told = values.slice(0, MOST).map((value) => valueTold(field, value, depth + 1));
  return [...told, ...(values.length > MOST ? ["…"] : [])].join(values.some(isObject) ? "; " : ", ");
}

function fieldsTold(value, depth) {
  const fields = fieldsIn(value).slice(0, MOST);
  return fields.map((field) => `${fieldNamed(field)} ${valueTold(field, value[field], depth + 1)}`).join(", ");
}

/** The names in the data of an event, the actor first. */
export function namesIn(data) {
  return fieldsIn(data).map((field) => data[field]).filter((value) => typeof value === "string");
}

/** An event in one short row: the names in it, each once. */
export function summaryOf(data) {
  const isName = (field) => (typeof data[field] === "string" && data[field] !== "") || MONEY.includes(field);
  const told = fieldsIn(data).filter(isName).map((field) => valueTold(field, data[field]));
  return [...new Set(told)].slice(0, 4).join(" · ");
}
