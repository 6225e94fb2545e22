import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { groupFacts } from '../groups/group-facts.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { settledOn } from '../polls/outcomes/outcome.ts'
import { isEverChanged } from '../polls/past/poll-past.ts'
import { pollType } from '../polls/types/index.ts'
import { userFromJson } from '../users/user.ts'
import { concernedBy } from './load-concerned.ts'
import { type Gone, type Notice, PLAIN, type Subject, type Withdrawal } from './notice.ts'
import { type OutcomeMails, readGonePoll, readOutcomeMails, takeSequence } from './notice-reads.ts'
import { readReplacedOutcome, readVotes, readWithdrawnOutcome } from './withdrawal-reads.ts'

type OfPoll = Extract<Subject, { about: 'poll' }>

/**
 * An outcome that was published, edited, or withdrawn by reopening its poll, with its recipients and the
 * times they were told before. Null: nobody.
 */
export async function loadOutcomeNotice(
  db: Queryable,
  event: Event,
  { subject, audience }: { subject: OfPoll; audience: 'concerned' | 'uninformed' | 'misinformed' },
): Promise<Notice | null> {
  if (audience === 'misinformed') return loadWithdrawal(db, event, subject)
  const mails = await readOutcomeMails(db, subject.loaded.poll.id)
  const user_ids =
    audience === 'uninformed'
      ? await uninformed(db, { event, subject, mails })
      : await concernedBy(db, subject.loaded.poll.id)
  if (user_ids.length === 0) return null
  return {
    ...PLAIN,
    event,
    subject,
    user_ids,
    told_times: timesOf(mails),
    withdrawal: withdrawalBy(subject.loaded),
    news: { ...PLAIN.news, outcome_of: await replacedBy(db, subject.loaded) },
  }
}

/** When the outcome was published that this one replaces, after its poll was reopened. Null: none. */
async function replacedBy(db: Queryable, { poll }: LoadedPoll): Promise<Date | null> {
  return isEverChanged(poll) ? readReplacedOutcome(db, poll.id) : null
}

type Asked = { event: Event; subject: OfPoll; mails: OutcomeMails }

/**
 * People who do not know the current outcome: everyone concerned, if a meeting's time differs from the one
 * they know; if it has none now, those who know one; otherwise people whose mail still waits, so that no
 * outdated mail goes out. A later edit notifies in place of earlier ones.
 */
async function uninformed(db: Queryable, { event, subject: { loaded }, mails }: Asked): Promise<number[]> {
  const outcome = loaded.outcome?.outcome
  if (outcome?.id !== event.subject_id) return []
  const time = settledOn(outcome, loaded.options)?.name ?? null
  if (!mails.told || !pollType(loaded.poll.poll_type).options_are_times || time === mails.told_time)
    return mails.waiting_ids
  if (time !== null) return concernedBy(db, loaded.poll.id)
  return [...new Set([...mails.times.map(({ user_id }) => user_id), ...mails.waiting_ids])]
}

/** The withdrawal in an outcome without a time. Null: it has a time. */
function withdrawalBy({ poll, options, outcome }: LoadedPoll): Withdrawal | null {
  if (outcome === null || settledOn(outcome.outcome, options) !== null) return null
  const { id: sequence, created_at: withdrawn } = outcome.outcome
  return { poll, sequence, withdrawn }
}

/**
 * The withdrawal of an outcome by reopening its poll, or (`subject` null) of a meeting's time by deleting it:
 * notifies those who know it. Null: nobody does, or there is a new outcome by now.
 */
export async function loadWithdrawal(
  db: Queryable,
  event: Event,
  subject: OfPoll | null,
): Promise<Notice | null> {
  const { poll_id, created_at: withdrawn } = event
  if (poll_id === null || (subject !== null && subject.loaded.outcome !== null)) return null
  const told_times = timesOf(await readOutcomeMails(db, poll_id))
  const known = subject === null ? null : await readWithdrawnOutcome(db, { poll_id, event_id: event.id })
  const user_ids = [...new Set([...told_times.keys(), ...(known?.user_ids ?? [])])]
  if (user_ids.length === 0) return null
  const about = subject ?? (await goneSubject(db, poll_id))
  const poll = about.about === 'poll' ? about.loaded.poll : { ...about.poll, gone: true }
  const withdrawal = told_times.size === 0 ? null : { poll, sequence: await takeSequence(db), withdrawn }
  const news = {
    ...PLAIN.news,
    reopened_at: withdrawn,
    reopened_by: known?.by ? userFromJson(known.by) : null,
    outcome_of: known?.published_at ?? null,
  }
  const tells = subject !== null && !subject.loaded.poll.anonymous
  const votes = tells ? await readVotes(db, { poll_id, user_ids }) : PLAIN.votes
  return { ...PLAIN, event, subject: about, user_ids, told_times, withdrawal, news, votes }
}

async function goneSubject(db: Queryable, poll_id: number): Promise<Gone> {
  const { in_group, poll } = await readGonePoll(db, poll_id)
  return { about: 'gone poll', in_group: groupFacts(in_group), poll }
}

const timesOf = ({ times }: OutcomeMails) => new Map(times.map(({ user_id, time }) => [user_id, time]))
