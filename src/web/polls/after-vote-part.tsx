import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { pollState } from '../../polls/poll.ts'
import { JoinedNote, VOTE_PLACE } from '../ballots/ballot-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import type { PollView } from '../visits/poll-view.ts'

type Said = { [word in 'already' | 'sent' | 'joined']: unknown }

/** The message about the last vote, if the query string asks for it and the poll's state agrees. */
export function AfterVote({ view, said }: { view: PollView; said: Said }): VNode | null {
  if (said.already !== undefined) return <AlreadyVoted view={view} />
  return said.sent === undefined ? null : <VoteSent view={view} said={said} />
}

/** Whether voting made the visitor a member: the query string says so, and they are one. */
export function hasJoined({ visit }: PollView, { joined }: Pick<Said, 'joined'>): boolean {
  return joined !== undefined && visit.visitor.accepted
}

/** Shown after a second vote in an anonymous poll. */
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

/** Shown after a vote by a link that must not reveal an earlier vote: the same in both cases. */
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
