import type { VNode } from 'preact'
import type { ThreadRef } from '../../discussions/load-thread-ref.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { DEFAULT_POLL_TYPE, POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'
import { Ago, Time } from '../parts/date-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { NewerDraft } from '../visits/draft-note-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { rich, richSentences } from '../words/rich.tsx'

/**
 * Where the poll will be made; `from`: the kinds that it was before, the latest first, whose drafts its own
 * replaces; `again`: the key of the poll that it began as; `sends`: whether mails are sent; `refusal`: mails
 * of the group that the mail server refuses.
 */
export type Place = {
  entry: Entry
  thread: ThreadRef | null
  from: PollTypeName[]
  again: string | null
  sends: boolean
  refusal: GroupRefusal | null
}

/**
 * A poll that is used again, and when the draft was saved whose place the form takes; null: there is none.
 */
export type UsedPoll = { title: string; draft_at: Date | null }

/** The page that lists the types of a new poll. */
export function addressOf({ entry, thread }: Pick<Place, 'entry' | 'thread'>): string {
  return `/new-poll?group=${entry.handle}${thread === null ? '' : `&thread=${thread.key}`}`
}

/** In an address: a form of the first type was begun, and the next one takes over what both have. */
export function fromQuery(types: PollTypeName[]): string {
  return types.map((type) => `&from=${type}`).join('')
}

/** The form of a kind. Forms are sent there too, so that a browser that reloads one finds its page. */
export function formAddressOf(
  { again = null, ...place }: Pick<Place, 'entry' | 'thread'> & Partial<Pick<Place, 'again'>>,
  type: PollTypeName,
): string {
  return `${addressOf(place)}&type=${type}${again === null ? '' : `&again=${again}`}`
}

/** The type in a form, or the default. */
export function typeIn(values: Fields): PollTypeName {
  return POLL_TYPE_NAMES.find((name) => name === values['poll_type']) ?? DEFAULT_POLL_TYPE
}

/** People who start a poll in a public thread are told who will see it. */
export function PublicNote({ place: { thread } }: { place: Place }): VNode | null {
  return thread?.public === true ? <p class="note">{t('poll.is_public')}</p> : null
}

/** Where the draft in the form can go from a closed thread; `none`: there is no draft, or no reason to go. */
export type WayToGroup = 'free' | 'taken' | 'none'

type ClosedProps = { place: Place; type: PollTypeName | null; way: WayToGroup }

/** Says that the poll's thread is closed, and how to start it in the group. */
export function ClosedThreadNote({ place, type, way }: ClosedProps): VNode | null {
  const { thread } = place
  if (thread?.closed !== true) return null
  const link = (
    <a href={`/d/${thread.key}`}>
      <bdi>{thread.title}</bdi>
    </a>
  )
  return (
    <div class="note row">
      <span>{rich('poll_form.thread_closed', { thread: link })}</span>
      <IntoGroup place={place} type={type} way={way} />
    </div>
  )
}

function IntoGroup({ place, type, way }: ClosedProps): VNode {
  const group = { ...place, thread: null }
  if (type === null) return <a href={addressOf(group)}>{t('poll_form.start_in_group')}</a>
  const there = formAddressOf(group, type)
  if (way === 'none') return <a href={there}>{t('poll_form.start_in_group')}</a>
  if (way === 'taken')
    return <span>{rich('poll_form.group_draft', { link: (text) => <a href={there}>{text}</a> })}</span>
  return (
    <PostForm action={formAddressOf(place, type)}>
      <Going place={place} type={type} />
      <button class="link" type="submit" name="step" value="in_group">
        {t('poll_form.move_to_group')}
      </button>
    </PostForm>
  )
}

type KeptProps = { place: Place; form: string; kept_at: Date }

/** Says that the form with this id contains a saved draft, and offers an empty one. */
export function KeptNote({ place, form, kept_at }: KeptProps): VNode {
  const { viewer, visit } = place.entry
  // The browser may save it while this page is loaded: a moment later than what was read.
  const at = kept_at < visit.now ? kept_at : visit.now
  return (
    <div class="note row">
      <span>
        {rich('poll_form.draft_of', {
          when: <Ago at={at} on={{ now: visit.now, zone: viewer.time_zone }} />,
        })}
      </span>
      <button class="link" type="submit" form={form} name="step" value="anew">
        {t('poll_form.start_over')}
      </button>
    </div>
  )
}

const NEWER = 'newer'

/** Says that another page saved a newer draft. The form's script replaces it, so it is always there. */
export function NewerNote({
  place,
  type,
  newer,
}: {
  place: Place
  type: PollTypeName
  newer: boolean
}): VNode {
  if (!newer) return <p id={NEWER} hidden />
  return <NewerDraft id={NEWER} href={formAddressOf({ ...place, again: null }, type)} />
}

type UsedProps = { place: Place; type: PollTypeName; used: UsedPoll }

/** Says which poll the form was filled from, and what becomes of a draft. */
export function UsedNote({ place, type, used: { title, draft_at } }: UsedProps): VNode {
  return (
    <p class="note">
      {richSentences([
        rich('poll_form.used_poll', { title: <bdi>{title}</bdi> }),
        draft_at === null
          ? null
          : rich('poll_form.used_draft', {
              time: <Time at={draft_at} zone={place.entry.viewer.time_zone} />,
              link: (text) => <a href={`${addressOf(place)}&type=${type}`}>{text}</a>,
            }),
      ])}
    </p>
  )
}

/** The hidden fields of every form of a new poll. */
export function Going({ place, type }: { place: Place; type: PollTypeName }): VNode {
  return (
    <>
      <input type="hidden" name="group" value={place.entry.handle} />
      <ToldIn zone={place.entry.viewer.time_zone} />
      {place.thread !== null && <input type="hidden" name="thread" value={place.thread.key} />}
      {place.from.map((kind) => (
        <input key={kind} type="hidden" name="from" value={kind} />
      ))}
      {place.again !== null && <input type="hidden" name="again" value={place.again} />}
      <input type="hidden" name="poll_type" value={type} />
    </>
  )
}
