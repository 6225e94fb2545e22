import type { VNode } from 'preact'
import { visitorName } from '../../members/visits/visit.ts'
import { pollState } from '../../polls/poll.ts'
import { VOTE_PLACE } from '../ballots/ballot-part.tsx'
import { voteWords } from '../ballots/ballot-words.ts'
import { AtTime, Day, fromNow, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { mayVoteNow, type PollView } from '../visits/poll-view.ts'

/** How the visitor stands with their ballot and, where they came by a link, for whom it was made. */
export function BallotNote({ view }: { view: PollView }): VNode {
  const { ballot, loaded } = view.visit
  // Green is for what is done and for what can be done.
  const good = ballot?.voted === true || (ballot !== null && pollState(loaded.poll, loaded.now).is === 'open')
  return (
    <div class="standing" {...(mayVoteNow(view.visit) ? {} : { id: VOTE_PLACE, tabIndex: -1 })}>
      <Flash title={<Standing view={view} />} tone={good ? 'good' : 'plain'}>
        <OwnVote view={view} />
        <When view={view} />
      </Flash>
      <CopiedNote view={view} />
      {view.visit.came_by === 'link' && <WhoseLink view={view} />}
    </div>
  )
}

function Standing({ view: { visit, own } }: { view: PollView }): VNode {
  const { ballot, loaded, visitor } = visit
  const { is } = pollState(loaded.poll, loaded.now)
  if (ballot === null) return <>You can read this poll. You hold no ballot in it.</>
  if (own !== null)
    return (
      <>
        Your vote was recorded <AtTime at={own.cast_at} now={loaded.now} zone={visitor.time_zone} />.
      </>
    )
  if (ballot.voted) return <>Your vote is recorded.</>
  if (is === 'closed')
    return <>{`Voting has closed.${ballot.voted === false ? ' No vote was cast with your ballot.' : ''}`}</>
  return is === 'open' ? <>Your ballot is ready.</> : <>You hold a ballot in this poll.</>
}

function OwnVote({ view: { visit, own } }: { view: PollView }): VNode | null {
  const { ballot, loaded, visitor } = visit
  if (own !== null) {
    // Where it can be changed the ballot says what it is.
    const words = mayVoteNow(visit)
      ? []
      : [`You voted: ${voteWords(own.scores, { ...loaded, zone: visitor.time_zone })}.`]
    const told = [...words, ...(own.cast_by === null ? [] : [byKey(own.cast_by)])]
    return told.length === 0 ? null : <p>{told.join(' ')}</p>
  }
  if (!loaded.poll.anonymous || ballot?.voted !== true) return null
  return <p>What you chose cannot be looked up or changed: not by you, and not by anybody else.</p>
}

/** A vote that a program has cast for its voter is never passed off as the voter's own. */
const byKey = (name: string) =>
  `It was cast for you by the API key “${name}”. Once you vote here yourself, no key can change your vote.`

function When({ view }: { view: PollView }): VNode {
  const { visitor, ballot, loaded } = view.visit
  const state = pollState(loaded.poll, loaded.now)
  const zone = visitor.time_zone
  switch (state.is) {
    case 'draft':
      return <p>{`Voting has not opened.${ballot === null ? '' : ' You get a mail when it does.'}`}</p>
    case 'open':
      return (
        <p>
          {view.own === null ? 'Voting is open until ' : 'You can change it until '}
          <Time at={state.until} zone={zone} />: {view.own === null ? 'it' : 'voting'} closes{' '}
          {fromNow(state.until, loaded.now)}.
          {view.own === null && mayVoteNow(view.visit) && (
            <>
              {' '}
              <a href="#ballot">Go to your ballot</a>
            </>
          )}
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

const COPIED_BY = { admin: 'An admin', operator: 'Somebody who runs this service' }

/** A link that somebody else has held is not its holder's secret alone. */
function CopiedNote({ view: { visit } }: { view: PollView }): VNode | null {
  const { ballot, copied } = visit
  if (copied === null || copied.by === 'holder') return null
  const untold = ballot?.voted === null
  if (!untold && !mayVoteNow(visit)) return null
  return (
    <p class="whose small">
      <span>
        {COPIED_BY[copied.by]} copied this link on <Day at={copied.on} zone="UTC" />.
        {mayVoteNow(visit) && ' Whoever has it can vote in your place.'}
        {untold && ' So this page does not show whether you have voted.'}
      </span>
    </p>
  )
}

/** A link may have been passed on: whoever holds it sees for whom it was made, and can lay it down. */
function WhoseLink({ view: { visit, viewer } }: { view: PollView }): VNode {
  const name = visitorName(visit.visitor)
  return (
    <form class="whose small quiet" method="post" action={`/p/${visit.loaded.poll.key}/not-me`}>
      <span>
        {`You came by a personal link: it was made for ${name}.`}
        {viewer !== null &&
          ` You are signed in as ${visitorName(viewer)}, but a vote cast here counts as the one of ${name}.`}
      </span>{' '}
      <button class="link" type="submit">
        {viewer === null ? `I am not ${name}` : 'Put this link away'}
      </button>
    </form>
  )
}
