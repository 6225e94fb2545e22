// FIPS 180-4. A count runs wherever JavaScript does, and at once: no platform's own hash does both.

const K = constants()

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const state = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const padded = pad(bytes)
  for (let from = 0; from < padded.byteLength; from += 64)
    addBlock(state, new DataView(padded.buffer, from, 64))
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return padded
}

function addBlock(state: Uint32Array, block: DataView): void {
  const words = schedule(block)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < 64; round += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (K[round] ?? 0) + (words[round] ?? 0)) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place] ?? 0) + word
}

function schedule(block: DataView): Int32Array {
  const words = new Int32Array(64)
  for (let place = 0; place < 16; place += 1) words[place] = block.getInt32(place * 4)
  for (let place = 16; place < 64; place += 1) {
    const [before, last] = [words[place - 15] ?? 0, words[place - 2] ?? 0]
    const s0 = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3)
    const s1 = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10)
    words[place] = (words[place - 16] ?? 0) + s0 + (words[place - 7] ?? 0) + s1
  }
  return words
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
function constants(): Uint32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  return Uint32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * 2 ** 32)
}
