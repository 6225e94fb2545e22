import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { loadLetterhead, senderOf } from '../../mail/letterhead.ts'
import { meetingCalendar, meetingOf } from '../../mail/texts/meeting.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { loadPublicPoll } from '../../public/load-public-poll.ts'
import { withPublic } from '../public/or-public.ts'
import type { Exchange } from '../request/exchange.ts'
import { pollPage } from '../visits/poll-visit.ts'

export const meetingFile = withPublic(
  pollPage({
    path: '/p/:key/meeting.ics',
    show: (exchange, { visit }) => sendMeeting(exchange, visit.loaded),
  }),
  showPublicMeeting,
)

async function showPublicMeeting(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const { loaded } = await loadPublicPoll(exchange.services.db.pool, key)
  return sendMeeting(exchange, loaded)
}

/**
 * GET /p/KEY/meeting.ics: the time of the outcome, the same calendar entry as in its mail, which updates it.
 * NotFound: there is no outcome, or it sets no time.
 */
async function sendMeeting({ reply, services }: Exchange, loaded: LoadedPoll): Promise<FastifyReply> {
  const meeting = meetingOf(loaded)
  if (meeting === null) throw new NotFound()
  const { db, config } = services
  const { key } = loaded.poll
  const from = senderOf(loaded.in_group.group, await loadLetterhead(db.pool, config), config)
  const { content } = meetingCalendar(meeting, { key, public_url: config.public_url, from })
  return reply
    .header('content-disposition', `attachment; filename="meeting-${key}.ics"`)
    .type('text/calendar; charset=utf-8')
    .send(content)
}
