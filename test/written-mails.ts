import type { Event } from '../src/events/event.ts'
import type { MailKind } from '../src/events/mail-rule.ts'
import { writeMail } from '../src/mail/texts/mails.ts'
import { loadSubject } from '../src/notifications/load-notice.ts'
import { PLAIN } from '../src/notifications/notice.ts'
import { loadPoll } from '../src/polls/load-poll.ts'
import { PROGRAM } from '../src/polls/results/results.ts'
import type { World } from './world.ts'

/** Writes mails about polls of this world, in English, as one event has them sent. */
export function writerOf(world: World) {
  return async (poll_id: number, kind: MailKind, event_kind: Event['kind'], time_zone = 'UTC') => {
    const loaded = await loadPoll(world.db.pool, poll_id, { viewer: PROGRAM })
    if (loaded === null) throw new Error('it was just made')
    const event: Event = { ...loaded.event, kind: event_kind }
    const subject = await loadSubject(world.db.pool, event, new Map())
    if (subject === null) throw new Error('it was just made')
    return writeMail({ ...PLAIN, event, subject, user_ids: [] }, kind, {
      language: 'en',
      time_zone,
      told_time: null,
      voted: null,
      public_url: 'https://moot.example',
    })
  }
}
