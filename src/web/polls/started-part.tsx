import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { NamesLeftOut, WhoIsTold } from '../parts/told-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { RefusedNow, StartedEmailNote, type Unsent } from '../visits/email-note-part.tsx'
import { abilitiesOf } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'

/**
 * Whether the query string says that the poll was just started or opened, perhaps by the visitor, and it has
 * not closed since.
 */
export function hasStarted({ visit }: PollView, done: unknown): boolean {
  const { poll, now } = visit.loaded
  if (pollState(poll, now).is === 'closed') return false
  if (done === 'open') return abilitiesOf(visit).includes('close')
  return done === 'started' && visit.visitor.id === visit.loaded.poll.author_id
}

/** Whether anyone may vote in the poll with a link that this visitor can create. */
export function offersOpenLink(visit: PollView['visit']): boolean {
  return visit.loaded.poll.open_link && abilitiesOf(visit).includes('open_links')
}

/** One press creates the link. */
export function OpenLinkOffer({ poll }: { poll: Poll }): VNode {
  return (
    <PostForm action={`/p/${poll.key}/open-links`} class="stack">
      <Once />
      <p>{t('open_link.offer')}</p>
      <p>
        <button class="button" type="submit">
          {t('open_link.make_first')}
        </button>
      </p>
    </PostForm>
  )
}

type Props = {
  view: PollView
  told: { people: number | null; left_out: number; sends: boolean; unsent: Unsent }
  refusal: GroupRefusal | null
  /** Says that no reminder goes out. */
  unreminded: VNode | null
  link: string
}

/** In the note about the ballot, after starting the poll: who is notified, and the links to pass on. */
export function Started({ view: { visit }, told, refusal, unreminded, link }: Props): VNode {
  const { poll, in_group } = visit.loaded
  const unsent = told.unsent === null ? null : <StartedEmailNote poll={poll} />
  return (
    <>
      {poll.opened_at === null && told.people === 0 ? (
        <NamesLeftOut count={told.left_out} />
      ) : (
        <WhoIsTold {...told} unsent={unsent} />
      )}
      {unreminded}
      <RefusedNow refusal={refusal} handle={in_group.group.handle} />
      {offersOpenLink(visit) && <OpenLinkOffer poll={poll} />}
      {abilitiesOf(visit).includes('share') && (
        <CopiedText
          id="link"
          label={t(poll.open_link ? 'poll.link_of_voters' : 'poll.link')}
          text={link}
          more={`/p/${poll.key}/share`}
        />
      )}
    </>
  )
}
