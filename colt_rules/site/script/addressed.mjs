/**
 * Reads a position, and the commands tried in it, from a part of an address.
 *
 * An address can come from anybody: its parts have limits far above any real position, also when they are inflated.
 */

import { isObject } from "./fitting.mjs";

/** In characters of an address, bytes of JSON, and commands. A real position has 3 000 bytes, packed 1 500 characters. */
export const LIMITS = { packed: 40_000, bytes: 200_000, commands: 200 };

/** A fault of an address: the key of a sentence in words/try.toml. */
export class Unreadable extends Error {
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/** What `packed` has packed: `{state, did}`, the state perhaps undefined. What they mean, the engine decides. */
export async function unpacked(text) {
  if (text.length > LIMITS.packed) throw new Unreadable("too-long");
  if (!/^[\w-]+$/.test(text)) throw new Unreadable("no-position-link");
  const value = parsed(await inflatedWithin(text));
  if (!isObject(value)) throw new Unreadable("no-position-link");
  const { state, did = [] } = value;
  if (!isObject(state ?? {}) || !Array.isArray(did) || !did.every(isObject)) throw new Unreadable("no-position-link");
  if (did.length > LIMITS.commands) throw new Unreadable("too-long");
  return { state, did };
}

async function inflatedWithin(text) {
  const chunks = [];
  let size = 0;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > LIMITS.bytes) {
        await reader.cancel();
        throw new Unreadable("too-long");
      }
      chunks.push(read.value);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("no-position-link");
  }
  return new Blob(chunks).text();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
