import type { FastifyReply } from 'fastify'
import { t } from '../../locales/say.ts'
import { aboutPoll } from '../../notifications/load-told-zone.ts'
import { hindranceTo } from '../../polls/open/load-open-link.ts'
import { loadPollEdits } from '../../polls/past/load-poll-past.ts'
import { HistoryPages } from '../parts/history-pages-part.tsx'
import { Edits } from '../polls/edits-part.tsx'
import { numberInQuery, queryText } from '../request/address.ts'
import { zoneOfStranger } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { openPage } from '../visits/page.ts'
import { editsAddress, voteAddress } from './open-ballot-part.tsx'
import { enterOpenLink } from './open-door.ts'
import { OpenFrame, sendNotice } from './open-frame-part.tsx'

export const voteHistoryPage = openPage({ path: '/vote/history', show: showVoteHistory })

/**
 * GET /vote/history?k=TOKEN: what happened since voting opened, for everyone who sees the poll through the
 * link; without names, which they do not see. NotFound: no such link.
 */
async function showVoteHistory(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const visit = await enterOpenLink(exchange, token)
  const hindrance = hindranceTo(visit)
  if (hindrance !== null) return sendNotice(exchange, visit, hindrance)
  const from = numberInQuery(exchange, 'from', 0)
  const { versions, older } = await loadPollEdits(exchange.services.db.pool, visit.loaded.poll, from)
  if (versions.length === 0) return exchange.reply.redirect(voteAddress(token), 303)
  const edits = { versions: versions.map((edit) => ({ ...edit, editor: null })), older }
  const zone = await zoneOfStranger(exchange, aboutPoll(visit.loaded))
  const page = (
    <OpenFrame visit={visit} heading={t('poll.history')} sheets={['thread', 'beside-thread']}>
      <Edits edits={edits} loaded={visit.loaded} zone={zone} />
      <HistoryPages at={editsAddress(token)} from={from} older={older} />
      <p>
        <a href={voteAddress(token)}>{t('poll_tool.back')}</a>
      </p>
    </OpenFrame>
  )
  return sendPage(exchange, page)
}
