import type { VNode } from 'preact'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { Results } from '../../polls/results/results.ts'
import { verdictOf } from '../../polls/results/verdict.ts'
import { isUndecided } from '../../polls/results/verdict-words.ts'
import { pageOf } from '../ballots/index.ts'
import { meaning, OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { optionLabel, resultsRule } from '../poll-words/poll-words.ts'
import { axisWords, leadWords, mostScore, rowWords, sentenceWords } from './result-words.ts'
import { VerdictPart } from './verdict-part.tsx'

type Shown = Extract<Results, { shown: true }>

const COUNTING = 'The votes are being counted. Results are shown as soon as they are final.'
const UNCOUNTED = 'The votes cannot be counted for now. Results are shown once they are.'

/** The results as far as the gate lets this reader see them, or when they can be seen. */
export function ResultsPart({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const { results, poll, decided_count } = loaded
  const begun = decided_count > 0 || poll.closed_at !== null
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">Results</h2>
      {results.shown && begun ? (
        <>
          <VerdictPart loaded={loaded} zone={zone} />
          {!isUndecided(verdictOf(loaded)) && <Totals loaded={loaded} results={results} zone={zone} />}
        </>
      ) : (
        <p>{whyNone(loaded)}</p>
      )}
    </section>
  )
}

/** Why no results are shown, and when they are. */
function whyNone({ results, poll }: LoadedPoll): string {
  if (results.shown || results.until !== 'count') return resultsRule(poll)
  return poll.key_missing_at === null ? COUNTING : UNCOUNTED
}

function Totals({ loaded, results, zone }: { loaded: LoadedPoll; results: Shown; zone: string }): VNode {
  const { poll, options } = loaded
  const voters = results.as_of
  if (voters === 0) return <p>{turnout(loaded)}</p>
  const of = { poll, options: options.length, voters }
  const { Rows } = pageOf(poll.poll_type).results
  return (
    <>
      <p>
        <strong>{leadWords(poll, results.rows, zone)}</strong> {sentenceWords(results.rows, of)}{' '}
        {turnout(loaded)}
      </p>
      {Rows !== undefined ? (
        <Rows
          poll={poll}
          rows={results.rows}
          words={(row) => rowWords(row, of)}
          voters={voters}
          zone={zone}
        />
      ) : (
        <>
          <ul class="results bare">
            {results.rows.map((row) => (
              <li key={row.option.slot}>
                <p>
                  <span>
                    {optionLabel(poll.poll_type, row.option.name, zone)}
                    {poll.closed_at === null && <OptionNote poll={poll} name={row.option.name} />}
                    <OptionMeaning option={row.option} />
                  </span>
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
      )}
    </>
  )
}

function turnout({ decided_count, voters_count }: LoadedPoll): string {
  return decided_count === 0 ? 'Nobody voted.' : `${decided_count} of ${voters_count} voted.`
}

function Bar({ share, meaning }: { share: number; meaning: string }): VNode {
  return (
    <svg class={meaning} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="scale" width="100" height="10" />
      <rect class="value" width={Math.round(share * 1_000) / 10} height="10" />
    </svg>
  )
}
