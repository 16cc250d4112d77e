/**
 * SHA-256 (FIPS 180-4) of short texts.
 *
 * The browser has its own, but only for pages from a secure origin, and calling it for each line of a log is slower
 * than this.
 */

const PRIMES = primes(64);
const ROOTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const words = new Uint32Array(64);

function primes(count) {
  const found = [];
  for (let one = 2; found.length < count; one += 1) if (found.every((prime) => one % prime)) found.push(one);
  return found;
}

function fraction(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32);
}

/** The hash of these bytes, in hex. */
export function sha256(bytes) {
  const blocks = padded(bytes);
  const sum = START.slice();
  for (let at = 0; at < blocks.byteLength; at += 64) mix(sum, blocks, at);
  let hex = "";
  for (const word of sum) hex += word.toString(16).padStart(8, "0");
  return hex;
}

function padded(bytes) {
  const whole = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  const view = new DataView(whole.buffer);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

function mix(sum, blocks, at) {
  for (let i = 0; i < 16; i += 1) words[i] = blocks.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = words[i - 15];
    const y = words[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let a = sum[0];
  let b = sum[1];
  let c = sum[2];
  let d = sum[3];
  let e = sum[4];
  let f = sum[5];
  let g = sum[6];
  let h = sum[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROOTS[i] + words[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  sum[0] += a;
  sum[1] += b;
  sum[2] += c;
  sum[3] += d;
  sum[4] += e;
  sum[5] += f;
  sum[6] += g;
  sum[7] += h;
}
