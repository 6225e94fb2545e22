import type { VNode } from 'preact'
import type { Conflict } from '../../../errors.ts'
import { t } from '../../../locales/say.ts'
import { ErrorSummary } from '../../parts/error-part.tsx'
import { ThreadFrame } from '../../visits/thread-frame-part.tsx'
import type { Opened } from './opened-comment.ts'

/** `body`: what its author typed; `kept`: it is a draft, which the form has again in a reopened thread. */
type Props = { opened: Opened; refusal: Conflict; body: string; kept: boolean }

/** An edit that met a thread closed meanwhile: why it is not saved, and the text, to copy. */
export function ClosedEditPage({ opened: { entry, path }, refusal, body, kept }: Props): VNode {
  return (
    <ThreadFrame entry={entry} title={t('thread.edit_comment_title')} path={path}>
      <ErrorSummary stack>
        <p>
          <strong>{refusal.wordsFor()}</strong>
        </p>
        <p>{t(kept ? 'thread.draft_waits' : 'refusal.thread_closed.fix')}</p>
        <div class="field">
          <label for="unsent">{t('thread.your_text')}</label>
          <textarea id="unsent" rows={10} readonly>
            {body}
          </textarea>
        </div>
      </ErrorSummary>
      <p>
        <a href={path}>{t('page.back_to_thread')}</a>
      </p>
    </ThreadFrame>
  )
}
