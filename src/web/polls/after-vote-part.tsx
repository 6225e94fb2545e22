import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { pollState } from '../../polls/poll.ts'
import { Flash } from '../parts/flash-part.tsx'
import type { PollView } from '../visits/poll-view.ts'

/**
 * What the page says about the vote that has just been cast. `joined`: it made the visitor a member. `sent`:
 * it came by a link that must not reveal an earlier vote, so that the page is the same after a second one.
 * `receipt`: the page begins with its receipt, which says that it was recorded.
 */
export type After = { joined: boolean; sent: boolean; receipt: boolean }

export const NOTHING_CAST: After = { joined: false, sent: false, receipt: false }

type Said = { joined: unknown; sent: unknown }

/** What the query string says about the last vote, as far as the poll's state agrees. */
export function afterVote({ visit }: PollView, { joined, sent }: Said): After {
  const { ballot, loaded, visitor } = visit
  const may_vote = ballot?.voted === null && pollState(loaded.poll, loaded.now).is === 'open'
  return {
    ...NOTHING_CAST,
    joined: joined !== undefined && visitor.accepted,
    sent: sent !== undefined && may_vote,
  }
}

/** Shown after a second vote in an anonymous poll. */
export function AlreadyVoted({ view: { visit } }: { view: PollView }): VNode | null {
  const { ballot, loaded } = visit
  if (!loaded.poll.anonymous || ballot?.voted !== true) return null
  if (pollState(loaded.poll, loaded.now).is !== 'open') return null
  return (
    <Flash title={t('poll.voted_before')} tone="plain">
      <p>{t('poll.voted_before_about')}</p>
    </Flash>
  )
}

/** Somebody opened the link for everyone, and has a ballot of their own. `sent`: they filled in the other. */
export function LedHere({ view: { visit }, sent }: { view: PollView; sent: boolean }): VNode | null {
  if (visit.ballot === null) return null
  const led = t('open_link.led_here', { name: visitorName(visit.visitor) })
  return (
    <p class="note" role="status">
      {sentences([sent ? t('poll.vote_not_recorded') : '', led])}
    </p>
  )
}
