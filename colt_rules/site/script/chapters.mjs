/** The chapters of a story and their parts, with their titles: the setup, each round with its phases, the end. */

import { colon, named, say } from "./words.mjs";

/** Chapters and parts as sections of a timeline. */
export function chapterSections({ chapters }) {
  return chapters.flatMap((chapter) => [
    { ...chapter, first: chapter.at, level: 1 },
    ...chapter.parts.map((part) => ({ ...part, first: part.at, level: 2 })),
  ]);
}

/** The commands of a story as sections of a timeline. */
export function commandSections({ commands }) {
  return commands.map((command) => ({ command, first: command.first, level: 1 }));
}

/** A chapter or a part of one, as `{label, text}`. */
export function chapterTold({ phase, round, happening }) {
  if (round) return { label: "", text: roundTold(round) };
  return { label: "", text: happening ? `${named(phase)}${colon()} ${named(String(happening))}` : named(phase) };
}

/** A round with its card, if known. */
function roundTold({ number, card }) {
  const name = say("round-n", { number });
  return card ? `${name}${colon()} ${named(String(card))}` : name;
}
