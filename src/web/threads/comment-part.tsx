import type { VNode } from 'preact'
import type { LoadedComment } from '../../discussions/comments/load-comments.ts'
import { namedIn } from '../../discussions/comments/named-in-full.ts'
import { type CommentAbilities, commentAbilities } from '../../discussions/thread-rights.ts'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import type { CommentItem, Talk, ThreadVisit } from '../../members/visits/load-thread.ts'
import { joinsByTakingPart } from '../../members/visits/visit.ts'
import { namesInTexts } from '../../users/shown-names.ts'
import { displayName, type User } from '../../users/user.ts'
import { JoinedNote } from '../ballots/ballot-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { When } from '../parts/when-part.tsx'
import { rich } from '../words/rich.tsx'
import { CommentForm, type Draft, replyPlace } from './comment-form-part.tsx'

/** Facts shared by the parts of a thread's page. */
export type ThreadScene = {
  visit: ThreadVisit
  talk: Talk
  /** The names of authors and mentioned people, by id. */
  names: Map<number, string>
  /** The names of people mentioned in the text or a draft, by username. */
  mentions: ReadonlyMap<string, string>
  /** What is filled in, one for each form. */
  drafts: readonly Draft[]
  /** The id of the comment, if any, whose link for a reply was opened. */
  answer: unknown
  /** The key of the poll or the id of the comment, if any, that has just made the reader a member. */
  joined: unknown
  /** The reader is signed in, but opened the link of somebody else: the page is for that person. */
  of_another: boolean
  path: string
}

/** A top-level comment, its replies, and the form for one more reply. */
export function CommentPart({ item, scene }: { item: CommentItem; scene: ThreadScene }): VNode {
  const { talk, path } = scene
  const { id } = item.comment
  const name = nameOf(item.author, scene)
  const answered = toAnswer(item, scene)
  const { reply } = abilitiesOf(answered, scene)
  const has_replies = item.replies.length > 0 || item.replies_go_on
  return (
    <li class="comment">
      {item.begun_before ? (
        <BegunBefore id={id} name={name} path={path} />
      ) : (
        <Said said={item} scene={scene} reply={replyLink(item, { answered, scene })} />
      )}
      {(has_replies || reply) && (
        <div class="replies">
          {has_replies && (
            <ol class="bare" aria-label={t('thread.replies_to', { name })}>
              {item.replies.map((said) => (
                <li key={said.comment.id}>
                  <Said said={said} scene={scene} reply={replyLink(said, { answered, scene })} />
                </li>
              ))}
              {item.replies_go_on && (
                <li>
                  <a href={`${path}?page=${talk.page + 1}`}>{t('thread.more_replies')}</a>
                </li>
              )}
            </ol>
          )}
          {reply && <ReplyForm item={item} answered={answered} scene={scene} />}
        </div>
      )}
    </li>
  )
}

type ReplyFormProps = { item: CommentItem; answered: LoadedComment; scene: ThreadScene }

/** The form below a comment and its replies: for an answer to one of them, which it names. */
function ReplyForm({ item, answered, scene }: ReplyFormProps): VNode {
  const { visit, talk, answer, path } = scene
  const parent_id = answered.comment.id
  // What was begun here stays when another reply is answered instead.
  const draft = draftBelow(item, scene)
  return (
    <details open={draft !== null || String(parent_id) === answer} id={replyPlace(item.comment.id)}>
      <summary>{t('thread.reply_to', { name: nameOf(answered.author, scene) })}</summary>
      <CommentForm
        action={`${path}/comments`}
        parent_id={parent_id}
        page={talk.page}
        draft={draft}
        mentionable={talk.mentionable}
        mentions={scene.mentions}
        namer={visit}
        joins={groupJoined(visit)}
        on={draftClock(visit)}
      />
    </details>
  )
}

/** What is filled in below a comment and its replies. */
function draftBelow({ comment }: CommentItem, { drafts }: ThreadScene): Draft | null {
  return drafts.find(({ root_id }) => root_id === comment.id) ?? null
}

/**
 * What the form below a comment answers: the reply whose link was opened, or that a draft answers; else the
 * comment. If that was deleted, the last reply that was not. Replies that arrive in an open page never change
 * it, as the form may be in use.
 */
function toAnswer(item: CommentItem, scene: ThreadScene): LoadedComment {
  const those = [item, ...item.replies].filter(({ comment }) => comment.deleted_at === null)
  const asked =
    those.find(({ comment }) => String(comment.id) === scene.answer) ??
    those.find(({ comment }) => comment.id === draftBelow(item, scene)?.parent_id)
  if (asked !== undefined) return asked
  return item.comment.deleted_at === null ? item : (those.at(-1) ?? item)
}

type Form = { answered: LoadedComment; scene: ThreadScene }

/** The address of the form for a reply to this comment. Null: the form is there already, or not allowed. */
function replyLink(said: LoadedComment, { answered, scene }: Form): string | null {
  const { id, parent_id } = said.comment
  if (id === answered.comment.id || !abilitiesOf(said, scene).reply) return null
  const { path, talk } = scene
  const page = talk.page === 1 ? '' : `page=${talk.page}&`
  return `${path}?${page}answer=${id}#${replyPlace(parent_id ?? id)}`
}

/** The number of an item for the script that notes what was in view; undefined: it is read. */
export function unreadAt({ talk }: ThreadScene, sequence_id: number): number | undefined {
  return talk.unread.has(sequence_id) ? sequence_id : undefined
}

/** The clock for showing drafts. Null: visitors by link must not see drafts of the link's owner. */
export function draftClock({ came_by, now, visitor }: ThreadVisit) {
  return came_by === 'session' ? { now, zone: visitor.time_zone } : null
}

/** The group of which a comment makes the visitor a member. Null: it does not. */
export function groupJoined(visit: ThreadVisit): string | null {
  const { group, parent } = visit.in_group
  return joinsByTakingPart(visit) ? fullName(group, parent) : null
}

/** Whether this browser may still have it as a draft: the script `keep-comment` sees that it is posted. */
function isKeptByBrowser({ author }: LoadedComment, { visit }: ThreadScene): boolean {
  return visit.came_by === 'link' && author.id === visit.visitor.id
}

/** Whether this comment, the visitor's own, has just made them a member. */
function hasJoinedBy({ comment, author }: LoadedComment, { joined, visit }: ThreadScene): boolean {
  return joined === String(comment.id) && author.id === visit.visitor.id
}

/** The parent of the first replies on a page, if it is on an earlier page. */
function BegunBefore({ id, name, path }: { id: number; name: string; path: string }): VNode {
  return (
    <p class="quiet">
      {rich('thread.begun_before', {
        name,
        comment: (text) => <a href={`${path}/comments/${id}`}>{text}</a>,
      })}
    </p>
  )
}

function nameOf(person: Pick<User, 'id' | 'name'>, { names }: ThreadScene): string {
  return names.get(person.id) ?? displayName(person)
}

function abilitiesOf({ comment }: LoadedComment, { visit }: ThreadScene): CommentAbilities {
  return commentAbilities(comment, visit.thread.discussion, visit.reader)
}

/** `reply`: the address of the form for a reply to it; null: none. */
type SaidProps = { said: LoadedComment; scene: ThreadScene; reply: string | null }

/** One comment, or a note that it was deleted. */
function Said({ said, scene, reply }: SaidProps): VNode {
  const { comment, author, mentioned } = said
  const { talk } = scene
  const fresh = talk.news.comment_ids.includes(comment.id)
  if (comment.body === null) {
    const by_author = comment.deleted_by === comment.author_id
    const words = by_author ? 'thread.deleted_by_author' : 'thread.deleted_by_admin'
    return (
      <article id={`comment-${comment.id}`} class="said">
        <p class="quiet deleted">{t(words, { name: nameOf(author, scene) })}</p>
      </article>
    )
  }
  return (
    <article
      id={`comment-${comment.id}`}
      class={fresh ? 'said fresh' : 'said'}
      data-at={unreadAt(scene, comment.sequence_id)}
      data-text={isKeptByBrowser(said, scene) ? comment.body : undefined}
    >
      <Byline said={said} scene={scene} reply={reply} />
      <RichText
        text={comment.body}
        format="md"
        lang={comment.content_locale}
        mentions={namesInTexts(mentioned, scene.names)}
      />
      {mentionsUnnamed(comment.body, mentioned) && (
        <p class="small quiet">
          {t('thread.mentions', { names: mentioned.map((person) => nameOf(person, scene)) })}
        </p>
      )}
      {hasJoinedBy(said, scene) && <JoinedNote visit={scene.visit} at={scene.path} />}
    </article>
  )
}

/** Whether a comment mentions people whom its text does not name. */
function mentionsUnnamed(body: string, mentioned: LoadedComment['mentioned']): boolean {
  return mentioned.length > 0 && namedIn(body, mentioned).length < mentioned.length
}

function Byline({ said, scene, reply }: SaidProps): VNode {
  const { comment, author } = said
  const { visit, talk, path } = scene
  const at = `${path}/comments/${comment.id}`
  const name = nameOf(author, scene)
  const clock = { now: visit.now, zone: visit.visitor.time_zone }
  return (
    <header class="byline">
      <Person user={author} shown={name} />
      <When at={comment.created_at} on={clock} href={at} />
      {comment.edited_at !== null && <a href={`${at}/history`}>{t('thread.edited')}</a>}
      {talk.news.comment_ids.includes(comment.id) && <strong class="new on-screen">{t('thread.new')}</strong>}
      <CommentActions abilities={abilitiesOf(said, scene)} at={at} name={name} reply={reply} />
    </header>
  )
}

function CommentActions({
  abilities,
  at,
  name,
  reply,
}: {
  abilities: CommentAbilities
  at: string
  name: string
  reply: string | null
}): VNode | null {
  if (!abilities.edit && !abilities.remove && reply === null) return null
  return (
    <span class="actions">
      {reply !== null && (
        <a href={reply} aria-label={t('thread.reply_to', { name })}>
          {t('thread.reply')}
        </a>
      )}
      {abilities.edit && (
        <a href={`${at}/edit`} aria-label={t('thread.edit_comment_of', { name })}>
          {t('thread.edit')}
        </a>
      )}
      {abilities.remove && (
        <a href={`${at}/delete`} aria-label={t('thread.delete_comment_of', { name })}>
          {t('thread.delete')}
        </a>
      )}
    </span>
  )
}
