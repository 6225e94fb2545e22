import type { VNode } from 'preact'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'

/** Fewer votes than these give each other away: of two, each knows the other's. */
const FEW_VOTERS = 3

type Props = { loaded: LoadedPoll; zone: string }

/** What is kept of an anonymous vote, what of it is destroyed and when, and what is not promised. */
export function AnonymousPart({ loaded, zone }: Props): VNode {
  const { poll, voters_count } = loaded
  return (
    <section class="stack" aria-labelledby="anonymous">
      <h2 id="anonymous">This poll is anonymous</h2>
      <p>
        No page, mail or answer of this service joins a voter to a ballot, for anybody. An anonymous vote
        cannot be looked up or changed once it is cast. Whether you have voted is kept, so that each ballot
        counts once.
      </p>
      <Secrecy poll={poll} zone={zone} />
      {voters_count < FEW_VOTERS && (
        <p>
          <strong>Very few people can vote here.</strong> In so small a group the result gives votes away.
        </p>
      )}
      <p class="quiet">
        Whoever controls the running server while votes arrive could watch them. Unanimous results give
        themselves away. <a href="/help/voting#anonymous">More about anonymous polls</a>
      </p>
    </section>
  )
}

/** Two facts, each with its time: that the ballots were sealed, and that their key is destroyed. */
function Secrecy({ poll, zone }: { poll: Poll; zone: string }): VNode {
  const { sealed_at, key_destroyed_at, boxed_at, urn_key } = poll
  if (sealed_at === null)
    return (
      <>
        <p>
          While voting is open every ballot is kept encrypted. When voting closes, the ballots are counted and
          the key is destroyed.
        </p>
        {boxed_at !== null && <Earlier at={boxed_at} zone={zone} />}
      </>
    )
  return (
    <>
      <p>
        The ballots were sealed on <Time at={sealed_at} zone={zone} />.{' '}
        {key_destroyed_at !== null && (
          <>
            Their key was destroyed on <Time at={key_destroyed_at} zone={zone} />: since then the stored data
            no longer tell who voted how, nor do copies made while voting was open, unless somebody copied the
            key too.
          </>
        )}
        {key_destroyed_at === null && urn_key !== null && 'Their key is being destroyed.'}
      </p>
      {boxed_at !== null && <Earlier at={boxed_at} zone={zone} />}
      {urn_key === null && (
        <p class="quiet">
          An earlier version of this service kept these votes unencrypted while voting was open. Copies of its
          data made at that time may tell who voted how.
        </p>
      )}
    </>
  )
}

/** Voting began before ballots were encrypted. */
function Earlier({ at, zone }: { at: Date; zone: string }): VNode {
  return (
    <p class="quiet">
      Votes cast before <Time at={at} zone={zone} /> are protected less well: until then this service kept
      them unencrypted, and copies of its data made before may tell who voted how.
    </p>
  )
}

/**
 * The key that opens the ballots is missing. While voting is open only those who look after the poll can act
 * on it.
 */
export function KeyMissingNote({
  loaded,
  facilitates,
}: {
  loaded: LoadedPoll
  facilitates: boolean
}): VNode | null {
  const { poll, now } = loaded
  const { is } = pollState(poll, now)
  if (poll.key_missing_at === null || poll.sealed_at !== null || (is === 'open' && !facilitates)) return null
  return (
    <Flash title="The votes of this poll cannot be counted." tone="plain">
      <p>
        The key that opens the ballots is missing on the server. Whoever runs the service can bring it back
        from a copy; it is looked for every hour. If it is lost, so are these votes: please start the poll
        again.
      </p>
    </Flash>
  )
}
