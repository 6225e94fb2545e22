import type { VNode } from 'preact'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isExportable } from '../../polls/results/load-ballot-export.ts'
import { IslandScript } from '../assets/island-part.tsx'

/** Where the ballots of a closed poll are, to keep and to count again. */
export function BallotFilesPart({ loaded }: { loaded: LoadedPoll }): VNode | null {
  if (!isExportable(loaded)) return null
  const at = `/p/${loaded.poll.key}/ballots`
  return (
    <section class="stack on-screen" aria-labelledby="keep">
      <h2 id="keep">To keep and to check</h2>
      <p class="row">
        <a href={`${at}.csv`}>Ballots as CSV</a>
        <a href={`${at}.json`}>Ballots as JSON</a>
        <button class="button plain" type="button" data-print="">
          Print the minute
        </button>
      </p>
      <p class="quiet">
        Anyone can count the JSON file again with <code>folkmoot recount</code>. The minute is this page on
        paper: the outcome, the result, the reasons and the question.{' '}
        <a href="/help/facilitating#keeping">More about keeping results</a>
      </p>
      <IslandScript name="print" />
    </section>
  )
}
