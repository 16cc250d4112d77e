// My edition: chosen once in the header, remembered, and part of the address, so that a link shows others the same. Pages
// say themselves in which editions a rule holds (`data-in`) and what holds elsewhere (`data-not`); here it is only told
// to those who play another one.

"use strict";

(() => {
  const select = document.querySelector(".colt-edition select");
  if (!select) return;
  const words = JSON.parse(select.dataset.words);
  const key = `${new URL("..", __md_scope).pathname}.edition`;
  const isKnown = (id) => Boolean(id) && [...select.options].some((option) => option.value === id);

  // A browser that keeps nothing still has the address.
  function remembered() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function remember(id) {
    try {
      if (id) localStorage.setItem(key, id);
      else localStorage.removeItem(key);
    } catch {
      // The address has it.
    }
  }

  function address(id) {
    const url = new URL(location.href);
    if ((url.searchParams.get("edition") ?? "") === id) return;
    if (id) url.searchParams.set("edition", id);
    else url.searchParams.delete("edition");
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // A browser that lets no page from disk do so.
    }
  }

  const made = (name, className, ...children) => {
    const element = document.createElement(name);
    element.className = className;
    element.append(...children);
    return element;
  };

  // At the top of the page, that it is not about this edition, and the way to what holds there.
  function banner(id) {
    const name = select.selectedOptions[0].textContent;
    const told = made("p", "colt-not-mine", made("strong", "", words.not.replace("{edition}", name)));
    const ways = document.querySelectorAll(`[data-not~="${id}"] a:not([href*="editions/"])`);
    [...ways].forEach((way, number) => told.append(number ? " · " : ` ${words.there} `, way.cloneNode(true)));
    document.querySelector("h1").after(told);
  }

  function show(id) {
    for (const old of document.querySelectorAll(".colt-not-mine")) old.remove();
    document.documentElement.dataset.edition = id;
    select.value = id;
    select.parentElement.classList.toggle("colt-chosen", Boolean(id));
    // What the page says to all of this edition alone is said already.
    for (const note of document.querySelectorAll("[data-not]")) note.hidden = note.dataset.not === id;
    if (!id) return;
    for (const holder of document.querySelectorAll(`[data-in]:not([data-in~="${id}"])`)) {
      if (holder.matches(".holds")) banner(id);
      else holder.append(made("span", "colt-not-mine", words.mark));
    }
  }

  // What a link says comes first, but whoever has chosen keeps their own.
  const asked = new URL(location.href).searchParams.get("edition");
  const own = remembered();
  const mine = isKnown(asked) ? asked : isKnown(own) ? own : "";
  if (mine && !isKnown(own)) remember(mine);
  address(mine);
  show(mine);
  select.addEventListener("change", () => {
    remember(select.value);
    address(select.value);
    show(select.value);
  });
})();
