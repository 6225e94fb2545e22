import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../groups/group.ts'
import { loadPollVisit, type PollVisit } from '../members/load-visit.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import { BallotNote } from './ballot-note-part.tsx'
import { type Exchange, sendPage } from './exchange.ts'
import { Layout } from './layout.tsx'
import { keepToken, keptToken, linkToken } from './link-cookie.ts'
import { Options } from './options-part.tsx'
import { PollFacts } from './poll-facts-part.tsx'
import { howToVote, inVotersOrder, resultsRule, typeName } from './poll-words.ts'
import { ResultsPart } from './results-part.tsx'
import { RichText } from './rich-text-part.tsx'

/** GET /p/KEY, also with ?k=TOKEN. NotFound alike for what is not there and what this link does not open. */
export async function showPoll(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const token = linkToken(exchange.request)
  const visit = await loadPollVisit(exchange.services.db.pool, token ?? keptToken(exchange), key)
  if (token !== null) return keepToken(exchange, `/p/${key}`, token)
  return sendPage(exchange, <PollPage visit={visit} />)
}

function PollPage({ visit }: { visit: PollVisit }): VNode {
  const { loaded } = visit
  const { poll, in_group } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  const side = <PollFacts loaded={loaded} zone={visit.visitor.time_zone} />
  return (
    <Layout title={poll.title} group_name={group_name} side={side}>
      <header>
        <p class="kicker">{`${typeName(poll.poll_type)} in ${group_name}`}</p>
        <h1>{poll.title}</h1>
      </header>
      <BallotNote visit={visit} />
      {isCounted(loaded) ? <Decided visit={visit} /> : <Asked visit={visit} />}
      {poll.anonymous && <AnonymousNote />}
    </Layout>
  )
}

/** Voting is over and its count, which names every option, may be seen. */
function isCounted({ poll, results }: LoadedPoll): boolean {
  return poll.closed_at !== null && results.shown && results.as_of > 0
}

/** The result first, then what it answers. */
function Decided({ visit: { visitor, loaded } }: { visit: PollVisit }): VNode {
  return (
    <>
      <ResultsPart loaded={loaded} zone={visitor.time_zone} />
      <section class="stack" aria-labelledby="question">
        <h2 id="question">What was asked</h2>
        <Details poll={loaded.poll} />
        <p>{howToVote(loaded.poll, loaded.options.length)}</p>
      </section>
    </>
  )
}

/** What is asked, what may be chosen, and when the result can be seen. */
function Asked({ visit: { visitor, loaded } }: { visit: PollVisit }): VNode {
  const { poll, results } = loaded
  const zone = visitor.time_zone
  const options = inVotersOrder(poll, loaded.options, visitor.id)
  return (
    <>
      <Details poll={poll} />
      <section class="stack" aria-labelledby="options">
        <h2 id="options">What is voted on</h2>
        <p>{howToVote(poll, options.length)}</p>
        <Options poll={poll} options={options} zone={zone} />
      </section>
      {poll.closed_at !== null || (results.shown && results.as_of > 0) ? (
        <ResultsPart loaded={loaded} zone={zone} />
      ) : (
        <ResultsRule poll={poll} />
      )}
    </>
  )
}

function Details({ poll: { details, details_format } }: { poll: Poll }): VNode | null {
  return details === null || details.trim() === '' ? null : (
    <RichText text={details} format={details_format} />
  )
}

function ResultsRule({ poll }: { poll: Poll }): VNode {
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p>{resultsRule(poll.hide_results)}</p>
    </section>
  )
}

function AnonymousNote(): VNode {
  return (
    <section class="stack" aria-labelledby="anonymous">
      <h2 id="anonymous">This poll is anonymous</h2>
      <p>
        No page, mail or answer of this service joins a voter to a ballot, for anybody. An anonymous vote
        cannot be looked up or changed once it is cast. Whether you have voted is kept, so that each ballot
        counts once.
      </p>
      <p class="quiet">
        Whoever controls the running server could watch ballots arrive, and a very small or unanimous group
        gives itself away by its result.
      </p>
    </section>
  )
}
