import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type GivenReason, MAX_REASONS } from '../../polls/results/load-reasons.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { AtTime, isToday, Time } from '../parts/date-part.tsx'
import { drawnOnce } from '../parts/drawn-once.ts'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { hasSigns, meaning, OptionMark } from '../poll-words/options-part.tsx'
import { rich } from '../words/rich.tsx'

type Props = {
  loaded: LoadedPoll
  reasons: GivenReason[]
  names: ReadonlyMap<number, string>
  zone: string
}

/** The voters' reasons, beside their names. */
export function ReasonsPart(props: Props): VNode | null {
  const { reasons, zone } = props
  if (reasons.length === 0) return null
  const markup = drawnOnce(reasons, zone, () => <Reasons {...props} />)
  return <section class="stack" aria-labelledby="reasons" dangerouslySetInnerHTML={{ __html: markup }} />
}

function Reasons({ loaded, reasons, names, zone }: Props): VNode {
  return (
    <>
      <h2 id="reasons">{t('result.reasons')}</h2>
      {reasons.length === MAX_REASONS && (
        <p class="quiet">{t('result.latest_reasons', { most: MAX_REASONS })}</p>
      )}
      <ul class="reasons bare">
        {reasons.map((given) => (
          <li key={given.user_id}>
            <header>
              <Person user={{ name: given.user_name }} shown={names.get(given.user_id)} />
              <When given={given} now={loaded.now} zone={zone} />
            </header>
            <Vote loaded={loaded} given={given} />
            <RichText text={given.reason} format={given.reason_format} />
          </li>
        ))}
      </ul>
    </>
  )
}

function When({
  given: { cast_at, cast_by },
  now,
  zone,
}: {
  given: GivenReason
  now: Date
  zone: string
}): VNode {
  const said = (when: VNode) =>
    cast_by === null ? when : rich('result.when_by_key', { when, name: cast_by })
  const shown = <AtTime at={cast_at} now={now} zone={zone} />
  if (!isToday({ at: cast_at, now, zone })) return <span class="small quiet">{said(shown)}</span>
  return (
    <>
      <span class="small quiet on-screen">{said(shown)}</span>
      {/* Paper is read on other days. */}
      <span class="small quiet on-paper">{said(<Time at={cast_at} zone={zone} />)}</span>
    </>
  )
}

function Vote({ loaded, given }: { loaded: LoadedPoll; given: GivenReason }): VNode {
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
      <strong>{voteWords(given.scores, { poll, options })}</strong>
    </p>
  )
}
