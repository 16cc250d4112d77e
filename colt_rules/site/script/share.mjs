/** A picture of one moment for sharing: the board with its marks, the sentence, and the source. */

import { htmlEscaped } from "./names.mjs";

/** In units of the picture. */
const [EDGE, LEAST] = [24, 720];
const FONT = "system-ui, sans-serif";
const TITLE = { size: 17, weight: 400, gap: 8, colour: "#6b5d4f" };
const SENTENCE = { size: 25, weight: 700, gap: 18, colour: "#2b2119" };
const FOOT = { size: 14, weight: 400, gap: 0, colour: "#6b5d4f" };
const PAPER = "#fffdf8";

/** A file always has the light colours, whatever the page and the system look like. */
const DARK = /@media\(prefers-color-scheme:dark\)\{[^{}]*\{[^{}]*\}\}/g;

/** The pixels of a PNG per unit: sharp on current screens. */
const SHARP = 2;

/**
 * The picture as the text of an SVG file. `board` is an SVG without a style of its own, or empty; `title`, `sentence`
 * and `foot` are above and below it. `measure(text, font)` returns the width of a text.
 */
export function momentSvg({ board, width, height, title, sentence, foot }, measure) {
  const wide = Math.max(width, LEAST);
  let y = EDGE;
  const written = (text, { size, weight, gap, colour }) => {
    const lines = linesOf(text, wide, (line) => measure(line, `${weight} ${size}px ${FONT}`));
    const rows = lines.map((line) => {
      y += Math.round(size * 1.3);
      return `<text x="${EDGE}" y="${y - Math.round(size * 0.3)}" font-size="${size}" font-weight="${weight}" fill="${colour}">${htmlEscaped(line)}</text>`;
    });
    y += gap;
    return rows.join("");
  };
  const above = written(title, TITLE) + written(sentence, SENTENCE);
  const left = EDGE + Math.round((wide - width) / 2);
  // Within another picture it needs an explicit size, which its style otherwise leaves to the page.
  const place = `x="${left}" y="${y}" style="width:${width}px;height:${height}px;max-width:none"`;
  const placed = board.replace(DARK, "").replace("<svg ", `<svg ${place} `);
  if (board) y += height + 12;
  const below = written(foot, FOOT);
  const size = `${wide + 2 * EDGE} ${y + EDGE}`;
  const [all, down] = size.split(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" width="${all}" height="${down}" font-family="${FONT}">`,
    `<title>${htmlEscaped(sentence)}</title><rect width="${all}" height="${down}" fill="${PAPER}"/>`,
    above, placed, below,
    "</svg>",
  ].join("");
}

/** A text broken into lines of at most this width; a wider word has its own line. */
export function linesOf(text, width, measure) {
  const lines = [];
  for (const word of String(text).split(/[ \n]+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The width of a text in this browser. */
export function measured(text, font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return context.measureText(text).width;
}

/** An SVG as a PNG. It is loaded as an image, so it can load nothing and nothing in it can run. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * SHARP, image.naturalHeight * SHARP];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** Offers a file to the reader for saving. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
