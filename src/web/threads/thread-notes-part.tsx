import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { rich } from '../words/rich.tsx'
import type { Draft } from './comment-form-part.tsx'

/** A long thread with a refused comment: a link down to its form. */
export function NotPosted({ draft: { parent_id } }: { draft: Draft }): VNode {
  return (
    <div class="note bad" role="alert">
      <strong>{t('thread.not_posted')}</strong>
      <p>
        <a href={parent_id === null ? '#body' : `#body-${parent_id}`}>{t('thread.kept_text')}</a>
      </p>
    </div>
  )
}

/** The thread changed while someone wrote: their text is kept. */
export function Refused({ draft }: { draft: Draft }): VNode {
  return (
    <div class="note bad stack" role="alert">
      <p>
        {rich('thread.refused', {
          b: (text) => <strong>{text}</strong>,
          reason: draft.refusal?.wordsFor() ?? '',
        })}
      </p>
      <div class="field">
        <label for="unsent">{t('thread.your_text')}</label>
        <textarea id="unsent" rows={6} readonly>
          {draft.body}
        </textarea>
      </div>
    </div>
  )
}

/** Whose link the reader came by. */
export function LinkNote({ visit: { visitor }, path }: { visit: ThreadVisit; path: string }): VNode {
  return (
    <section class="note" aria-label={t('thread.your_link')}>
      <p class="small quiet">
        {t(visitor.member ? 'thread.link_note' : 'thread.link_note_guest', { name: visitorName(visitor) })}
      </p>
      <form method="post" action={`${path}/not-me`}>
        <button class="link" type="submit">
          {t('thread.leave', { name: visitorName(visitor) })}
        </button>
      </form>
    </section>
  )
}
