import { writeInParts } from '../db/savepoint.ts'
import { eachPage, TEXT_PAGE, type Work } from './carry-pages.ts'
import { freeKey } from './keep-key.ts'
import { keepOurs, reserveIds } from './lines-store.ts'
import type { ThreadData } from './loomio/line.ts'
import type { NewNote } from './report.ts'
import {
  insertThreads,
  type NewThread,
  pageOfThreads,
  type ThreadLine,
  takenThreadKeys,
} from './threads-store.ts'

/** Threads. All arrive private, with their own keys where these are free. */
export async function carryThreads(work: Work): Promise<void> {
  await eachPage(
    { ...work, page: TEXT_PAGE },
    (asked) => pageOfThreads(work.act.tx, asked),
    (rows) => carryPage(work, rows),
  )
}

type Made = { row: ThreadLine; thread: NewThread }

async function carryPage(work: Work, rows: ThreadLine[]): Promise<void> {
  const { act, report } = work
  await keepOurs(
    act.tx,
    rows.flatMap(({ place, known }) => (known === null ? [] : [{ place, our_id: known, fresh: false }])),
  )
  const missing = rows.filter(({ known }) => known === null)
  const threads = await newThreads(
    work,
    missing.filter((row) => inGroup(work, row)),
  )
  await writeInParts(act.tx, threads, {
    write: async (part) => {
      await insertThreads(
        act.tx,
        part.map(({ thread }) => thread),
      )
      const ours = part.map(({ row, thread }) => ({ place: row.place, our_id: thread.id, fresh: true }))
      await keepOurs(act.tx, ours)
    },
    refuse: ({ row, thread: { title } }, why) =>
      report.leaveOut('thread', { ...placeOf(row, title), code: 'refused', params: { why } }),
  })
}

const placeOf = ({ line, source_id }: ThreadLine, about: string) => ({
  line,
  table: source_id.startsWith('poll-') ? 'polls' : 'discussions',
  id: source_id.replace('poll-', ''),
  about,
})

function inGroup({ report }: Work, row: ThreadLine): boolean {
  if (row.group_id !== null) return true
  const { title } = JSON.parse(row.data) as ThreadData
  const note: NewNote =
    row.ref === null ? { code: 'no_group' } : { code: 'missing', params: { what: 'groups', id: row.ref } }
  report.leaveOut('thread', { ...placeOf(row, title), ...note })
  return false
}

async function newThreads(work: Work, rows: ThreadLine[]): Promise<Made[]> {
  const { act, report } = work
  const wished = rows.map((row) => ({ row, data: JSON.parse(row.data) as ThreadData }))
  const taken = await takenThreadKeys(
    act.tx,
    wished.flatMap(({ data }) => data.key ?? []),
  )
  const ids = await reserveIds(act.tx, 'discussions', rows.length)
  const made: Made[] = []
  for (const [index, { row, data }] of wished.entries()) {
    const key = freeKey(data.key ?? null, taken)
    const place = placeOf(row, data.title)
    if (typeof data.key === 'string' && key !== data.key)
      report.note({ ...place, code: 'key_changed', params: { from: data.key, to: key } })
    if (row.author_id === null) report.note({ ...place, code: 'unknown_author' })
    const author_id = row.author_id ?? (await work.nobody())
    made.push({ row, thread: threadOf(row, data, { id: ids[index] ?? 0, key, author_id, now: act.now }) })
  }
  return made
}

function threadOf(
  { group_id, said_at }: ThreadLine,
  data: ThreadData,
  { now, ...given }: Pick<NewThread, 'id' | 'key' | 'author_id'> & { now: Date },
): NewThread {
  const created_at = said_at ?? now
  const updated_at = data.updated_at == null ? created_at : new Date(data.updated_at)
  return {
    ...given,
    group_id: group_id ?? 0,
    title: data.title,
    description: data.description,
    description_format: data.description_format,
    created_at,
    updated_at: updated_at < created_at ? created_at : updated_at,
    closed_at: data.closed_at ?? null,
    content_locale: data.locale,
  }
}
