import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../groups/group.ts'
import { loadPollVisit, type PollVisit } from '../members/load-visit.ts'
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
  const { visitor, loaded } = visit
  const { poll, in_group } = loaded
  const zone = visitor.time_zone
  const group_name = fullName(in_group.group, in_group.parent)
  const options = inVotersOrder(poll, loaded.options, visitor.id)
  return (
    <Layout title={poll.title} group_name={group_name} side={<PollFacts loaded={loaded} zone={zone} />}>
      <header>
        <p class="kicker">{`${typeName(poll.poll_type)} in ${group_name}`}</p>
        <h1>{poll.title}</h1>
      </header>
      <BallotNote visit={visit} />
      {poll.details !== null && poll.details !== '' && <RichText text={poll.details} format={poll.details_format} />}
      <section class="stack" aria-labelledby="options">
        <h2 id="options">What is voted on</h2>
        <p>{howToVote(poll, options.length)}</p>
        <Options poll={poll} options={options} zone={zone} />
      </section>
      <ResultsOrRule visit={visit} />
      {poll.anonymous && <AnonymousNote />}
    </Layout>
  )
}

/** Before anything can be counted the rule is told; then the results, as far as they may be seen. */
function ResultsOrRule({ visit: { visitor, loaded } }: { visit: PollVisit }): VNode {
  if (loaded.poll.closed_at !== null || loaded.results.shown) return <ResultsPart loaded={loaded} zone={visitor.time_zone} />
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p>{resultsRule(loaded.poll.hide_results)}</p>
    </section>
  )
}

function AnonymousNote(): VNode {
  return (
    <section class="stack" aria-labelledby="anonymous">
      <h2 id="anonymous">This poll is anonymous</h2>
      <p>
        No page, mail or answer of this service joins a voter to a ballot, for anybody. An anonymous vote cannot be looked
        up or changed once it is cast. Whether you have voted is kept, so that each ballot counts once.
      </p>
      <p class="quiet">
        Whoever controls the running server could watch ballots arrive, and a very small or unanimous group gives itself
        away by its result.
      </p>
    </section>
  )
}
