const form = document.querySelector("form");
const folded = [...document.querySelectorAll(".clause")].map((clause) => [clause, clause.open]);
function filter() {
  const status = form.status.value;
  const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const [clause, open] of folded) {
    const about = clause.querySelector(".about").textContent.toLowerCase();
    let shown = 0;
    for (const one of clause.querySelectorAll(".case")) {
      const text = about + one.querySelector(".head").textContent.toLowerCase();
      one.hidden = (status && one.dataset.status !== status) || !words.every((word) => text.includes(word));
      shown += one.hidden ? 0 : 1;
    }
    clause.hidden = !shown;
    clause.open = status || words.length ? true : open;
  }
}
form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
