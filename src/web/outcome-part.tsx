import type { VNode } from 'preact'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { Day } from './date-part.tsx'
import { Person } from './person-part.tsx'
import { RichText } from './rich-text-part.tsx'

/** What was made of the result, as it was published last. */
export function OutcomePart({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode | null {
  if (loaded.outcome === null) return null
  const { outcome, author } = loaded.outcome
  return (
    <section class="outcome stack" aria-labelledby="outcome">
      <h2 id="outcome">Outcome</h2>
      <RichText text={outcome.statement} format={outcome.statement_format} />
      <p class="small quiet row">
        <Person user={author} />
        <span>
          published it on <Day at={outcome.created_at} zone={zone} />
        </span>
      </p>
    </section>
  )
}
