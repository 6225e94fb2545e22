import type { VNode } from 'preact'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { POLL_TYPES } from '../polls/poll-types.ts'
import type { Results } from '../polls/results.ts'
import type { ResultRow } from '../polls/tally/result-rows.ts'
import { meaning } from './options-part.tsx'
import { count, optionLabel } from './poll-words.ts'

type Shown = Extract<Results, { shown: true }>

const WAITING = {
  vote: 'You see the results once you have voted, or when voting has closed.',
  close: 'Results are shown when voting has closed.',
  count: 'The votes are being counted. Results are shown as soon as they are final.',
}

/** The results as far as the gate lets this reader see them. */
export function ResultsPart({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const { results } = loaded
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">Results</h2>
      {results.shown ? <Totals loaded={loaded} results={results} zone={zone} /> : <p class="quiet">{WAITING[results.until]}</p>}
    </section>
  )
}

function Totals({ loaded, results, zone }: { loaded: LoadedPoll; results: Shown; zone: string }): VNode {
  const { poll, voters_count } = loaded
  if (results.as_of === 0) return <p>Nobody has voted{poll.closed_at === null ? ' yet' : ''}.</p>
  const most = POLL_TYPES[poll.poll_type].number(poll, loaded.options.length).most
  return (
    <>
      <p>
        {results.as_of < loaded.decided_count
          ? `These totals hold ${results.as_of} of ${count(loaded.decided_count, 'vote')}: while an anonymous poll is open they move on in steps, so that no single vote shows.`
          : `${results.as_of} of ${voters_count} voted.`}
      </p>
      <ul class="results" role="list">
        {results.rows.map((row) => (
          <li key={row.option.slot}>
            <p>
              <strong>{optionLabel(poll.poll_type, row.option.name, zone)}</strong>
              <span>{figures(row, results.as_of, most)}</span>
            </p>
            <Bar share={row.score / (results.as_of * most)} meaning={meaning(poll, row.option.name)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The axis runs from 0 to what the option could have got from those who voted. */
function figures(row: ResultRow, voters: number, most: number): string {
  const percent = Math.round((row.score * 100) / (voters * most))
  if (most === 1) return `${row.score} of ${voters} (${percent}%)`
  return `${row.score} of ${count(voters * most, 'point')} (${percent}%), from ${count(row.voter_count, 'voter')}`
}

function Bar({ share, meaning }: { share: number; meaning: string }): VNode {
  return (
    <svg class={meaning} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="scale" width="100" height="10" />
      <rect class="value" width={Math.round(share * 1_000) / 10} height="10" />
    </svg>
  )
}
