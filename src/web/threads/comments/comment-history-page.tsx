import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { CommentVersion } from '../../../discussions/comments/comment.ts'
import type { History } from '../../../discussions/comments/history.ts'
import { loadCommentHistory } from '../../../discussions/comments/load-comments.ts'
import { NotFound } from '../../../errors.ts'
import { t } from '../../../locales/say.ts'
import { displayName } from '../../../users/user.ts'
import { Time } from '../../parts/date-part.tsx'
import { HistoryPages } from '../../parts/history-pages-part.tsx'
import { RichText } from '../../parts/rich-text-part.tsx'
import { numberInQuery } from '../../request/address.ts'
import { type Exchange, sendPage } from '../../request/exchange.ts'
import { type ThreadEntry, threadPage } from '../../visits/thread-door.ts'
import { ThreadFrame } from '../../visits/thread-frame-part.tsx'
import { rich } from '../../words/rich.tsx'
import { mentionsOf, type Opened, openComment } from './opened-comment.ts'

export const commentHistoryPage = threadPage({
  path: '/d/:key/comments/:id/history',
  may: 'see',
  show: showCommentHistory,
})

/** GET /d/KEY/comments/ID/history: its earlier versions. */
async function showCommentHistory(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const opened = await openComment(exchange, entry, null)
  const from = numberInQuery(exchange, 'from', 0)
  const history = await loadCommentHistory(exchange.services.db.pool, opened.said.comment.id, from)
  if (history.versions.length === 0) throw new NotFound()
  return sendPage(exchange, <HistoryPage opened={opened} history={history} from={from} />)
}

type HistoryProps = { opened: Opened; history: History<CommentVersion>; from: number }

function HistoryPage({ opened, history: { versions, older }, from }: HistoryProps): VNode {
  const { entry, said, path } = opened
  const { comment, author } = said
  const zone = entry.visit.visitor.time_zone
  const now = { body: comment.body ?? '', written_at: comment.edited_at ?? comment.created_at }
  const texts = from === 0 ? [now, ...versions] : versions
  return (
    <ThreadFrame entry={entry} title={t('thread.comment_history')} path={path}>
      <p>
        {rich('thread.comment_history_about', {
          name: displayName(author),
          comment: (text) => <a href={`${path}/comments/${comment.id}`}>{text}</a>,
        })}
      </p>
      <ol class="versions bare">
        {texts.map(({ body, written_at }) => (
          <li key={written_at.getTime()} class="said">
            <h2>
              <Time at={written_at} zone={zone} />
            </h2>
            <RichText text={body} format="md" mentions={mentionsOf(opened)} />
          </li>
        ))}
      </ol>
      <HistoryPages at={`${path}/comments/${comment.id}/history`} from={from} older={older} />
    </ThreadFrame>
  )
}
