import type { ComponentChildren, VNode } from 'preact'
import { joined, t } from '../../locales/say.ts'
import type { PastChange, PollPast } from '../../polls/past/poll-past.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { shownNames } from '../../users/shown-names.ts'
import { Time } from '../parts/date-part.tsx'
import { reopenedWords } from '../poll-words/reopened-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'

/** More lines than these are folded. */
const MOST_OPEN = 3

type Told = { names: Map<number, string>; zone: string }

/** The same on the poll's own page. */
export function PollPastNote({ view: { visit, past } }: { view: PollView }): VNode | null {
  const { loaded, visitor } = visit
  return <PastNote past={past} zone={visitor.time_zone} history={`/p/${loaded.poll.key}/history`} />
}

type Props = {
  past: Pick<PollPast, 'changes' | 'reopened'>
  zone: string
  /** The address of the page with all changes. */
  history: string
}

/** Below the title: that voting was reopened, and each change since voting opened, with who made it. */
export function PastNote({ past, zone, history }: Props): VNode | null {
  const { changes, reopened } = past
  const people = [...changes, ...(reopened === null ? [] : [reopened])].flatMap(({ by }) => by ?? [])
  const told = { names: shownNames(people), zone }
  // The last reopening is told above.
  const last = changes.findIndex(({ what }) => what === 'reopening')
  const lines = changes.filter((_, place) => place !== last)
  if (reopened === null && lines.length === 0) return null
  return (
    <div class="small quiet">
      {reopened !== null && <p>{reopenedWords({ reopened, ...told })}</p>}
      <Lines lines={lines.slice(0, MOST_OPEN)} told={told} />
      {lines.length > MOST_OPEN && (
        <details>
          <summary>{t('poll.earlier_changes', { count: lines.length - MOST_OPEN })}</summary>
          <Lines lines={lines.slice(MOST_OPEN)} told={told} />
        </details>
      )}
      <p class="on-screen">
        <a href={history}>{t('poll.history')}</a>
      </p>
    </div>
  )
}

function Lines({ lines, told }: { lines: PastChange[]; told: Told }): VNode | null {
  if (lines.length === 0) return null
  return (
    <ul class="bare">
      {lines.map((line) => (
        <li key={line.at.getTime()} class="past">
          {wordsOf(line, told)}
        </li>
      ))}
    </ul>
  )
}

/** "Edited by Ada Vale on …: Title, Details" */
function wordsOf({ what, at, by, fields }: PastChange, { names, zone }: Told): ComponentChildren {
  if (what === 'reopening') return reopenedWords({ reopened: { at, by }, names, zone })
  const settings = joined(fields.flatMap((field) => settingName(field) ?? []))
  const time = <Time at={at} zone={zone} />
  if (by === null) return rich('poll.change_edited', { time, settings })
  return rich('poll.change_edited_by', { time, settings, name: <bdi>{names.get(by.id)}</bdi> })
}
