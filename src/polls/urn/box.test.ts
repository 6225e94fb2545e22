import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePair } from '../../db/keys/key-pair.ts'
import { MAX_SCORE } from '../poll.ts'
import { MAX_OPTIONS } from '../poll-option.ts'
import { packed, unpacked } from './box.ts'
import { closeBox, forgetClosers, heldClosers } from './close-box.ts'
import { openBoxes } from './open-boxes.ts'

const plain = (scores: (number | null)[]) => packed({ scores, b: null })

const ballots = fc.array(fc.option(fc.integer({ min: 0, max: MAX_SCORE })), {
  minLength: 1,
  maxLength: MAX_OPTIONS,
})

test('a ballot is unpacked as it was packed, and its length reveals nothing', () => {
  fc.assert(
    fc.property(ballots, (scores) => {
      expect(unpacked(plain(scores))).toEqual({ scores, b: null })
      expect(plain(scores)).toHaveLength(plain(scores.map(() => null)).length)
      const b = Buffer.alloc(32, 7)
      expect(unpacked(packed({ scores, b }))).toEqual({ scores, b })
    }),
  )
  expect(plain([1])).toHaveLength(plain(Array.from({ length: 16 }, () => 1)).length)
})

test('a score that does not fit is rejected, and not truncated', () => {
  expect(() => plain([MAX_SCORE + 1])).toThrow(RangeError)
  expect(() => plain([-1])).toThrow(RangeError)
})

test('boxes open with the private key, in order, whichever process closed them', async () => {
  const { public_key, private_key } = makePair()
  const urn_key = public_key.toString('hex')
  const first = [
    [1, null],
    [0, 3],
  ].map((scores) => closeBox(urn_key, { scores, b: null }))
  // As after a restart of the process: it has a new key.
  forgetClosers(heldClosers())
  const boxes = [...first, closeBox(urn_key, { scores: [1, null], b: null })]
  expect((await openBoxes(private_key, boxes)).map(({ scores }) => scores)).toEqual([
    [1, null],
    [0, 3],
    [1, null],
  ])
  expect(new Set(boxes.map((box) => box.subarray(0, 32).toString('hex'))).size).toBe(2)
  expect(new Set(boxes.map((box) => box.toString('hex'))).size).toBe(3)
  await expect(openBoxes(makePair().private_key, boxes)).rejects.toThrow('cannot be opened')
})
