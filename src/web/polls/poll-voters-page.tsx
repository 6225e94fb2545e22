import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { type BallotHolder, loadTurnout } from '../../polls/ballots/load-turnout.ts'
import { count } from '../../text/counted.ts'
import { Empty } from '../parts/empty-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { Person } from '../parts/person-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { pollToolPage } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'

export const votersPage = pollToolPage({
  path: '/p/:key/voters',
  may: 'see_voters',
  tool: { label: 'See who has voted' },
  show: showVoters,
})

/** GET /p/KEY/voters: who has voted in a named poll and who has not, for those who look after it. */
async function showVoters(exchange: Exchange, view: PollView): Promise<FastifyReply> {
  const holders = await loadTurnout(exchange.services.db.pool, view.visit.loaded.poll)
  return sendPage(exchange, <VotersPage view={view} holders={holders} />)
}

function VotersPage({ view, holders }: { view: PollView; holders: BallotHolder[] }): VNode {
  const { poll, in_group } = view.visit.loaded
  const [voted, waiting] = [holders.filter((one) => one.voted), holders.filter((one) => !one.voted)]
  return (
    <Layout
      title={`Who has voted: ${poll.title}`}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: `/p/${poll.key}` }]}
      viewer={view.viewer}
    >
      <h1>Who has voted</h1>
      <p>What they chose stands in the results, where these may be seen.</p>
      <Holders id="waiting" title="Not yet" holders={waiting} empty="Everybody has voted." />
      <Holders id="voted" title="Voted" holders={voted} empty="Nobody has voted yet." />
    </Layout>
  )
}

type List = { id: string; title: string; holders: BallotHolder[]; empty: string }

function Holders({ id, title, holders, empty }: List): VNode {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{`${title}: ${count(holders.length, 'person', 'people')}`}</h2>
      {holders.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <ul class="list bare">
          {holders.map((holder) => (
            <li key={holder.user_id}>
              <Person user={{ name: visitorName(holder) }} />
              {holder.cast_by !== null && (
                <span class="small quiet">{` cast by the API key “${holder.cast_by}”`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
