/** The SHA-256 of bytes, as 32 bytes: Node's own, or a library's in a browser. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const encoder = new TextEncoder()
const DIGITS = '0123456789abcdef'
/** The two digits of each byte. */
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A text as UTF-8 bytes, in Unicode's normal form C: equal texts have equal bytes. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text.normalize('NFC'))
}

/** Bytes one after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * The prefix of all bytes hashed for one purpose, ended by a zero byte, so that a hash is valid for one
 * purpose only.
 */
export function purpose(name: string): Uint8Array {
  return joined(utf8(name), Uint8Array.of(0))
}

/** Lower-case hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte]
  return text
}

/** Null: these are no hexadecimal digits in pairs. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 === 1) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const high = DIGITS.indexOf(text.charAt(2 * at))
    const low = DIGITS.indexOf(text.charAt(2 * at + 1))
    if (high < 0 || low < 0) return null
    bytes[at] = high * DIGITS.length + low
  }
  return bytes
}

/** Standard base64, with padding. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Null: this is not base64 as `base64` writes it. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  // Unused bits have to be zero: a text that reads as the same bytes must be the same text.
  return base64(bytes) === text ? bytes : null
}

/** Negative, zero or positive: the order of bytes. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}
