import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { createGroup } from './create-group.ts'

const world = await createWorld()

const create = (handle: string) =>
  change(world.db, SYSTEM, (act) =>
    createGroup(act, { name: 'Book Club', handle, admin_email: 'ada@mill.example', parent_handle: null }),
  )

test('groups of one name that are created at the same moment get different short names', async () => {
  const made = await Promise.all([create(''), create(''), create(''), create('')])
  expect(made.map(({ group }) => group.handle).sort()).toEqual([
    'book-club',
    'book-club-2',
    'book-club-3',
    'book-club-4',
  ])
})

test('a short name that was typed is used or refused, not changed', async () => {
  const answers = await Promise.allSettled([create('readers'), create('readers')])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
