import type { VNode } from 'preact'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { count } from '../../text/counted.ts'
import { Time } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'

/** What stands beside a poll; when it closes, the text says on screen, and these facts on paper. */
export function PollFacts({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const { poll, author, voters_count, decided_count } = loaded
  return (
    <dl class="facts">
      <dt>Asked by</dt>
      <dd>
        <Person user={author} />
      </dd>
      <Voting loaded={loaded} zone={zone} />
      <dt>Turnout</dt>
      <dd>{`${decided_count} of ${count(voters_count, 'ballot')} cast`}</dd>
      <dd class="on-screen">
        <a href={`/p/${poll.key}/audit`}>Who was given a ballot</a>
      </dd>
    </dl>
  )
}

function Voting({ loaded: { poll, now }, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const state = pollState(poll, now)
  switch (state.is) {
    case 'draft':
      return (
        <>
          <dt class="on-paper">Voting</dt>
          <dd class="on-paper">Not open yet</dd>
        </>
      )
    case 'open':
      return (
        <>
          <dt class="on-paper">Closes</dt>
          <dd class="on-paper">
            <Time at={state.until} zone={zone} />
          </dd>
        </>
      )
    case 'closed':
      return (
        <>
          <dt class="on-paper">Closed</dt>
          <dd class="on-paper">
            <Time at={state.at} zone={zone} />
          </dd>
        </>
      )
  }
}
