/** Packs a position, and the commands tried in it, into a part of an address: deflated JSON as base64url. */

export async function packed({ state, did = [] }) {
  const text = JSON.stringify({ state, ...(did.length && { did }) });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
