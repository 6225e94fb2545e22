import ICAL from 'ical.js'
import { change, SYSTEM } from '../src/db/db.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { publishOutcome } from '../src/polls/outcomes/publish-outcome.ts'
import { openPost, type Post } from './post.ts'
import type { Received } from './smtp.ts'
import { makePoll, type PollWish } from './tell.ts'
import { addMembers, createWorld, type World } from './world.ts'

export const TIMES = ['2098-05-04T18:00:00+02:00', '2098-05-05'] as [string, string]

export type Meetings = {
  world: World
  post: Post
  people: number[]
  /** A poll of two times in which everyone may vote. */
  meeting(wish?: PollWish): Promise<number>
  /** Closes it, publishes this option (or none) as its outcome, and returns the mails about it. */
  settle(poll_id: number, option: string | null): Promise<Received[]>
  /** Publishes an outcome, and returns the mails about it. */
  publish(poll_id: number, option: string | null, statement?: string): Promise<Received[]>
  /** The same without sending mails; by the service unless a person is given. */
  say(poll_id: number, option: string | null, statement?: string, by?: number): Promise<void>
}

/** A world for meeting polls, with its mails. */
export async function openMeetings(): Promise<Meetings> {
  const world = await createWorld()
  const post = await openPost(world)
  const people = await addMembers(world)
  const say: Meetings['say'] = async (poll_id, option, statement = 'See you *there*, all;', by) => {
    const { rows } = await world.db.pool.query(
      'select id from poll_options where poll_id = $1 and name = $2',
      [poll_id, option],
    )
    const text = { statement, poll_option_id: rows[0]?.id ?? null, review_on: null }
    const actor = by === undefined ? SYSTEM : { kind: 'person' as const, user_id: by }
    await change(world.db, actor, (act) => publishOutcome(act, { ...text, poll_id }))
  }
  const publish: Meetings['publish'] = async (...said) => {
    await say(...said)
    return post.deliver()
  }
  return {
    world,
    post,
    people,
    say,
    publish,
    settle: async (poll_id, option) => {
      await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
      await post.deliver()
      return publish(poll_id, option)
    },
    meeting: (wish = {}) =>
      makePoll(world, {
        settings: { poll_type: 'meeting', title: 'Spring meeting' },
        options: TIMES,
        ...wish,
      }),
  }
}

/** The calendar parts of a mail. */
export const calendars = (mail: Received | undefined) =>
  (mail?.email.attachments ?? []).filter(({ mimeType }) => /calendar|ics/.test(mimeType))

/** The event attached to a mail, as parsed by a calendar library. */
export function eventIn(mail: Received | undefined) {
  const [part] = calendars(mail)
  const content = part?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event] = calendar.getAllSubcomponents('vevent')
  if (event === undefined) throw new Error('there is no event')
  return {
    calendar,
    event: new ICAL.Event(event),
    method: calendar.getFirstPropertyValue('method'),
    status: event.getFirstPropertyValue('status'),
  }
}
