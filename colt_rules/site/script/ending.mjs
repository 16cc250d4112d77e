/** The end of a game: the ranking with its lines, the audit, what can be saved, and the whole game as a replay in place. */

import { button, element } from "./elements.mjs";
import { readLog } from "./log.mjs";
import { Player } from "./player.mjs";
import { word } from "./sentences.mjs";
import { save } from "./share.mjs";
import { colt } from "./shared.mjs";
import { money, named, say } from "./words.mjs";

/** `verdict` and `log` are answers of the engine, `events` those of the game; `again` sets up another game. */
export function endOf({ now, verdict, log, events, again }) {
  const one = (name, does, looks = "") => button(say(name), does, { "data-do": name, class: looks }, say(name));
  const place = element("div", { class: "colt-whole-game" });
  const replay = one("replay", async () => {
    const { story } = await readLog([new TextEncoder().encode(log)], colt.schemas);
    const player = new Player(story, { searchable: true });
    place.replaceChildren(player.element);
    player.go(story.beginning);
    player.element.scrollIntoView({ block: "start" });
  });
  const { lines = [] } = events.find(({ type }) => type === "GameEnded")?.data ?? {};
  return element("div", { class: "colt-end" },
    rankingOf(now.view.ranking, lines),
    element("p", { class: verdict.sound ? "pass" : "fail" }, say(verdict.sound ? "sound" : "not-sound")),
    element("div", { class: "colt-tools" },
      replay,
      one("save-report", () => save(new Blob([verdict.report], { type: "text/html" }), "colt-express.html")),
      one("save-log", () => save(new Blob([log], { type: "application/x-ndjson" }), "colt-express.jsonl")),
      one("new-game", again, "colt-primary")),
    place);
}

/** Who is where, and what the money is made of. */
function rankingOf(ranking, lines) {
  const one = ({ rank, seat, money: sum, bullets }) => {
    const made = lines.filter((line) => line.seat === seat && line.amount);
    return element("li", { class: rank === 1 ? "colt-winner" : null },
      element("b", {}, `${rank}. ${named(seat)}`), " ",
      element("span", { class: "colt-money" }, colt.told.words.ranking[seat]?.nom ?? money(sum)),
      element("small", {}, [...made.map(({ line, amount }) => `${word(colt.told, line, "line")} ${money(amount)}`),
        bullets ? `${say("bullets-received")} ${bullets}` : ""].filter(Boolean).join(" · ")));
  };
  return element("ol", { class: "colt-ranks", "aria-label": say("ranking") }, ranking.map(one));
}
