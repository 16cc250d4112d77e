// My edition: chosen once in the header, remembered, and part of the address, so that a link shows others the same.
// Pages list the editions in which a rule holds (`data-in`) and what holds elsewhere (`data-not`); this script informs
// players of another one.

"use strict";

(() => {
  const select = document.querySelector(".colt-edition select");
  if (!select) return;
  const words = JSON.parse(select.dataset.words);
  const key = `${new URL("..", __md_scope).pathname}.edition`;
  const isKnown = (id) => Boolean(id) && [...select.options].some((option) => option.value === id);

  // Without storage there is still the address.
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
      // Some browsers do not allow this for pages from disk.
    }
  }

  const made = (name, className, ...children) => {
    const element = document.createElement(name);
    element.className = className;
    element.append(...children);
    return element;
  };

  // A note at the top that the page is not about this edition, with links to what holds there.
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
    // A note for this edition alone would repeat the banner.
    for (const note of document.querySelectorAll("[data-not]")) note.hidden = note.dataset.not === id;
    if (!id) return;
    for (const holder of document.querySelectorAll(`[data-in]:not([data-in~="${id}"])`)) {
      if (holder.matches(".holds")) banner(id);
      else holder.append(made("span", "colt-not-mine", words.mark));
    }
  }

  // The edition of a link comes first, but a remembered choice is kept.
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
