/** Elements of a page. Text from a file only ever becomes text, whatever it contains. */

/** An element with these attributes and children; `onclick` and the like are listeners, null and false are omitted. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== false));
  return made;
}

export function span(name, ...children) {
  return element("span", { class: name }, ...children);
}

/** Facts as `[label, value]`. */
export function facts(name, rows) {
  const row = ([label, value]) => element("div", {}, element("dt", {}, label), element("dd", {}, value));
  return element("dl", { class: name }, rows.map(row));
}

export function button(label, onclick, attributes = {}, ...children) {
  return element("button", { type: "button", onclick, "aria-label": label, title: label, ...attributes }, ...children);
}

/** A choice of `[value, text]` under a label. */
export function choice(label, name, options, onchange) {
  const select = element("select", { name, onchange: () => onchange(select.value) });
  select.append(...options.map(([value, text]) => element("option", { value }, text)));
  return { select, field: element("label", { class: "colt-field" }, element("span", {}, label), select) };
}

const SHAPES = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  commandBack: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  back: "M15 4l3 3-6 5 6 5-3 3-9-8z",
  forward: "M9 4L6 7l6 5-6 5 3 3 9-8z",
  commandForward: "M12 5l8 7-8 7zM4 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M8 5l12 7-12 7z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
};

/** An icon on a button. */
export function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** The picture in an SVG text, parsed as an image, so that nothing in it can run. */
export function pictureOf(text) {
  const { documentElement: svg } = new DOMParser().parseFromString(text, "image/svg+xml");
  if (svg.localName !== "svg" || svg.querySelector("script, foreignObject")) throw new Error("expected a picture");
  const picture = document.importNode(svg, true);
  picture.style.setProperty("--natural", `${Number(svg.getAttribute("width"))}px`);
  return picture;
}
