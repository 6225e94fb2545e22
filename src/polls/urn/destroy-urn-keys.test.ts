import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../close-poll.ts'
import { destroyUrnKeys } from './destroy-urn-keys.ts'
import { sealPoll } from './seal-poll.ts'

const world = await createWorld()
const { db } = world

/** A sealed poll whose key cannot be destroyed: its file is a folder. */
async function stuckPoll(): Promise<{ id: number; file: string }> {
  const id = await makePoll(world, { settings: { anonymous: true } })
  const { rows } = await db.pool.query('select urn_key from polls where id = $1', [id])
  const file = join(world.address.keys.folder ?? '', rows[0].urn_key)
  await rm(file)
  await mkdir(file)
  await change(db, SYSTEM, (act) => closePoll(act, id))
  await expect(sealPoll(db, id)).rejects.toThrow('EISDIR')
  return { id, file }
}

test('a key that cannot be destroyed is reported, and stops no others', async () => {
  const [first, second] = [await stuckPoll(), await stuckPoll()]
  await rm(second.file, { recursive: true })
  await expect(destroyUrnKeys(db)).rejects.toThrow('EISDIR')
  const { rows } = await db.pool.query('select id from polls where key_destroyed_at is not null')
  expect(rows).toEqual([{ id: second.id }])
  expect((await stat(first.file)).isDirectory()).toBe(true)
})
