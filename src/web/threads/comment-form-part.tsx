import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { NamedPerson } from '../../discussions/comments/load-comments.ts'
import { namedIn, namedInFull } from '../../discussions/comments/named-in-full.ts'
import { faultWords, type Problem, type Refusal } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import type { DraftPage } from '../../users/drafts/draft.ts'
import { namesInTexts } from '../../users/shown-names.ts'
import { AreaField } from '../parts/form-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { SendsMail } from '../request/asked-part.tsx'
import { OnceField } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { DraftNote, DraftSeen, type DraftState, NewerDraft } from '../visits/draft-note-part.tsx'
import { type Namer, OWN_NAME_FIELD, OwnNameField } from '../visits/own-name-part.tsx'
import { heldMarks } from '../words/held-marks.ts'

/** An unfinished comment: the values, and the errors if it was sent back. */
export type Draft = {
  /** The comment below whose replies its form is; null: its form is at the end of the thread. */
  root_id: number | null
  parent_id: number | null
  body: string
  mentioned_ids: number[]
  /** The author's name; null: the form did not ask. */
  own_name: string | null
  problems: Problem[]
  /** Why the thread refuses it, whatever its text. */
  refusal: Refusal | null
  /** The author asked for a preview. */
  preview: boolean
  /** It is to be posted as a comment of its own: what it answered was deleted. */
  apart: boolean
  /** The token of the form in which it was sent. */
  once: string | null
  /** The page on which it was written, as far as drafts go. Null: any. */
  page: DraftPage | null
  /**
   * The comments, deleted since, to which parts of the text were to reply. Their drafts end with this one.
   */
  moved: number[]
} & DraftState

/** The same as its form sends it, which names only the comment that it answers. */
export type SentComment = Omit<Draft, 'root_id'>

/** The number of the form at the end of a thread; the others have those of their comments. */
const AT_END = 0

/** The form for a comment on the thread, or for a reply. */
export function CommentForm({
  action,
  parent_id,
  page,
  draft,
  mentionable,
  mentions,
  namer,
  joins,
  on,
}: {
  action: string
  parent_id: number | null
  page: number
  /** Of this form. */
  draft: Draft | null
  mentionable: NamedPerson[]
  /** The names of people mentioned in the draft, by username. */
  mentions: ReadonlyMap<string, string>
  namer: Namer
  /** The group of which a comment makes its author a member; null: none. */
  joins: string | null
  /** The clock for showing when a draft was saved. Null: drafts are not saved. */
  on: Clock | null
}): VNode {
  const id = parent_id === null ? 'body' : `body-${parent_id}`
  // Browsers that go back put what was typed into the form with the same address, so each has its own.
  const to = parent_id === null ? action : `${action}#to-${parent_id}`
  return (
    <PostForm action={to} class="stack comment-form" novalidate data-keep={on === null ? undefined : ''}>
      {draft?.preview === true && <CommentPreview {...{ body: draft.body, mentions, mentionable }} />}
      <OnceField sent={{ once: draft?.once }} of={parent_id ?? AT_END} />
      {on !== null && <DraftSeen at={(draft?.page ?? { seen: draft?.kept_at }).seen ?? null} />}
      {parent_id === null ? (
        <EndFields page={page} moved={draft?.moved ?? []} />
      ) : (
        <input type="hidden" name="parent_id" value={parent_id} />
      )}
      <AreaField
        form={{ values: { body: draft?.body }, problems: draft?.problems ?? [] }}
        id={id}
        name="body"
        label={t(parent_id === null ? 'thread.your_comment' : 'thread.your_reply')}
        rows={parent_id === null ? 6 : 3}
        hint={heldMarks(t('thread.markdown_hint'))}
        more={{ required: true }}
      />
      <Mentions
        mentionable={mentionable}
        chosen={draft?.mentioned_ids ?? []}
        text={draft?.body ?? ''}
        problems={draft?.problems ?? []}
      />
      <OwnNameField
        namer={namer}
        required
        typed={draft?.own_name ?? null}
        problems={draft?.problems ?? []}
        id={parent_id === null ? OWN_NAME_FIELD : `${OWN_NAME_FIELD}-${parent_id}`}
        hint={t('thread.name_hint')}
        as="thread.writes_as"
      />
      {joins !== null && <p class="small">{t('thread.comment_joins', { group: joins })}</p>}
      <PostButtons
        label={t(parent_id === null ? 'thread.post_comment' : 'thread.post_reply')}
        action={action}
        is_reply={parent_id !== null}
      />
      {on !== null && draft?.kept_at != null && <DraftNote at={draft.kept_at} on={on} />}
      {draft?.newer != null && <NewerDraft href={draft.newer} />}
    </PostForm>
  )
}

/** The id of the fold with the form below a comment and its replies. */
export const replyPlace = (root_id: number) => `reply-${root_id}`

/** What only the form at the end of a thread has. */
function EndFields({ page, moved }: { page: number } & Pick<Draft, 'moved'>): VNode {
  return (
    <>
      <input type="hidden" name="page" value={page} />
      {moved.map((id) => (
        <input key={id} type="hidden" name="moved" value={id} />
      ))}
      {moved.length > 0 && <p class="note">{t('thread.draft_moved')}</p>}
    </>
  )
}

type Clock = { now: Date; zone: string }

/** The buttons of the form besides the one that posts. */
const PREVIEW = 'preview'
const APART = 'apart'

type Previewed = {
  body: string
  mentions: ReadonlyMap<string, string>
  mentionable: NamedPerson[]
  /** The comment is posted already. */
  edits?: boolean
}

/** A preview of a comment. `mentions`: by usernames; people whom it names in full are found here. */
export function CommentPreview({ body, mentions, mentionable, edits = false }: Previewed): VNode {
  const ids = new Set(namedInFull(body, mentionable))
  const named = mentionable.filter(({ id }) => ids.has(id))
  const in_full = namesInTexts(named, new Map(named.map(({ id, shown }) => [id, shown])))
  return (
    <section class="preview stack" id={PREVIEW} aria-labelledby="as-seen">
      <p class="kicker" id="as-seen">
        {t(edits ? 'thread.preview_edit' : 'thread.preview_note')}
      </p>
      <RichText text={body} format="md" mentions={new Map([...in_full, ...mentions])} />
    </section>
  )
}

type ButtonsProps = { label: string; action: string; is_reply?: boolean }

/**
 * The buttons to post and to preview; a preview opens the page at the form. In an open page, words take their
 * place when nothing can be posted any more.
 */
export function PostButtons({ label, action, is_reply = false }: ButtonsProps): VNode {
  return (
    <p class="row">
      <button class="button" type="submit">
        {label}
      </button>
      <button
        class="button plain"
        type="submit"
        name="act"
        value={PREVIEW}
        formaction={`${action}#${PREVIEW}`}
      >
        {t('thread.preview')}
      </button>
      <span hidden data-over>
        <strong class={is_reply ? 'if-closed' : undefined}>{t('refusal.thread_closed.comments')}</strong>
        {is_reply && <AnsweredGone />}
      </span>
    </p>
  )
}

/** In an open page: the comment that is answered was deleted, but the thread takes comments. */
function AnsweredGone(): VNode {
  return (
    <span class="if-gone row">
      <strong>{t('refusal.comment_deleted.answered')}</strong>
      {/* biome-ignore lint/a11y/useButtonType: with it, the page's script takes it for one that posts a reply */}
      <button class="button" name="act" value={APART}>
        {t('thread.post_apart')}
      </button>
    </span>
  )
}

/** Whether a reply is posted as a comment of its own. */
export function isApart(fields: Fields): boolean {
  return fields['act'] === APART
}

/** Whether the form asks for a preview. */
export function wantsPreview(fields: Fields): boolean {
  return fields['act'] === PREVIEW
}

/**
 * People to notify by mail. Most comments need none: readers of the thread see them there. `folded`: also if
 * some are chosen, as in an edit, which tells them nothing new. `text`: the text so far, which may name some.
 */
export function Mentions({
  mentionable,
  chosen,
  folded = false,
  text = '',
  problems,
}: {
  mentionable: NamedPerson[]
  chosen: number[]
  folded?: boolean
  text?: string
  problems: Problem[]
}): VNode | null {
  const sends = useContext(SendsMail)
  if (mentionable.length === 0) return null
  const fault = problems.find((problem) => problem.field === 'mentioned_ids')
  const ticked = mentionable.filter(({ id }) => chosen.includes(id)).length
  const named = namedIn(text, mentionable)
  return (
    <details
      class="mentions"
      data-label={t('thread.mention')}
      open={(chosen.length > 0 && !folded) || fault !== undefined}
    >
      <summary data-count={ticked === 0 ? undefined : ` (${ticked})`}>{t('thread.mention')}</summary>
      <fieldset class="field">
        <legend class="small quiet">{t(sends ? 'thread.mention_hint' : 'thread.mention_hint_unsent')}</legend>
        {fault !== undefined && (
          <p class="mend">
            {t('problems.whole_sentence', {
              label: t('thread.people_mentioned'),
              message: faultWords(fault),
            })}
          </p>
        )}
        <ul class="bare">
          {mentionable.map(({ id, name, username, shown }) => (
            <li key={id}>
              <label class="choice">
                <input
                  type="checkbox"
                  name="mentioned_ids"
                  value={id}
                  checked={chosen.includes(id)}
                  data-named={named.includes(id) ? '' : undefined}
                  data-username={named.includes(id) ? (username ?? undefined) : undefined}
                  data-name={name}
                  data-shown={shown === name ? undefined : shown}
                />
                <span>
                  {shown}
                  {username !== null && <span class="quiet">{` @${username}`}</span>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}
