import type { VNode } from 'preact'
import type { PollVisit } from '../members/load-visit.ts'
import { visitorName } from '../members/visit.ts'
import { pollState } from '../polls/poll.ts'
import { fromNow, Time } from './date-part.tsx'
import { Flash } from './flash-part.tsx'

/** Whose link this is, and how it stands with their ballot. */
export function BallotNote({ visit }: { visit: PollVisit }): VNode {
  const { title, good } = standing(visit)
  return (
    <Flash title={title} tone={good ? 'good' : 'plain'}>
      <When visit={visit} />
      <p class="small quiet">
        {`This link is personal: it was made for ${visitorName(visit.visitor)}. Pass it on to nobody.`}
      </p>
    </Flash>
  )
}

function standing({ ballot, loaded: { poll, now } }: PollVisit): { title: string; good: boolean } {
  const { is } = pollState(poll, now)
  if (ballot === null) return { title: 'You can read this poll. You hold no ballot in it.', good: false }
  if (ballot.voted) return { title: 'Your vote is recorded.', good: true }
  if (is === 'closed') return { title: 'Voting has closed. No vote was cast with your ballot.', good: false }
  return {
    title:
      is === 'open'
        ? 'Your link was received, and your ballot is ready.'
        : 'Your link was received. You hold a ballot in this poll.',
    good: true,
  }
}

function When({
  visit: {
    visitor,
    ballot,
    loaded: { poll, now },
  },
}: {
  visit: PollVisit
}): VNode {
  const state = pollState(poll, now)
  const zone = visitor.time_zone
  switch (state.is) {
    case 'draft':
      return <p>{`Voting has not opened.${ballot === null ? '' : ' You get a mail when it does.'}`}</p>
    case 'open':
      return (
        <p>
          Voting is open until <Time at={state.until} zone={zone} />: it closes {fromNow(state.until, now)}.
        </p>
      )
    case 'closed':
      return (
        <p>
          Voting closed on <Time at={state.at} zone={zone} />.
        </p>
      )
  }
}
