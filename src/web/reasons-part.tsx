import type { VNode } from 'preact'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { type GivenReason, MAX_REASONS } from '../polls/load-reasons.ts'
import { AtTime } from './date-part.tsx'
import { meaning, OptionMark } from './options-part.tsx'
import { Person } from './person-part.tsx'
import { RichText } from './rich-text-part.tsx'
import { voteWords } from './vote-words.ts'

type Props = { loaded: LoadedPoll; reasons: GivenReason[]; zone: string }

/** Why people voted as they did, beside their names. */
export function ReasonsPart({ loaded, reasons, zone }: Props): VNode | null {
  if (reasons.length === 0) return null
  return (
    <section class="stack" aria-labelledby="reasons">
      <h2 id="reasons">Reasons</h2>
      {reasons.length === MAX_REASONS && <p class="quiet">{`The latest ${MAX_REASONS} are shown.`}</p>}
      <ul class="reasons bare">
        {reasons.map((given) => (
          <li key={given.user_id}>
            <header>
              <Person user={{ name: given.user_name }} />
              <span class="small quiet">
                <AtTime at={given.cast_at} now={loaded.now} zone={zone} />
                {given.cast_by !== null && `, cast by the API key “${given.cast_by}”`}
              </span>
            </header>
            <Vote loaded={loaded} given={given} zone={zone} />
            <RichText text={given.reason} format={given.reason_format} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Vote({ loaded, given, zone }: { loaded: LoadedPoll; given: GivenReason; zone: string }): VNode {
  const { poll, options } = loaded
  const only = options.find((option) => (given.scores[option.slot - 1] ?? 0) > 0)
  const signed = (poll.poll_type === 'proposal' || poll.poll_type === 'count') && only !== undefined
  return (
    <p class="small vote">
      {signed && (
        <span class={meaning(poll, only.name)}>
          <OptionMark poll={poll} name={only.name} />
        </span>
      )}
      <strong>{voteWords(given.scores, { poll, options, zone })}</strong>
    </p>
  )
}
