import { expect, test } from 'vitest'
import { importText } from '../imports.ts'
import { makeExport } from '../loomio.ts'
import { lines } from '../loomio-records.ts'
import { openB2, personalKey } from './b2.ts'

/** What was imported says so on b2, wherever threads and polls are shown. */

const at = await openB2()
const { db } = at.world
await importText(at.world, lines(makeExport({ people: 4, threads: 3, comments: 9, rounds: 1 })))

type Shown = { id: number; imported_at: string | null }

async function idIn(from: string): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(`select id from ${from} limit 1`)
  return Number(rows[0]?.id)
}

const admin = await idIn("users where email = 'person1@tide.example'")
const group_id = await idIn("groups where handle = 'tide-1'")
const authorization = `Bearer ${await personalKey(at.world, admin)}`
const get = async (path: string) =>
  (await at.send({ url: `/api/b2${path}`, headers: { authorization } })).json()
const times = (shown: Shown[]) => new Set(shown.map(({ imported_at }) => imported_at))

test('imported threads and polls have the time of their import in every response', async () => {
  const thread = await idIn(`discussions where group_id = ${group_id}`)
  const poll = await idIn(`polls where group_id = ${group_id} and discussion_id is not null`)
  const paths = [
    `/discussions?group_id=${group_id}`,
    `/discussions/${thread}`,
    `/comments?discussion_id=${thread}`,
    '/threads',
    `/threads/${thread}`,
    `/threads/${thread}/items`,
    `/polls?group_id=${group_id}&status=all`,
    `/polls/${poll}`,
  ]
  for (const path of paths) {
    const { discussions, polls, threads = [] } = await get(path)
    const found = [...times([...discussions, ...polls, ...threads])]
    expect([path, found]).toEqual([path, [expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]])
  }
})

test('threads and polls that were made here have none', async () => {
  const made = await at.as.ada.post('/polls', {
    discussion_id: at.thread.id,
    title: 'Blue?',
    poll_type: 'proposal',
    options: ['agree', 'disagree'],
    closing_at: '2099-01-01',
  })
  const { discussions, polls } = made.json()
  expect(discussions).toMatchObject([{ imported_at: null }])
  expect(polls).toMatchObject([{ imported_at: null }])
})
