import { writeInParts } from '../db/savepoint.ts'
import { methodOf } from '../polls/counts/methods.ts'
import { eachPage, TEXT_PAGE, type Work } from './carry-pages.ts'
import { freeKey } from './keep-key.ts'
import { keepOurs, keepShapes, keepSlots, reserveIds } from './lines-store.ts'
import type { PollData } from './loomio/line.ts'
import { type MappedPoll, mapPoll, QUESTION, type SourceOption } from './loomio/map-poll.ts'
import { insertPolls, type NewPoll, type PollLine, pageOfPolls, takenPollKeys } from './polls-store.ts'
import type { NewNote } from './report.ts'

/**
 * Polls: closed ones with their result, anonymous ones sealed, and open ones as drafts. A question without
 * options has become comments before.
 */
export async function carryPolls(work: Work): Promise<void> {
  await eachPage(
    { ...work, page: TEXT_PAGE },
    (asked) => pageOfPolls(work.act.tx, asked),
    (rows) => carryPage(work, rows),
  )
}

type Made = { row: PollLine; mapped: MappedPoll; poll: NewPoll }

const placeOf = ({ line, source_id }: PollLine, about: string) => ({
  line,
  table: 'polls',
  id: source_id,
  about,
})

async function carryPage(work: Work, rows: PollLine[]): Promise<void> {
  const { act, report } = work
  const polls = await newPolls(work, rows)
  await keepOurs(
    act.tx,
    rows.flatMap(({ place, known }) => (known === null ? [] : [{ place, our_id: known, fresh: false }])),
  )
  const known = rows.filter((row) => row.known !== null)
  report.counts.vote.already += sumOf(known.filter((row) => !row.known_draft))
  for (const row of known.filter(({ known_draft, votes }) => known_draft && votes > 0)) {
    const { title } = JSON.parse(row.data) as PollData
    report.counts.vote.left_out += row.votes
    report.note({ ...placeOf(row, title), code: 'draft', params: { votes: row.votes } })
  }
  await writeInParts(act.tx, polls, {
    write: async (part) => {
      await insertPolls(
        act.tx,
        part.map(({ poll }) => poll),
      )
      await keepOurs(
        act.tx,
        part.map(({ row, poll }) => ({ place: row.place, our_id: poll.id, fresh: true })),
      )
      await keepShapes(
        act.tx,
        part.map(({ row, mapped }) => ({ place: row.place, shape: mapped.shape })),
      )
      await keepSlots(
        act.tx,
        part.flatMap(({ mapped }) => slotsOf(mapped)),
      )
    },
    refuse: ({ row, poll: { title } }, why) =>
      report.leaveOut('poll', { ...placeOf(row, title), code: 'refused', params: { why } }),
  })
}

function sumOf(rows: PollLine[]): number {
  return rows.reduce((sum, { votes }) => sum + votes, 0)
}

function slotsOf({ ids }: MappedPoll): { id: string; slot: number }[] {
  return ids.flatMap((id, index) => (id === null ? [] : [{ id, slot: index + 1 }]))
}

async function newPolls(work: Work, rows: PollLine[]): Promise<Made[]> {
  const { act, report } = work
  const wished = rows.flatMap((row) => wishedPoll(work, row))
  const keys = wished.flatMap(({ data }) => data.key ?? [])
  const taken = await takenPollKeys(act.tx, keys)
  const ids = await reserveIds(act.tx, 'polls', wished.length)
  const made: Made[] = []
  for (const [index, { row, data, mapped }] of wished.entries()) {
    const key = freeKey(data.key, taken)
    const place = placeOf(row, data.title)
    for (const note of notesOn(row, data, key)) report.note({ ...place, ...note })
    for (const note of mapped.notes) report.note({ ...place, ...note })
    const author_id = row.author_id ?? (await work.nobody())
    const poll = pollOf(row, { data, mapped }, { id: ids[index] ?? 0, key, author_id, now: act.now })
    if (poll.closed_at === null) report.counts.vote.left_out += row.votes
    made.push({ row, mapped, poll })
  }
  return made
}

/** The poll as it is here; none if it is left out, is known, or is a question. */
function wishedPoll(
  { act, report }: Work,
  row: PollLine,
): { row: PollLine; data: PollData; mapped: MappedPoll }[] {
  if (row.known !== null) return []
  const data = JSON.parse(row.data) as PollData
  const leave = (note: NewNote) => {
    report.leaveOut('poll', { ...placeOf(row, data.title), ...note })
    return []
  }
  if (row.thread_gone) return leave({ code: 'deleted_there' })
  if (data.poll_type === QUESTION) {
    report.note({ ...placeOf(row, data.title), code: 'question' })
    return []
  }
  if (row.group_id === null)
    return leave(
      data.group === null
        ? { code: 'no_group' }
        : { code: 'missing', params: { what: 'groups', id: data.group } },
    )
  const options = JSON.parse(row.options) as SourceOption[]
  const mapped = mapPoll({ data, options, highest: row.highest }, act.now)
  if ('refused' in mapped) return leave({ code: mapped.refused, params: mapped.params })
  return [{ row, data, mapped }]
}

function notesOn(
  { author_id, ref, thread_id, votes, said }: PollLine,
  data: PollData,
  key: string,
): NewNote[] {
  const { anonymous, closed_at } = data
  return [
    ...(data.key !== null && key !== data.key
      ? [{ code: 'key_changed' as const, params: { from: data.key, to: key } }]
      : []),
    ...(author_id === null ? [{ code: 'unknown_author' as const }] : []),
    ...(ref !== null && thread_id === null ? [{ code: 'parent_missing' as const, params: { id: ref } }] : []),
    ...(closed_at === null ? [{ code: 'draft' as const, params: { votes } }] : []),
    ...(closed_at !== null && anonymous && said > 0
      ? [{ code: 'reasons_dropped' as const, params: { reasons: said } }]
      : []),
  ]
}

type Given = Pick<NewPoll, 'id' | 'key' | 'author_id'> & { now: Date }

function pollOf(
  row: PollLine,
  { data, mapped }: { data: PollData; mapped: MappedPoll },
  { now, ...given }: Given,
): NewPoll {
  const { receipts: _, open_link: __, thresholds: ___, no_block: ____, ...settings } = mapped.settings
  const created_at = row.said_at ?? now
  const closed_at = data.closed_at === null ? null : later(new Date(data.closed_at), created_at)
  const opened_at = data.opened_at === null ? created_at : new Date(data.opened_at)
  const closing_at = data.closing_at === null ? closed_at : later(new Date(data.closing_at), created_at)
  return {
    ...settings,
    ...given,
    group_id: row.group_id ?? 0,
    discussion_id: row.thread_id,
    created_at,
    updated_at: data.updated_at === null ? created_at : later(new Date(data.updated_at), created_at),
    opened_at: closed_at === null ? null : earlier(opened_at, closed_at),
    closing_at: closed_at === null ? null : closing_at,
    closed_at,
    plain: methodOf(settings) === null,
    voters: data.anonymous && closed_at !== null ? row.voters : 0,
    content_locale: data.locale,
    options: mapped.options,
  }
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
