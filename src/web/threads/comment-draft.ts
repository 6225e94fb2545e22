import type { Queryable } from '../../db/sql.ts'
import { Conflict } from '../../errors.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { discardDraft } from '../../users/drafts/discard-draft.ts'
import type { DraftFields } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { numbersOf, typed } from '../request/form-text.ts'
import type { ThreadEntry } from '../visits/thread-door.ts'
import type { Draft } from './comment-form-part.tsx'

// Drafts of comments for signed-in people: one for each thread, the latest one.

type Text = Pick<Draft, 'parent_id' | 'body' | 'mentioned_ids'>

/**
 * Whose draft it is, and of which thread. Null: visitors by link have none, since others may use the link.
 */
function placeOf({ came_by, reader, thread }: ThreadVisit): { user_id: number; place: string } | null {
  if (came_by !== 'session') return null
  return { user_id: reader.user_id, place: `comment in thread ${thread.discussion.id}` }
}

/** Saves the text so far; an empty text deletes the draft. */
export async function keepCommentDraft(db: Queryable, visit: ThreadVisit, draft: Text): Promise<void> {
  const place = placeOf(visit)
  if (place === null) return
  if (draft.body.trim() === '') return discardDraft(db, place)
  const fields: DraftFields = { body: draft.body, mentioned_ids: draft.mentioned_ids.map(String) }
  if (draft.parent_id !== null) fields['parent_id'] = String(draft.parent_id)
  await keepDraft(db, { ...place, fields })
}

/** The saved draft. Null: there is none, or no form for it. */
export async function loadCommentDraft(db: Queryable, visit: ThreadVisit): Promise<Draft | null> {
  const place = placeOf(visit)
  if (place === null || !visit.abilities.comment) return null
  const found = await loadDraft(db, place)
  if (found === null) return null
  return { ...draftIn(found.fields), kept_at: found.saved_at }
}

/** Deletes the draft: the comment was posted or discarded. */
export async function endCommentDraft(db: Queryable, visit: ThreadVisit): Promise<void> {
  const place = placeOf(visit)
  if (place !== null) await discardDraft(db, place)
}

/** Why a comment is refused whose form was shown to somebody else than the thread's visitor now. */
export function ofAnother({ viewer, visit: { visitor, came_by } }: ThreadEntry): Conflict {
  const name = visitorName(visitor)
  if (viewer === null || came_by === 'session') return new Conflict('other_person.comment', { name })
  return new Conflict('other_person.comment_signed_in', { name, viewer: visitorName(viewer) })
}

/** A comment from the fields of its form. */
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
