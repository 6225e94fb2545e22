import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { pollState } from '../../polls/poll.ts'
import { JoinedNote, VOTE_PLACE } from '../ballots/ballot-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import type { PollView } from '../visits/poll-view.ts'

type Said = { [word in 'already' | 'sent' | 'joined']: unknown }

/** What the address says of the vote that led to this page, as far as it is so. */
export function AfterVote({ view, said }: { view: PollView; said: Said }): VNode | null {
  if (said.already !== undefined) return <AlreadyVoted view={view} />
  return said.sent === undefined ? null : <VoteSent view={view} said={said} />
}

/** Whether the address says that the vote made its voter a member, and they are one. */
export function hasJoined({ visit }: PollView, { joined }: Pick<Said, 'joined'>): boolean {
  return joined !== undefined && visit.visitor.accepted
}

/** Where somebody votes once more in an anonymous poll. */
function AlreadyVoted({ view: { visit } }: { view: PollView }): VNode | null {
  const { ballot, loaded } = visit
  if (!loaded.poll.anonymous || ballot?.voted !== true) return null
  if (pollState(loaded.poll, loaded.now).is !== 'open') return null
  return (
    <Flash title={t('poll.voted_before')} tone="plain">
      <p>{t('poll.voted_before_about')}</p>
    </Flash>
  )
}

/** Where somebody votes by a link that does not tell whether they had voted: the same for all of them. */
function VoteSent({ view, said }: { view: PollView; said: Said }): VNode | null {
  const { visit } = view
  const { ballot, loaded } = visit
  if (ballot?.voted !== null) return null
  if (pollState(loaded.poll, loaded.now).is !== 'open') return null
  return (
    <div id={VOTE_PLACE} tabIndex={-1}>
      <Flash title={t('poll.ballot_received')} tone="plain">
        <p>{t('poll.first_vote_counts')}</p>
      </Flash>
      {hasJoined(view, said) && <JoinedNote visit={visit} />}
    </div>
  )
}
