import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Forbidden, Invalid, type Problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { discardDiscussion } from '../../members/discard-discussion.ts'
import { Faults } from '../parts/form-part.tsx'
import { sendPage } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField, requireConfirmed } from '../visits/confirm-part.tsx'
import { doneAddress } from '../visits/done-part.tsx'
import {
  changeInThread,
  enterThread,
  type ThreadEntry,
  type ThreadExchange,
  threadPage,
  threadPath,
} from '../visits/thread-door.ts'
import { ThreadFrame } from '../visits/thread-frame-part.tsx'
import { rich } from '../words/rich.tsx'

const INVALID = 422

export const threadDeletePage = threadPage({
  path: '/d/:key/delete',
  may: 'discard',
  refusal: 'not_yours.delete_thread',
  show: async (exchange, entry) =>
    sendPage(exchange, <DeletePage entry={entry} path={threadPath(exchange)} />),
  acts: { '/d/:key/delete': deleteThread },
})

/** POST /d/KEY/delete: deletes the thread with its polls, if the box is ticked; shows the group's others. */
async function deleteThread(exchange: ThreadExchange): Promise<FastifyReply> {
  const path = threadPath(exchange)
  try {
    const handle = await changeInThread(exchange, async (act, { abilities, thread, in_group }) => {
      if (!abilities.discard) throw new Forbidden('not_yours.delete_thread')
      requireConfirmed(exchange)
      await discardDiscussion(act, thread.discussion.id)
      return in_group.group.handle
    })
    return exchange.reply.redirect(doneAddress(`/g/${handle}/threads`, 'thread_deleted'), 303)
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const entry = await enterThread(exchange)
    return sendPage(exchange, <DeletePage entry={entry} path={path} problems={refusal.problems} />, INVALID)
  }
}

type Props = { entry: ThreadEntry; path: string; problems?: Problem[] }

function DeletePage({ entry, path, problems = [] }: Props): VNode {
  const { thread, abilities } = entry.visit
  return (
    <ThreadFrame entry={entry} title={t('thread.delete_thread')} path={path}>
      <Faults problems={problems} labels={{ confirm: t('form.the_box') }} />
      <PostForm class="stack" action={`${path}/delete`}>
        <Once />
        <p>{t('thread.delete_about', { comments: thread.discussion.comments_count })}</p>
        <ul>
          <li>{t('thread.delete_polls')}</li>
          <li>{t('poll_tool.delete_links')}</li>
        </ul>
        {abilities.close && (
          <p>{rich('thread.delete_instead', { link: (text) => <a href={path}>{text}</a> })}</p>
        )}
        <ConfirmField form={{ values: {}, problems }} />
        <p class="row">
          <button class="button" type="submit">
            {t('thread.delete_thread')}
          </button>
          <a href={path}>{t('thread.cancel')}</a>
        </p>
      </PostForm>
    </ThreadFrame>
  )
}
