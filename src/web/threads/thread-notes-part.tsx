import type { VNode } from 'preact'
import { isPublicThread } from '../../discussions/discussion.ts'
import { sentences, t } from '../../locales/say.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { type Visitor, visitorName } from '../../members/visits/visit.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { ErrorSummary } from '../parts/error-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { DraftNote, DraftSeen } from '../visits/draft-note-part.tsx'
import { OWN_NAME_FIELD } from '../visits/own-name-part.tsx'
import { faultOf } from '../words/fault-words.ts'
import { rich } from '../words/rich.tsx'
import { type Draft, replyPlace } from './comment-form-part.tsx'
import { draftClock, type ThreadScene } from './comment-part.tsx'

type NotesProps = { scene: ThreadScene; draft: Draft | null; refused: Draft | null }

/**
 * What became of a comment, and the state of the thread. `draft`: shown in the form again, perhaps with
 * errors; `refused`: shown only here, to copy.
 */
export function ThreadNotes({ scene, draft, refused }: NotesProps): VNode {
  const { visit } = scene
  const { discussion } = visit.thread
  return (
    <>
      {refused !== null && <Refused draft={refused} />}
      {draft !== null && (draft.problems.length > 0 || draft.refusal !== null) && <NotPosted draft={draft} />}
      {discussion.closed_at !== null && refused === null && (
        <Flash title={t('thread.closed')} tone="plain">
          <p>{t('thread.closed_about')}</p>
          {scene.drafts.length > 0 && <WaitingDrafts scene={scene} />}
        </Flash>
      )}
      {isPublicThread(discussion, visit.in_group.group) && (
        <Flash title={t('thread.is_public')} tone="plain">
          <p>{t('thread.is_public_about')}</p>
        </Flash>
      )}
    </>
  )
}

/** What the reader wrote in forms that a closed thread does not have. */
function WaitingDrafts({ scene: { visit, drafts, path } }: { scene: ThreadScene }): VNode {
  const on = draftClock(visit)
  return (
    // An open page that still has the form with what was typed hides it.
    <div class="drafts stack">
      <p>{t('thread.draft_waits')}</p>
      {drafts.map(({ root_id, parent_id, body, moved, kept_at }) => {
        const id = root_id === null ? 'draft' : `draft-${root_id}`
        return (
          <PostForm key={id} action={`${path}/comments`} class="stack">
            {parent_id !== null && <input type="hidden" name="parent_id" value={parent_id} />}
            {moved.map((one) => (
              <input key={one} type="hidden" name="moved" value={one} />
            ))}
            <div class="field">
              <label for={id}>{t(root_id === null ? 'thread.your_comment' : 'thread.your_reply')}</label>
              <textarea id={id} rows={3} readonly>
                {body}
              </textarea>
            </div>
            <DraftSeen at={kept_at} />
            {on !== null && kept_at !== null && <DraftNote at={kept_at} on={on} />}
          </PostForm>
        )
      })}
    </div>
  )
}

/** A long thread with a refused comment: links down to its form. */
function NotPosted({ draft: { root_id, parent_id, body, problems, refusal } }: { draft: Draft }): VNode {
  const label = t(parent_id === null ? 'thread.your_comment' : 'thread.your_reply')
  const of = (name: string) => problems.find(({ field }) => field === name)
  const [blank, unnamed] = [body.trim() === '' ? of('body') : undefined, of(OWN_NAME_FIELD)]
  const placeOf = (field: string) => (parent_id === null ? `#${field}` : `#${field}-${parent_id}`)
  // Without the comment that it answers, the form is that of another reply.
  const at = refusal === null || root_id === null ? placeOf('body') : `#${replyPlace(root_id)}`
  return (
    <ErrorSummary>
      <strong>{sentences([refusal?.wordsFor() ?? '', t('thread.not_posted')])}</strong>
      {(blank !== undefined || unnamed === undefined) && (
        <p>
          <a href={at}>{blank === undefined ? t('thread.kept_text') : faultOf(label, blank)}</a>
        </p>
      )}
      {unnamed !== undefined && (
        <p>
          <a href={placeOf(OWN_NAME_FIELD)}>{faultOf(t('form.your_name'), unnamed)}</a>
        </p>
      )}
    </ErrorSummary>
  )
}

/** The thread changed while someone wrote: their text is kept. */
function Refused({ draft }: { draft: Draft }): VNode {
  return (
    <ErrorSummary stack>
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
    </ErrorSummary>
  )
}

type LinkNoteProps = { visit: ThreadVisit; path: string; viewer: SignedIn | null }

/** Whose link the reader came by; `viewer`: the reader, if signed in as somebody else. */
export function LinkNote({ visit: { visitor, came_by }, path, viewer }: LinkNoteProps): VNode | null {
  if (came_by !== 'link') return null
  const name = visitorName(visitor)
  return (
    <section class="note" aria-label={t('thread.your_link')}>
      <p class="small quiet">{linkWords(visitor, viewer)}</p>
      <PostForm action={`${path}/not-me`}>
        <button class="link" type="submit">
          {viewer === null ? t('thread.leave', { name }) : t('poll.put_link_away')}
        </button>
      </PostForm>
    </section>
  )
}

/** Under which name what is written here appears: never the address. */
function linkWords(visitor: Visitor, viewer: SignedIn | null): string {
  const name = visitorName(visitor)
  const { member, name: own } = visitor
  if (viewer !== null) {
    const names = { name, viewer: visitorName(viewer) }
    return t(own === null ? 'thread.link_signed_in_unnamed' : 'thread.link_signed_in', names)
  }
  if (own !== null) return t(member ? 'thread.link_note' : 'thread.link_note_guest', { name })
  return sentences([t('thread.link_unnamed', { name }), member ? '' : t('thread.link_as_guest')])
}
