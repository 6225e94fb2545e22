import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { agreedKey, decipher, encipher, makePair, publicHalf, unwrapKey, wrapKey } from './key-pair.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const PURPOSE = { salt: Buffer.from('salt'), info: 'a test' }

test('public halves are those of RFC 7748, section 6.1', () => {
  const alice = hex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a')
  const bob = hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb')
  expect([publicHalf(alice), publicHalf(bob)].map((key) => key.toString('hex'))).toEqual([
    '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
  ])
})

test('two parties agree on a key, a different one per purpose, and a third party gets none', () => {
  const [one, two, third] = [makePair(), makePair(), makePair()]
  const shared = agreedKey({ own: one.private_key, other: two.public_key }, PURPOSE)
  expect(agreedKey({ own: two.private_key, other: one.public_key }, PURPOSE)).toEqual(shared)
  expect(
    agreedKey({ own: two.private_key, other: one.public_key }, { ...PURPOSE, info: 'another' }),
  ).not.toEqual(shared)
  expect(agreedKey({ own: third.private_key, other: one.public_key }, PURPOSE)).not.toEqual(shared)
})

test('encrypted data opens only with its key, and not after a change', () => {
  const key = randomBytes(32)
  const sealed = encipher(key, Buffer.from('a ballot'))
  expect(decipher(key, sealed)?.toString()).toBe('a ballot')
  expect(decipher(randomBytes(32), sealed)).toBeNull()
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(decipher(key, changed), `byte ${place}`).toBeNull()
  }
  expect(encipher(key, Buffer.from('a ballot'))).not.toEqual(sealed)
})

test('a wrapped key opens with the same secret, for the same public half', () => {
  const [pair, other] = [makePair(), makePair()]
  const secret = randomBytes(32)
  const wrapped = wrapKey(secret, pair)
  expect(unwrapKey(secret, pair.public_key, wrapped)).toEqual(pair.private_key)
  expect(unwrapKey(randomBytes(32), pair.public_key, wrapped)).toBeNull()
  expect(unwrapKey(secret, other.public_key, wrapped)).toBeNull()
  expect(wrapped.includes(pair.private_key)).toBe(false)
})
