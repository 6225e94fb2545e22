import type { VNode } from 'preact'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import type { Kept } from '../../users/drafts/draft.ts'
import { AtTime } from '../parts/date-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'

/** What a form that is saved while it is written asks for, besides being sent. */
export const KEEP = 'keep'
export const DISCARD = 'discard'

/** When the draft was saved that the form was opened with; '': with none. */
export const SEEN_FIELD = 'draft_seen'

/**
 * What a page says of the draft in its form. `kept_at`: when it was saved; null: there is none. `newer`:
 * where the draft is that another page saved and this form did not replace; null: there is none.
 */
export type DraftState = { kept_at: Date | null; newer: string | null }

export const NO_DRAFT: DraftState = { kept_at: null, newer: null }

/** The same of a form that was to be saved `now`. `href`: its page. */
export function draftState(
  kept: Kept | 'none' | null,
  { now, href }: { now: Date; href: string },
): DraftState {
  return { kept_at: kept === 'saved' ? now : null, newer: kept === 'newer' ? href : null }
}

/**
 * A hidden field for forms that are saved while they are written. `at`: when the draft in the form was saved;
 * `sent`: the fields of a form that comes back, which may show less than the draft by now.
 */
export function DraftSeen({ at, sent = {} }: { at: Date | null; sent?: Fields }): VNode {
  return <input type="hidden" name={SEEN_FIELD} value={String(sent[SEEN_FIELD] ?? at?.getTime() ?? '')} />
}

/** Says that another page saved more of the draft than the form has. `href`: where that is. */
export function NewerDraft({ href, id }: { href: string; id?: string }): VNode {
  return (
    <p id={id} class="note newer" role="status">
      {richSentences([
        t('thread.draft_newer'),
        t('thread.draft_not_saved'),
        <a href={href} target="_blank" rel="noopener">
          {t('thread.see_newer_draft')}
        </a>,
      ])}
    </p>
  )
}

/** The same alone, for an open page. */
export const newerDraft = (href: string): VNode => <NewerDraft href={href} />

type NoteProps = { at: Date; on: { now: Date; zone: string }; form?: string }

/**
 * Says that the form contains a draft saved then, and offers to discard it. `on`: the reader's clock; `form`:
 * the id of the form, if this is not in it.
 */
export function DraftNote({ at, on, form }: NoteProps): VNode {
  return (
    <p class="small quiet row">
      <span>{rich('thread.draft_kept', { time: <AtTime at={at} {...on} /> })}</span>
      <button class="link" type="submit" form={form} name="act" value={DISCARD} formnovalidate>
        {t('thread.discard')}
      </button>
    </p>
  )
}

/** The same above a long form. `act`: what its own button asks for. */
export function DraftNoteAbove({ act, ...note }: NoteProps & { form: string; act?: string }): VNode {
  return (
    <>
      {/* The first button of a form is what the Enter key presses. */}
      <button type="submit" form={note.form} name={act && 'act'} value={act} hidden />
      <DraftNote {...note} />
    </>
  )
}
