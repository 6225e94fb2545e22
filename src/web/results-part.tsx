import type { VNode } from 'preact'
import type { LoadedPoll } from '../polls/load-poll.ts'
import type { Results } from '../polls/results.ts'
import { meaning } from './options-part.tsx'
import { count, optionLabel } from './poll-words.ts'
import { axisWords, leadWords, mostScore, positionsWords, rowWords } from './result-words.ts'
import { VerdictPart } from './verdict-part.tsx'

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
      {results.shown && <VerdictPart loaded={loaded} zone={zone} />}
      {results.shown ? (
        <Totals loaded={loaded} results={results} zone={zone} />
      ) : (
        <p class="quiet">{WAITING[results.until]}</p>
      )}
    </section>
  )
}

function Totals({ loaded, results, zone }: { loaded: LoadedPoll; results: Shown; zone: string }): VNode {
  const { poll, options } = loaded
  const voters = results.as_of
  if (voters === 0) return <p>{turnout(loaded, voters)}</p>
  const of = { poll, options: options.length, voters }
  return (
    <>
      <p>
        <strong>{leadWords(poll, results.rows, zone)}</strong> {positionsWords(poll, results.rows, voters)}{' '}
        {turnout(loaded, voters)}
      </p>
      <ul class="results bare">
        {results.rows.map((row) => (
          <li key={row.option.slot}>
            <p>
              <span>{optionLabel(poll.poll_type, row.option.name, zone)}</span>
              <span class="quiet">{rowWords(row, of)}</span>
            </p>
            <Bar share={row.score / mostScore(of)} meaning={meaning(poll, row.option.name)} />
          </li>
        ))}
      </ul>
      <p class="axis" aria-hidden="true">
        <span>0</span>
        <span>{axisWords(of)}</span>
      </p>
    </>
  )
}

function turnout({ poll, decided_count, voters_count }: LoadedPoll, counted: number): string {
  if (decided_count === 0) return poll.closed_at === null ? 'Nobody has voted yet.' : 'Nobody voted.'
  if (counted === decided_count) return `${counted} of ${voters_count} voted.`
  return `${counted} of ${count(decided_count, 'vote')} are counted so far: while an anonymous poll is open its totals move on in steps, so that no single vote shows.`
}

function Bar({ share, meaning }: { share: number; meaning: string }): VNode {
  return (
    <svg class={meaning} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="scale" width="100" height="10" />
      <rect class="value" width={Math.round(share * 1_000) / 10} height="10" />
    </svg>
  )
}
