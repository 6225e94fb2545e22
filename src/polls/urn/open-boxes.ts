import { createSecretKey, type KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { agreedKey, decipher } from '../../db/keys/key-pair.ts'
import { BOX_KEY, type BoxedBallot, PUBLIC_BYTES, unpacked } from './box.ts'

/** Boxes opened before other requests get a turn: some milliseconds. */
const SLICE = 1_000

/** The ballots in these boxes. Throws when one does not open: it was damaged, and the count needs all. */
export async function openBoxes(private_key: Buffer, boxes: Buffer[]): Promise<BoxedBallot[]> {
  // As objects: a key made from bytes for each box takes four times as long as opening it.
  const keys = new Map<string, KeyObject>()
  const keyFor = (public_key: Buffer) => {
    const name = public_key.toString('latin1')
    const known = keys.get(name)
    if (known !== undefined) return known
    const bytes = agreedKey({ own: private_key, other: public_key }, { salt: public_key, info: BOX_KEY })
    const key = createSecretKey(bytes)
    bytes.fill(0)
    keys.set(name, key)
    return key
  }
  const ballots: BoxedBallot[] = []
  for (const [place, box] of boxes.entries()) {
    if (place % SLICE === SLICE - 1) await setImmediate()
    const content = decipher(keyFor(box.subarray(0, PUBLIC_BYTES)), box.subarray(PUBLIC_BYTES))
    if (content === null) throw new Error('a box of an urn cannot be opened')
    ballots.push(unpacked(content))
  }
  return ballots
}
