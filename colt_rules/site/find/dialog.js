// The search dialog: input, results and keys. The index is loaded by scripts when the dialog first opens, so that it
// works from disk; texts and pages about programs follow after the first answer.

"use strict";

(() => {
  const MOST = 30;
  const KEYS = ["/", "f", "s"];
  const dialog = document.querySelector(".colt-find");
  if (!dialog) return;
  const query = dialog.querySelector("[name=query]");
  const list = dialog.querySelector(".colt-find__found");
  const told = dialog.querySelector(".colt-find__told");
  const words = JSON.parse(dialog.dataset.words);
  const lang = document.documentElement.lang;
  const folder = new URL("../find/", __md_scope);
  let index = null; // a promise once requested
  let active = -1;

  function loaded(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(name, folder).href;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`expected a script at ${script.src}, got none`));
      document.head.append(script);
    });
  }

  async function data(name, ...others) {
    const found = new Promise((resolve) => { globalThis.coltFound = resolve; });
    await Promise.all([name, ...others].map(loaded));
    return found;
  }

  // The rules at once; their texts and the rest when they are there.
  async function read() {
    const first = await data(`${lang}.js`, "finding.js");
    const known = { rules: new coltFinding.Index(first.rules, first) };
    known.whole = data(`${lang}-rest.js`).then((rest) => {
      known.rules.add(rest.texts);
      known.programs = new coltFinding.Index(rest.programs, first);
      dialog.dataset.whole = "yes";
      show(); // not awaited: a short question waits for all this
    }).catch(() => undefined); // without them there are answers all the same
    return known;
  }

  // A given question is searched at once, and the reader can type more after it.
  function open(question = null) {
    if (!dialog.open) dialog.showModal();
    if (question === null) query.select();
    else {
      query.value = question;
      query.focus();
    }
    index ??= read();
    show();
  }

  // Keys that wait come first: a slow phone searches once for a word, not for each of its letters.
  const typed = () => new Promise((resolve) => { setTimeout(resolve); });

  async function show() {
    const question = query.value;
    if (!question.trim()) return tell(words.hint, []);
    if (!dialog.dataset.ready) tell(words.wait, []);
    const known = await index;
    dialog.dataset.ready = "yes";
    await typed();
    if (question !== query.value) return;
    const shown = (await coltFinding.search(known, question)).slice(0, MOST);
    if (question !== query.value) return; // the input has changed meanwhile
    const chosen = dialog.dataset.shown === question ? active : 0; // shown again, with texts
    tell(shown.length ? words.found.replace("{count}", shown.length) : words.none, shown);
    if (chosen > 0) choose(chosen);
    dialog.dataset.shown = question;
  }

  function tell(text, found) {
    told.textContent = text;
    list.replaceChildren(...found.map(item));
    query.setAttribute("aria-expanded", String(found.length > 0));
    choose(found.length ? 0 : -1);
    list.scrollTop = 0;
  }

  // Marks a rule that the reader's edition does not have.
  function markOf(index, at) {
    const mine = document.documentElement.dataset.edition;
    const isOther = mine && index.lacking?.[mine]?.includes(at);
    return isOther ? [element("span", "colt-not-mine", [words.lacking])] : [];
  }

  function item({ document: { number: at, address, kind, title, text }, index, terms }, number) {
    const heading = element("span", "colt-find__title", [...cut(index, title, terms), ...markOf(index, at)]);
    const excerpt = element("span", "colt-find__text", cut(index, near(text, index, terms), terms));
    const label = element("span", "colt-find__kind", [words.kinds[kind]]);
    const link = element("a", "", [label, heading, excerpt]);
    const seen = new Set([...link.querySelectorAll("mark")].map((mark) => mark.textContent.toLowerCase()));
    const url = new URL(address, __md_scope);
    if (seen.size) url.searchParams.set("h", [...seen].join(" "));
    link.href = url.href;
    link.tabIndex = -1;
    link.id = `colt-found-${number}`;
    link.setAttribute("role", "option");
    const option = element("li", "", [link]);
    option.setAttribute("role", "none");
    option.addEventListener("mousemove", () => choose(number, false));
    return option;
  }

  function element(name, className, children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  const cut = (index, text, terms) =>
    index.marked(text, terms).map((part) => (part.found ? element("mark", "", [part.text]) : part.text));

  // The part of a long text that answers, from the beginning of a sentence or a word before it.
  function near(text, index, terms, before = 60, length = 240) {
    const at = index.marked(text, terms)[0]?.found ? 0 : index.marked(text, terms)[0]?.text.length ?? 0;
    if (text.length <= length || at <= before) return text;
    const begin = Math.max(0, text.indexOf(" ", at - before));
    return `… ${text.slice(begin).trimStart()}`;
  }

  const optionAt = (number) => list.children[number]?.firstChild;

  function choose(number, visibly = true) {
    optionAt(active)?.removeAttribute("aria-selected");
    active = number;
    const option = optionAt(active);
    if (!option) return query.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    query.setAttribute("aria-activedescendant", option.id);
    if (visibly) option.scrollIntoView({ block: "nearest" });
  }

  function onKey(event) {
    const count = list.children.length;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 + count, PageDown: Math.min(active + 5, count - 1),
      PageUp: Math.max(active - 5, 0) }[event.key];
    if (to !== undefined && count) {
      choose(to % count);
      event.preventDefault();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (dialog.dataset.shown === query.value) optionAt(active)?.click();
    }
  }

  // A dialog that was just closed may keep the focus until the next frame: nobody types there.
  const isTyping = (element) =>
    !dialog.contains(element) && (element.isContentEditable || element.matches("input, textarea, select"));

  function onShortcut(event) {
    const asked = (event.ctrlKey || event.metaKey) && !event.altKey && event.key === "k";
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && KEYS.includes(event.key);
    if (dialog.open || event.defaultPrevented || !(asked || (plain && !isTyping(event.target)))) return;
    event.preventDefault();
    open();
  }

  // Highlights the words by which this page was found.
  function mark() {
    const found = new URL(location.href).searchParams.get("h")?.toLowerCase().split(" ");
    if (!found || !globalThis.Highlight) return;
    const ranges = [];
    const walker = document.createTreeWalker(document.querySelector("article") ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const match of walker.currentNode.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (!found.includes(match[0].toLowerCase())) continue;
        const range = new Range();
        range.setStart(walker.currentNode, match.index);
        range.setEnd(walker.currentNode, match.index + match[0].length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("colt-found", new Highlight(...ranges));
  }

  query.addEventListener("input", show);
  query.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onShortcut);
  // A field on a page opens the dialog at the first character or tap; a clickable question is passed unchanged.
  for (const form of document.querySelectorAll("form.colt-ask")) {
    const field = form.querySelector("input");
    const handOver = (event) => {
      if (event.isComposing) return;
      event.preventDefault();
      open(field.value);
      field.value = "";
    };
    for (const kind of ["submit", "input", "compositionend", "click"]) form.addEventListener(kind, handOver);
  }
  const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  document.addEventListener("click", (event) => {
    const asked = isPlain(event) && event.target.closest(".colt-asked");
    if (asked) {
      event.preventDefault();
      open(asked.textContent);
    } else if (event.target.closest(".colt-find-open")) open();
    // A click beside the dialog is a click on its backdrop, which belongs to it.
    else if (event.target === dialog || event.target.closest(".colt-find__close")) dialog.close();
  });
  list.addEventListener("click", (event) => {
    if (event.target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  mark();
})();
