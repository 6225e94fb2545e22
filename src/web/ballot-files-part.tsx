import type { VNode } from 'preact'
import { isExportable } from '../polls/load-ballot-export.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'

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
      </p>
      <p class="quiet">
        Anyone can count the JSON file again with <code>folkmoot recount</code>. Print this page for a minute:
        on paper stand the question, the result, the reasons and the outcome.
      </p>
    </section>
  )
}
