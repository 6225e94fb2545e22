import type { VNode } from 'preact'
import { isPublicThread } from '../../discussions/discussion.ts'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { escapeHtml } from '../../text/markup.ts'
import { CopyButton } from '../parts/copied-text-part.tsx'

/** Tells voters and members that anyone may see the poll; null: it is private. */
export function PublicNote({ loaded }: { loaded: LoadedPoll }): VNode | null {
  return isPublicPoll(loaded) ? <p class="small quiet">{t('poll.is_public')}</p> : null
}

/** Whether anyone may see the poll: its thread is public. */
export function isPublicPoll({ thread, in_group }: LoadedPoll): boolean {
  return thread !== null && isPublicThread(thread.discussion, in_group.group)
}

const HEIGHT = 480

/** For members: the HTML that shows the totals of a public poll on another site's page, to copy. */
export function EmbedPart({ visit, link }: { visit: PollVisit; link: string }): VNode | null {
  const { came_by, visitor, loaded } = visit
  const { poll, now } = loaded
  if (came_by === 'link' || !visitor.accepted) return null
  if (!isPublicPoll(loaded) || pollState(poll, now).is === 'draft') return null
  const title = escapeHtml(poll.title)
  const html = `<iframe src="${link}/embed" title="${title}" width="100%" height="${HEIGHT}" style="border: 0"></iframe>`
  return (
    <details>
      <summary>{t('public.embed_title')}</summary>
      <div class="stack">
        <p>{t('public.embed_about')}</p>
        <div class="field">
          <label for="embed">{t('public.embed_code')}</label>
          <textarea id="embed" rows={4} readonly dir="ltr">
            {html}
          </textarea>
        </div>
        <CopyButton of="embed" label={t('public.copy_html')} />
      </div>
    </details>
  )
}
