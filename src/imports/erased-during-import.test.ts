import { beforeEach, describe, expect, test } from 'vitest'
import {
  commentRecord,
  discussionRecord,
  type Entry,
  groupRecord,
  lines,
  membershipRecord,
  userRecord,
} from '../../test/loomio-records.ts'
import { until } from '../../test/patience.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { tablesOf } from '../db/catalog.ts'
import { SYSTEM } from '../db/db.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import type { Writings } from '../personal-data/writings.ts'
import { importLoomio } from './import-loomio.ts'
import type { Report } from './report.ts'

const ADDRESS = 'zenobia@quill.example'
const FORMER_ADDRESS = 'zenobia@former.example'

let world: World
let zenobia: number

beforeEach(async () => {
  world = await createWorld()
  zenobia = (await addMembers(world, [FORMER_ADDRESS]))[0] ?? 0
  await rows('update users set email = $2, name = $3, email_verified = true where id = $1', [
    zenobia,
    ADDRESS,
    'Zenobia Quill',
  ])
})

const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows

async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tablesOf(world.db.pool)) {
    const there = await rows(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`])
    if (there.length > 0) found.push(name)
  }
  return found
}

const file = (email: string): Entry[] => [
  userRecord(1),
  userRecord(2, { email, name: 'Zenobia Quill', username: 'zenobia' }),
  groupRecord(1),
  membershipRecord(1, { user_id: 1, admin: true }),
  membershipRecord(2, { user_id: 2, title: 'Treasurer' }),
  discussionRecord(1, { group_id: 1 }),
  commentRecord(1, { user_id: 2 }),
  // A remark with the name: this line has no id.
  { table: 'users', record: { name: 'Zenobia Quill', email: 'nobody@far.example' } },
]

/** Imports the file; `meanwhile` runs when its first half is read. */
async function importWhile(entries: Entry[], meanwhile: () => Promise<void>): Promise<Report> {
  const bytes = Buffer.from(lines(entries))
  const source = {
    size: bytes.length,
    open: async function* () {
      yield bytes.subarray(0, 10)
      await meanwhile()
      yield bytes.subarray(10)
    },
  }
  return importLoomio(world.db, source, { actor: SYSTEM, dry_run: false, progress: () => undefined })
}

/** Begins the erasure while the file is read, and returns the report when both have ended. */
async function importAndErase(entries: Entry[], writings: Writings): Promise<Report> {
  let erased: Promise<void> | undefined
  const report = await importWhile(entries, async () => {
    erased = erasePerson(world.db, SYSTEM, { user_id: zenobia, writings, list: null })
    const gone = () => rows('select 1 from users where id = $1 and erased_at is not null', [zenobia])
    // The rest of the erasure waits for the import.
    await until(async () => expect(await gone()).toHaveLength(1))
  })
  await erased
  return report
}

describe('a person who deletes their account while an import reads its file', () => {
  test('is in it everywhere, without that', async () => {
    await importWhile(file(ADDRESS), async () => undefined)
    expect(await tablesWith('zenobia')).toContain('users')
    expect(
      await rows('select 1 from memberships where user_id = $1 and revoked_at is null', [zenobia]),
    ).toHaveLength(2)
  })

  test.each([
    ['their address', ADDRESS],
    ['their address in capitals', ADDRESS.toUpperCase()],
    ['their former address', FORMER_ADDRESS],
  ])('does not come back by %s', async (_, email) => {
    const report = await importAndErase(file(email), 'keep')
    expect(await tablesWith('zenobia')).toEqual([])
    expect(await tablesWith('quill')).toEqual([])
    expect(JSON.stringify(report)).not.toContain('Zenobia')
    expect(await rows('select author_id, body from comments')).toEqual([
      { author_id: zenobia, body: 'Comment *1*' },
    ])
    expect(
      await rows('select 1 from memberships where user_id = $1 and revoked_at is null', [zenobia]),
    ).toEqual([])
  })

  test('takes their texts along, if they wish', async () => {
    await importAndErase(file(ADDRESS), 'erase')
    expect(await rows('select author_id, body, deleted_at is null as here from comments')).toEqual([
      { author_id: zenobia, body: null, here: false },
    ])
    expect(await rows("select comments_count from discussions where title = 'Thread 1'")).toEqual([
      { comments_count: 0 },
    ])
  })

  test('is told to wait once the import has written about them; nothing is erased', async () => {
    let answer: unknown
    const bytes = Buffer.from(lines(file(ADDRESS)))
    await importLoomio(
      world.db,
      {
        size: bytes.length,
        open: async function* () {
          yield bytes
        },
      },
      {
        ...{ actor: SYSTEM, dry_run: false, progress: () => undefined },
        finish: async () => {
          answer = await erasePerson(world.db, SYSTEM, {
            user_id: zenobia,
            writings: 'keep',
            list: null,
          }).catch((error: unknown) => error)
        },
      },
    )
    expect(answer).toMatchObject({ code: 'import_running' })
    expect(String(answer)).toMatch(/Nothing was deleted/)
    expect(await rows('select email from users where id = $1', [zenobia])).toEqual([{ email: ADDRESS }])
    await erasePerson(world.db, SYSTEM, { user_id: zenobia, writings: 'keep', list: null })
    expect(await tablesWith('zenobia')).toEqual([])
  })
})

test('a later export leaves what they wrote erased, if they wished that', async () => {
  await importWhile(file(ADDRESS), async () => undefined)
  await erasePerson(world.db, SYSTEM, { user_id: zenobia, writings: 'erase', list: null })
  await importWhile([...file(ADDRESS), commentRecord(2, { user_id: 2 })], async () => undefined)
  expect(await rows('select body from comments')).toEqual([{ body: null }, { body: null }])
  expect(await tablesWith('zenobia')).toEqual([])
})
