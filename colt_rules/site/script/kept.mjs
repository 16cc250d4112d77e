/**
 * Which games of this browser can go on: who sits there and when, not what has happened. The engine stores the games
 * themselves, where no page looks.
 */

const KEY = "colt-games";
/** So many games are remembered. */
const MOST = 5;

/** The games, the latest first: `{name, seats, people, when, over}`. */
export function keptGames() {
  return written().filter(({ isGone }) => !isGone);
}

/** What is written, with the games that are gone for the reader and not yet for the engine. */
function written() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return found.filter(({ name, seats, people }) => typeof name === "string" && Array.isArray(seats) && Array.isArray(people));
  } catch {
    return [];
  }
}

/** Puts a game first, without those that are over or gone; returns the names of games that the engine can forget. */
export function remember(game) {
  const games = written();
  const others = games.filter(({ name, over, isGone }) => name !== game.name && !over && !isGone).slice(0, MOST - 1);
  write([game, ...others]);
  return games.map(({ name }) => name).filter((name) => name !== game.name && !others.some((one) => one.name === name));
}

/** Lists a game no longer; the engine forgets it with the next game that it keeps. */
export function forget(name) {
  write(written().map((game) => (game.name === name ? { ...game, isGone: true } : game)));
}

function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that stores nothing: the engine says so too, and the page tells it.
  }
}
