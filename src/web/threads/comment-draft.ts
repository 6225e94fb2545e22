import type { Queryable } from '../../db/sql.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { discardDraft } from '../../users/drafts/discard-draft.ts'
import type { DraftFields } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { numbersOf, typed } from '../request/form-text.ts'
import type { Draft } from './comment-form-part.tsx'

// A comment that is being written, kept for whoever is signed in: one for each thread, the one written last.

type Text = Pick<Draft, 'parent_id' | 'body' | 'mentioned_ids'>

/** Whose draft it is, and of which thread. Null: a link brought them, and may bring somebody else. */
function placeOf({ came_by, reader, thread }: ThreadVisit): { user_id: number; place: string } | null {
  if (came_by !== 'session') return null
  return { user_id: reader.user_id, place: `comment in thread ${thread.discussion.id}` }
}

/** Keeps what was written so far; an empty text ends the draft. */
export async function keepCommentDraft(db: Queryable, visit: ThreadVisit, draft: Text): Promise<void> {
  const place = placeOf(visit)
  if (place === null) return
  if (draft.body.trim() === '') return discardDraft(db, place)
  const fields: DraftFields = { body: draft.body, mentioned_ids: draft.mentioned_ids.map(String) }
  if (draft.parent_id !== null) fields['parent_id'] = String(draft.parent_id)
  await keepDraft(db, { ...place, fields })
}

/** What was written and not posted. Null: nothing, or there is no form for it. */
export async function loadCommentDraft(db: Queryable, visit: ThreadVisit): Promise<Draft | null> {
  const place = placeOf(visit)
  if (place === null || !visit.abilities.comment) return null
  const found = await loadDraft(db, place)
  if (found === null) return null
  return { ...draftIn(found.fields), kept_at: found.saved_at }
}

/** Ends the draft: the comment was posted, or is given up. */
export async function endCommentDraft(db: Queryable, visit: ThreadVisit): Promise<void> {
  const place = placeOf(visit)
  if (place !== null) await discardDraft(db, place)
}

/** A comment as the fields of its form have it. */
export function draftIn(fields: Parameters<typeof typed>[0]): Draft {
  const [parent_id = null] = numbersOf(fields, 'parent_id')
  return {
    parent_id,
    body: typed(fields, 'body'),
    mentioned_ids: numbersOf(fields, 'mentioned_ids'),
    own_name: null,
    problems: [],
    refusal: null,
    preview: false,
    kept_at: null,
  }
}
