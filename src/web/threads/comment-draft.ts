import type { Queryable } from '../../db/sql.ts'
import { rootOf } from '../../discussions/comments/comment.ts'
import { loadComment } from '../../discussions/comments/load-comments.ts'
import { Conflict } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { discardDraft, discardDrafts, endDraft } from '../../users/drafts/discard-draft.ts'
import type { DraftFields, Kept } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraftsWithin } from '../../users/drafts/load-drafts.ts'
import { numbersOf, textOf } from '../request/form-text.ts'
import { NO_DRAFT } from '../visits/draft-note-part.tsx'
import { draftPageIn } from '../visits/form-draft.ts'
import type { ThreadEntry } from '../visits/thread-door.ts'
import type { Draft, SentComment } from './comment-form-part.tsx'
import { ownDraft } from './edits/edit-draft.ts'

// Drafts of comments for signed-in people: one for each form of the thread's page, that of a comment at the
// end and those below each comment and its replies.

/** The most drafts of a person in a thread: the oldest are deleted. */
const MOST_IN_THREAD = 20
const REPLIES = ', replies to comment '

type Text = Pick<Draft, 'root_id' | 'parent_id' | 'body' | 'mentioned_ids' | 'moved' | 'page'>

/** Whose drafts they are, and of which thread. Null: the visitor has none. */
function threadOf(visit: ThreadVisit): { user_id: number; place: string } | null {
  return ownDraft(visit, `comment in thread ${visit.thread.discussion.id}`)
}

/** The same for one form of the thread. */
function placeOf(visit: ThreadVisit, root_id: number | null): { user_id: number; place: string } | null {
  const thread = threadOf(visit)
  if (thread === null || root_id === null) return thread
  return { ...thread, place: `${thread.place}${REPLIES}${root_id}` }
}

/** Saves the text so far; an empty text deletes the draft of the same form. Null: the visitor has none. */
export async function keepCommentDraft(
  db: Queryable,
  visit: ThreadVisit,
  draft: Text,
): Promise<Kept | 'none' | null> {
  const [thread, whose] = [threadOf(visit), placeOf(visit, draft.root_id)]
  if (thread === null || whose === null) return null
  const { page } = draft
  if (draft.body.trim() === '')
    return (await dropDraft(db, visit, { draft, by: discardDraft })) ? 'none' : 'newer'
  const fields: DraftFields = { body: draft.body, mentioned_ids: draft.mentioned_ids.map(String) }
  if (draft.parent_id !== null) fields['parent_id'] = String(draft.parent_id)
  const shared = { place: thread.place, most: MOST_IN_THREAD }
  const kept = await keepDraft(db, { ...whose, fields }, { page, shared })
  if (kept === 'saved' && draft.moved.length > 0)
    await discardDrafts(db, whose.user_id, placesMoved(visit, draft))
  return kept
}

/** The saved drafts, one for each form; a closed thread, which may be reopened, has them too. */
export async function loadCommentDrafts(db: Queryable, visit: ThreadVisit): Promise<Draft[]> {
  const thread = threadOf(visit)
  if (thread === null) return []
  return (await loadDraftsWithin(db, thread)).map(({ place, fields, saved_at }) => {
    const [, root_id] = place.split(REPLIES)
    return {
      ...draftIn(fields),
      root_id: root_id === undefined ? null : Number(root_id),
      kept_at: saved_at,
    }
  })
}

/** The forms that are gone whose drafts this one contains. */
function placesMoved(visit: ThreadVisit, { moved }: Pick<Draft, 'moved'>): string[] {
  return moved.slice(0, MOST_IN_THREAD).flatMap((root_id) => placeOf(visit, root_id)?.place ?? [])
}

type Form = Pick<Draft, 'root_id' | 'moved' | 'page'>

/**
 * Deletes the draft of one form: the comment was posted or discarded. Returns whether none is left: another
 * page may have saved a newer one.
 */
export function endCommentDraft(db: Queryable, visit: ThreadVisit, draft: Form): Promise<boolean> {
  return dropDraft(db, visit, { draft, by: endDraft })
}

type Dropped = { draft: Form; by: typeof discardDraft | typeof endDraft }

async function dropDraft(db: Queryable, visit: ThreadVisit, { draft, by }: Dropped): Promise<boolean> {
  const whose = placeOf(visit, draft.root_id)
  if (whose === null) return true
  await discardDrafts(db, whose.user_id, placesMoved(visit, draft))
  return by(db, whose, draft.page)
}

/** The comment with its form. NotFound: what it answers is no comment of the thread. */
export async function inItsForm(db: Queryable, visit: ThreadVisit, sent: SentComment): Promise<Draft> {
  if (sent.parent_id === null) return { ...sent, root_id: null }
  const { comment } = await loadComment(db, visit.thread.discussion.id, sent.parent_id)
  return { ...sent, root_id: rootOf(comment) }
}

/** Why a comment is refused whose form was shown to somebody else than the thread's visitor now. */
export function ofAnother({ viewer, visit: { visitor, came_by } }: ThreadEntry): Conflict {
  const name = visitorName(visitor)
  if (viewer === null || came_by === 'session') return new Conflict('other_person.comment', { name })
  return new Conflict('other_person.comment_signed_in', { name, viewer: visitorName(viewer) })
}

/** A comment from the fields of its form. */
export function draftIn(fields: Fields): SentComment {
  const [parent_id = null] = numbersOf(fields, 'parent_id')
  return {
    parent_id,
    body: textOf(fields, 'body'),
    mentioned_ids: numbersOf(fields, 'mentioned_ids'),
    own_name: null,
    problems: [],
    refusal: null,
    preview: false,
    apart: false,
    once: null,
    page: draftPageIn(fields),
    moved: numbersOf(fields, 'moved'),
    ...NO_DRAFT,
  }
}

/** The page of the thread that has the form with these fields. `path`: of the thread. */
export function pathOfForm(path: string, fields: Fields): string {
  const [parent_id] = numbersOf(fields, 'parent_id')
  if (parent_id !== undefined) return `${path}/comments/${parent_id}`
  const [page = 1] = numbersOf(fields, 'page')
  return page === 1 ? path : `${path}?page=${page}`
}
