import type { ThreadVisit } from '../../../members/visits/load-thread.ts'
import { loadDraft } from '../../../users/drafts/load-draft.ts'
import { keepLaterEdits, unwarned } from '../../edits/as-shown-part.tsx'
import type { FormState } from '../../parts/form-part.tsx'
import type { Exchange } from '../../request/exchange.ts'
import { type DraftState, NO_DRAFT } from '../../visits/draft-note-part.tsx'

/** Whose draft is in this place. Null: visitors by link have none, since others may use it. */
export function ownDraft(
  { came_by, reader }: Pick<ThreadVisit, 'came_by' | 'reader'>,
  place: string,
): { user_id: number; place: string } | null {
  return came_by === 'session' ? { user_id: reader.user_id, place } : null
}

/**
 * What the form of an edit opens with: what is `stored`, or the draft, with a problem for each field that was
 * also saved since the form was opened in which it was begun.
 */
export async function loadEdit(
  { services }: Exchange,
  whose: ReturnType<typeof ownDraft>,
  stored: object,
): Promise<FormState & { draft: DraftState }> {
  const found = whose === null ? null : await loadDraft(services.db.pool, whose)
  if (found === null) return { values: { ...stored }, problems: [], draft: NO_DRAFT }
  const { fields, problems } = keepLaterEdits(unwarned(found.fields), stored)
  return { values: fields, problems, draft: { ...NO_DRAFT, kept_at: found.saved_at } }
}
