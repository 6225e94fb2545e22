import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { votersNames } from '../../polls/ballots/voters-names.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type GivenReason, MAX_REASONS } from '../../polls/results/load-reasons.ts'
import { boundedCache, bytesOf } from '../../text/bounded-cache.ts'
import { voteWords } from '../ballots/ballot-words.ts'
import { AtTime } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { hasSigns, meaning, OptionMark } from '../poll-words/options-part.tsx'

type Props = { loaded: LoadedPoll; reasons: GivenReason[]; zone: string; sees_addresses: boolean }

/** Drawn reasons by the zone of their times, and for those who see addresses: they are most of a page. */
const DRAWN_BYTES = 8 * 1024 * 1024
const drawn = boundedCache<string>(DRAWN_BYTES, (markup, key) => bytesOf(key, markup))

/** What reasons that were loaded once are called here. */
const called = new WeakMap<GivenReason[], string>()
let named = 0

/** Why people voted as they did, beside their names. */
export function ReasonsPart(props: Props): VNode | null {
  const { reasons, zone, sees_addresses } = props
  if (reasons.length === 0) return null
  const key = `${nameOf(reasons)} ${sees_addresses} ${zone}`
  const markup = drawn.get(key) ?? drawn.keep(key, renderToString(<Reasons {...props} />))
  return <section class="stack" aria-labelledby="reasons" dangerouslySetInnerHTML={{ __html: markup }} />
}

function nameOf(reasons: GivenReason[]): string {
  const name = called.get(reasons) ?? String(named++)
  called.set(reasons, name)
  return name
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
