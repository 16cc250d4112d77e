/**
 * Sentences made from templates and words, as in colt_rules/referee/sentences.py. An event may come from a forged log:
 * unknown names stay unchanged.
 */

import { lookUp } from "./names.mjs";

const SIGN = /\{(\w+)(?::([\w-]+))?(?:\|([\w-]+))?(?:#([\w-]+))?\}|\[(!?\w+(?:!?=[\w.-]*(?:@\w+)?)?)\?|(\])/g;
const CONDITION = /^(!?)(\w+)(?:(!?)=([^@]*)(?:@(.*))?)?$/;
const NOMINATIVE = "nom";
const OWNERS = ["seat", "subject", "actor"];
const LOOSE = ["token", "loose"];

const known = new Map();

/** A template as texts, placeholders and pieces. */
function parsed(template) {
  if (!known.has(template)) known.set(template, parse(template));
  return known.get(template);
}

function parse(template) {
  let nodes = [];
  const around = [];
  let at = 0;
  for (const sign of template.matchAll(SIGN)) {
    const [all, field, kind = "", form = "", noun = "", condition] = sign;
    nodes.push(template.slice(at, sign.index));
    at = sign.index + all.length;
    if (field) nodes.push({ field, kind, form, noun });
    else if (condition) around.push([nodes, condition]), (nodes = []);
    else {
      const [outer, wanted] = around.pop();
      outer.push({ condition: wanted, nodes });
      nodes = outer;
    }
  }
  return [...nodes, template.slice(at)];
}

function holds(condition, data) {
  const [, no, field, differs, wanted, other] = CONDITION.exec(condition);
  const value = lookUp(data, field);
  if (wanted === undefined) return isSomething(value) !== Boolean(no);
  return (plain(value) === (other ? wanted + plain(lookUp(data, other)) : wanted)) !== Boolean(differs);
}

function isSomething(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function plain(value) {
  return Array.isArray(value) ? value.map(plain).join(",") : String(value ?? null);
}

/** An event or command as a sentence in the language of a vocabulary; empty for an unknown type. */
export function sentence(vocabulary, table, type, data) {
  const row = lookUp(vocabulary[table], type);
  if (!row) return "";
  const [, template] = Object.entries(row).find(([condition]) => !condition || holds(condition, data));
  const [first = "", ...rest] = filled(vocabulary, template, data);
  const told = first.toUpperCase() + rest.join("");
  return told.endsWith("!") ? told : `${told}.`;
}

/** A template filled with the data. */
export function filled(vocabulary, template, data) {
  return joined(vocabulary, parsed(template), data);
}

function joined(vocabulary, nodes, data) {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.field) return placed(vocabulary, node, data);
    return holds(node.condition, data) ? joined(vocabulary, node.nodes, data) : "";
  }).join("");
}

function placed(vocabulary, { field, kind: said, form, noun }, data) {
  const value = lookUp(data, field) ?? null;
  if (noun) return counted(vocabulary, sizeOf(value), noun, form);
  const kind = said || (lookUp(vocabulary.kinds, field) ?? "");
  const hidden = lookUp(vocabulary.hidden_nouns, kind);
  const number = lookUp(data, `${field}_count`) ?? lookUp(data, "count");
  if (value === null && hidden && number !== undefined) return counted(vocabulary, sizeOf(number), hidden, form);
  return worded(vocabulary, value, kind, form, data);
}

/** A value as a word of a kind, or several in a row. */
function worded(vocabulary, value, kind, form, data) {
  const words = lookUp(vocabulary.words, homeOf(kind)) ?? {};
  if (value === null) return formed(vocabulary, lookUp(words, "hidden") ?? { nom: "?" }, homeOf(kind), form);
  if (Array.isArray(value)) return rowOf(vocabulary, value, kind, form, data);
  if (typeof value === "number") return numbered(vocabulary, kind === "next" ? value + 1 : value, kind);
  const text = plain(value);
  if (kind === "sum" && /^\$[0-9]{1,9}$/.test(text)) return numbered(vocabulary, Number(text.slice(1)), "money");
  if (kind === "place") return placeNamed(vocabulary, text, form);
  if (kind === "card") return cardNamed(vocabulary, text, form);
  if (kind === "own") return cardNamed(vocabulary, text, form, ownerIn(data));
  return word(vocabulary, text, kind, form);
}

const homeOf = (kind) => (kind === "own" ? "card" : kind);
const ownerIn = (data) => OWNERS.map((name) => lookUp(data, name)).find(Boolean);

function counted(vocabulary, number, noun, form) {
  const forms = lookUp(vocabulary.nouns, `${noun}.${form}`) ?? vocabulary.nouns[noun];
  return filled(vocabulary, forms[plural(vocabulary.plural, number)] || forms.many, { n: number });
}

function sizeOf(value) {
  return typeof value === "number" ? value : Array.isArray(value) ? value.length : 0;
}

/** The form of a noun that goes with a number by the rule of a language: one, few or many. */
function plural(rule, number) {
  if (rule === "en" || (rule === "pl" && number === 1)) return number === 1 ? "one" : "many";
  if (rule === "fr") return Math.abs(number) < 2 ? "one" : "many";
  const [last, tens] = [Math.abs(number) % 10, Math.floor(Math.abs(number) / 10) % 10];
  if (last === 1 && tens !== 1 && rule === "ru") return "one";
  return last >= 2 && last <= 4 && tens !== 1 ? "few" : "many";
}

/** The name of a thing of a kind, in a form. */
export function word(vocabulary, id, kind, form = "") {
  const words = lookUp(vocabulary.words, kind) ?? {};
  if (lookUp(words, id)) return formed(vocabulary, words[id], kind, form);
  const [, family, rest] = /^(?:(.*)-)?(.*)$/s.exec(id);
  const isBandit = lookUp(vocabulary.words.who, rest) !== undefined;
  const pattern = lookUp(words, isNumber(rest) ? `${family ?? ""}-*` : isBandit ? `${family ?? ""}-@` : "");
  if (pattern) return filled(vocabulary, formed(vocabulary, pattern, kind, form), { rest });
  return formed(vocabulary, { nom: LOOSE.includes(kind) ? id.replaceAll("-", " ") : id }, kind, form);
}

const isNumber = (text) => /^[0-9]+$/.test(text);

/** The form of a word, or one derived from its nominative. */
function formed(vocabulary, forms, kind, form) {
  const made = lookUp(lookUp(vocabulary.forms, kind), form);
  if (made === undefined || lookUp(forms, form) !== undefined) return lookUp(forms, form) ?? forms[NOMINATIVE];
  return filled(vocabulary, made, { it: forms[NOMINATIVE] });
}

function rowOf(vocabulary, values, kind, form, data) {
  if (kind === "ranking") return values.map((one) => ranked(vocabulary, one, data)).join(", ");
  let told = values.map((value) => worded(vocabulary, value, kind, form === "list" ? "" : form, data));
  if (kind === "who") told = [...new Set(told)];
  if (form === "list") return told.join(", ");
  if (values.some(Array.isArray)) return told.join(vocabulary.between);
  if (homeOf(kind) === "card") told = together(vocabulary, told);
  if (!told.length) told = [word(vocabulary, "none", homeOf(kind), form)];
  const last = told.pop();
  return told.length ? told.join(", ") + vocabulary.and + last : last;
}

/** Equal cards counted together. */
function together(vocabulary, told) {
  const { nom } = vocabulary.words.card.many;
  const times = (card) => told.filter((one) => one === card).length;
  const named = (card, n) => (n > 1 ? filled(vocabulary, nom, { n, card }) : card);
  return [...new Set(told)].map((card) => named(card, times(card)));
}

function numbered(vocabulary, number, kind) {
  const [least, sign] = vocabulary.groups;
  const digits = String(Math.abs(number));
  const grouped = digits.length >= least ? digits.replace(/\B(?=(?:\d{3})+$)/g, sign) : digits;
  const told = kind === "money" ? vocabulary.money.replace("{it}", () => grouped) : grouped;
  return number < 0 ? `−${told}` : told;
}

function placeNamed(vocabulary, place, form) {
  const places = vocabulary.words.place;
  if (lookUp(places, place)) return word(vocabulary, place, "place", form);
  const dot = place.lastIndexOf(".");
  const level = place.slice(dot + 1) === "roof" && dot >= 0 ? ".roof" : ".inside";
  const car = dot > 0 ? place.slice(0, dot) : place;
  return filled(vocabulary, formed(vocabulary, places[level], "place", form), { car });
}

function cardNamed(vocabulary, card, form, knownOwner) {
  const { card: words, action: actions } = vocabulary.words;
  if (lookUp(words, card)) return word(vocabulary, card, "card", form);
  const dash = card.indexOf("-");
  const [owner, action] = dash < 0 ? [card, ""] : [card.slice(0, dash), card.slice(dash + 1)];
  const isBullet = action.startsWith("bullet-");
  const isKnown = lookUp(actions, action) !== undefined;
  if (!isBullet && !isKnown) return card;
  const shown = isKnown ? action : action.slice("bullet-".length);
  const bullet = isNumber(shown) ? ".bullet" : ".named-bullet";
  const kind = isBullet ? bullet : owner === knownOwner ? ".own" : ".other";
  return filled(vocabulary, formed(vocabulary, words[kind], "card", form), { owner, action: shown });
}

function ranked(vocabulary, standing, data) {
  const { one, line, [standing.seat]: instead } = vocabulary.words.ranking;
  const sums = new Map();
  for (const { seat, line: name, amount } of lookUp(data, "lines") ?? []) {
    if (seat === standing.seat) sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  const lines = [...sums].map(([name, amount]) => filled(vocabulary, line.nom, { line: name, amount }));
  const counted = instead ? { ...standing, money: instead.nom } : standing;
  return filled(vocabulary, one.nom, counted) + (lines.length > 1 ? ` (${lines.join(", ")})` : "");
}
