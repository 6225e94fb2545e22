import type { VNode } from 'preact'
import type { Fields } from '../../../http/forms.ts'
import { t } from '../../../locales/say.ts'
import type { ThreadVisit } from '../../../members/visits/load-thread.ts'
import { IslandScript } from '../../assets/island-part.tsx'
import { Once } from '../../request/once-part.tsx'
import { DraftNoteAbove, DraftSeen, type DraftState } from '../../visits/draft-note-part.tsx'

/** The id of the form of an edit. */
export const EDIT_FORM = 'edit'

type FieldsProps = { keeps: boolean; draft: DraftState; sent: Fields }

/**
 * The hidden fields of an edit. `keeps`: it is saved while written, and not only in the browser; `sent`: of a
 * form that comes back.
 */
export function EditDraftFields({ keeps, draft, sent }: FieldsProps): VNode {
  return (
    <>
      <Once draft={sent} />
      {keeps && <DraftSeen at={draft.kept_at} sent={sent} />}
      <IslandScript name={keeps ? 'keep-form' : 'keep-edit'} />
    </>
  )
}

type NoteProps = { keeps: boolean; draft: DraftState; visit: Pick<ThreadVisit, 'now' | 'visitor'> }

/** Says above the form of an edit that it holds a draft; of one in the browser, once a script finds it. */
export function EditDraftNote({ keeps, draft, visit: { now, visitor } }: NoteProps): VNode | null {
  if (!keeps) return <BrowserDraftNote />
  if (draft.kept_at === null) return null
  return <DraftNoteAbove at={draft.kept_at} on={{ now, zone: visitor.time_zone }} form={EDIT_FORM} />
}

function BrowserDraftNote(): VNode {
  return (
    <div data-browser-draft hidden>
      <p class="small quiet row">
        <span>{t('thread.draft_in_browser')}</span>
        <button class="link" type="button">
          {t('thread.discard')}
        </button>
      </p>
    </div>
  )
}
