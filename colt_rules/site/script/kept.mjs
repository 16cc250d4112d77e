/**
 * Which games of this browser can go on: who sits there and when, not what has happened. The engine stores the games
 * themselves, where no page looks.
 */

const KEY = "colt-games";
/** So many games are remembered. */
const MOST = 5;

/** The games, the latest first: `{name, seats, people, when, over}`. */
export function keptGames() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return found.filter(({ name, seats, people }) => typeof name === "string" && Array.isArray(seats) && Array.isArray(people));
  } catch {
    return [];
  }
}

/** Puts a game first, without those that are over; returns the names of games that are no longer remembered. */
export function remember(game) {
  const games = keptGames();
  const others = games.filter(({ name, over }) => name !== game.name && !over).slice(0, MOST - 1);
  write([game, ...others]);
  return games.map(({ name }) => name).filter((name) => name !== game.name && !others.some((one) => one.name === name));
}

export function forget(name) {
  write(keptGames().filter((game) => game.name !== name));
}

function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that stores nothing: the engine says so too, and the page tells it.
  }
}
