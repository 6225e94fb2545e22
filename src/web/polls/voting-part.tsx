import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { addsUp, isElection, methodOf } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { Poll } from '../../polls/poll.ts'
import type { Filled } from '../ballots/ballot-form.ts'
import { BallotPart } from '../ballots/ballot-part.tsx'
import { Details } from '../poll-words/details-part.tsx'
import { inVotersOrder } from '../poll-words/poll-words.ts'
import { CountedBy } from '../results/election-part.tsx'
import { RulesPart } from '../results/verdict-part.tsx'
import { abilitiesOf } from '../visits/poll-tools.ts'
import { mayVoteNow, type PollView } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'
import type { After } from './after-vote-part.tsx'
import { Totals } from './poll-results-part.tsx'
import { WhatIsVotedOn } from './question-part.tsx'

type BallotProps = { view: PollView; filled: Filled; after: After }

/** `asked`: the page has shown the text of the question above. */
type AskedProps = BallotProps & { asked: boolean }

/**
 * The question, the ballot or the options, and the results or when they appear. A cast ballot is one line
 * that says how somebody voted: the results follow it at once.
 */
export function Asked({ view, filled, after, asked }: AskedProps): VNode {
  const { visit } = view
  const { poll, voters_count } = visit.loaded
  return (
    <>
      {!asked && <Details poll={poll} />}
      <Elects poll={poll} />
      <RulesPart poll={poll} voters={voters_count} zone={visit.visitor.time_zone} />
      <Ballot view={view} filled={filled} after={after} />
      <Totals view={view} />
    </>
  )
}

/** How many are elected, and how votes are counted: voters decide what they rank by it. */
function Elects({ poll }: { poll: Poll }): VNode | null {
  const name = methodOf(poll)
  if (name === null || !isElection(poll)) return null
  const method = <CountedBy method={name} />
  const seats = t('poll_form.line_seats', { seats: poll.seats })
  return <p>{poll.seats > 1 ? rich('count.elects', { seats, method }) : method}</p>
}

function Ballot({ view, filled, after }: BallotProps): VNode {
  const { visit, own } = view
  const { loaded, visitor } = visit
  const what = {
    poll: loaded.poll,
    options: inVotersOrder(loaded.poll, loaded.options, visitor.id),
    now: loaded.now,
    zone: visitor.time_zone,
  }
  const add = abilitiesOf(visit).includes('add_options') ? `/p/${loaded.poll.key}/options` : null
  if (!mayVoteNow(visit)) return <WhatIsVotedOn {...what} add={add} />
  return (
    <>
      <BallotPart
        visit={visit}
        own={own}
        edited={view.past.edited}
        filled={filled}
        joined={after.joined && own !== null}
        sent={after.sent}
        receipts={view.receipts}
      />
      {/* A ballot is not printed, and its options are, unless the result has them. */}
      {!namesOptions(loaded) && <WhatIsVotedOn {...what} on_paper />}
    </>
  )
}

/** Whether the shown result names every option. */
function namesOptions({ poll, results }: LoadedPoll): boolean {
  return results.shown && results.as_of > 0 && addsUp(poll)
}
