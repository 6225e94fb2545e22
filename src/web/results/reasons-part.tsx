import type { VNode } from 'preact'
import { votersNames } from '../../polls/ballots/voters-names.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type GivenReason, MAX_REASONS } from '../../polls/results/load-reasons.ts'
import { voteWords } from '../ballots/ballot-words.ts'
import { AtTime } from '../parts/date-part.tsx'
import { drawnOnce } from '../parts/drawn-once.ts'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { hasSigns, meaning, OptionMark } from '../poll-words/options-part.tsx'

type Props = { loaded: LoadedPoll; reasons: GivenReason[]; zone: string; sees_addresses: boolean }

/** Why people voted as they did, beside their names. */
export function ReasonsPart(props: Props): VNode | null {
  const { reasons, zone, sees_addresses } = props
  if (reasons.length === 0) return null
  const markup = drawnOnce(reasons, `${sees_addresses} ${zone}`, () => <Reasons {...props} />)
  return <section class="stack" aria-labelledby="reasons" dangerouslySetInnerHTML={{ __html: markup }} />
}

function Reasons({ loaded, reasons, zone, sees_addresses }: Props): VNode {
  const names = votersNames(reasons, sees_addresses)
  return (
    <>
      <h2 id="reasons">Reasons</h2>
      {reasons.length === MAX_REASONS && <p class="quiet">{`The latest ${MAX_REASONS} are shown.`}</p>}
      <ul class="reasons bare">
        {reasons.map((given) => (
          <li key={given.user_id}>
            <header>
              <Person user={{ name: given.user_name }} shown={names.get(given.user_id)} />
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
    </>
  )
}

function Vote({ loaded, given, zone }: { loaded: LoadedPoll; given: GivenReason; zone: string }): VNode {
  const { poll, options } = loaded
  const only = options.find((option) => (given.scores[option.slot - 1] ?? 0) > 0)
  const signed = hasSigns(poll) && only !== undefined
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
