import type { Queryable } from '../db/sql.ts'
import { groupState } from '../groups/group-state.ts'
import { loadPeople } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { mailFor } from '../notifications/recipients.ts'
import { insertPushes, type NewPush, subscribedOf } from './pushes-store.ts'

/** Recipients a statement is asked about: a group of a hundred thousand takes many. */
const MOST_PAIRS = 5_000

type Pair = { event_id: number; user_id: number }

/**
 * Queues the notices of these events for browsers: one for each device of everyone who gets a mail. A
 * suspended group sends none, also not later. Returns how many.
 */
export async function recordPushes(tx: Queryable, notices: Notice[]): Promise<number> {
  const told = notices.filter(({ subject }) => groupState(subject.in_group.group) === 'active')
  const byEvent = new Map(told.map((notice) => [notice.event.id, notice]))
  let pushes = 0
  for (const pairs of chunksOf(told)) pushes += await fillSome(tx, byEvent, pairs)
  return pushes
}

function* chunksOf(notices: Notice[]): Generator<Pair[]> {
  let pairs: Pair[] = []
  for (const { event, user_ids } of notices) {
    for (const user_id of user_ids) {
      pairs.push({ event_id: event.id, user_id })
      if (pairs.length < MOST_PAIRS) continue
      yield pairs
      pairs = []
    }
  }
  if (pairs.length > 0) yield pairs
}

async function fillSome(tx: Queryable, notices: Map<number, Notice>, pairs: Pair[]): Promise<number> {
  const subscribed = await subscribedOf(tx, [...new Set(pairs.map(({ user_id }) => user_id))])
  const wanted = pairs.filter(({ user_id }) => subscribed.has(user_id))
  if (wanted.length === 0) return 0
  const pushes = (await loadPeople(tx, wanted)).flatMap(({ event_id, user_id, ...person }): NewPush[] => {
    const notice = notices.get(event_id)
    if (notice === undefined) return []
    const { event, only_undecided, discreet, told_times, withdrawal } = notice
    const loses_time = told_times.has(user_id) && withdrawal !== null
    const kind = mailFor(event, { user_id, loses_time, ...person })
    return kind === null ? [] : [{ event_id, user_id, kind, only_undecided, discreet }]
  })
  return pushes.length === 0 ? 0 : insertPushes(tx, pushes)
}
