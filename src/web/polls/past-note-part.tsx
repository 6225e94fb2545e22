import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isEditOrReopening, type PastChange, type PollPast } from '../../polls/past/poll-past.ts'
import { pollState } from '../../polls/poll.ts'
import { shownNames } from '../../users/shown-names.ts'
import { fromNow, Time } from '../parts/date-part.tsx'
import { pastWords, type Told } from '../poll-words/past-words.tsx'
import { reopenedWords } from '../poll-words/reopened-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { rich, richSentences } from '../words/rich.tsx'

/** More lines than these are folded. */
const MOST_OPEN = 3
/** There are no more: the history has the rest. */
const MOST_LINES = 20

/** The same on the poll's own page. */
export function PollPastNote({ view: { visit, past } }: { view: PollView }): VNode | null {
  const { loaded, visitor } = visit
  const note = PastNote({
    ...{ past, loaded },
    zone: visitor.time_zone,
    history: `/p/${loaded.poll.key}/history`,
  })
  // The minutes have the whole story.
  return note === null ? null : <div class="on-screen">{note}</div>
}

type Props = {
  past: Pick<PollPast, 'changes' | 'reopened'>
  loaded: Pick<LoadedPoll, 'poll' | 'now'>
  zone: string
  /** The address of the page with all changes. */
  history: string
}

/** Below the title: until when voting was reopened, and each change since voting opened, with who made it. */
export function PastNote({ past, loaded: { poll, now }, zone, history }: Props): VNode | null {
  const { reopened } = past
  const changes = past.changes.filter(isEditOrReopening).slice(0, MOST_LINES)
  const people = [...changes, ...(reopened === null ? [] : [reopened])].flatMap(({ by }) => by ?? [])
  const told = { names: shownNames(people), zone }
  const state = pollState(poll, now)
  // The last reopening is told above.
  const last = changes.findIndex(({ what }) => what === 'reopening')
  const lines = changes.filter((_, place) => place !== last)
  if (reopened === null && lines.length === 0) return null
  return (
    <div class="small quiet">
      {reopened !== null && (
        <p>
          {richSentences([
            reopenedWords({ reopened, ...told }),
            changes[last]?.withdraws === true && t('poll.outcome_withdrawn'),
            state.is === 'open' &&
              rich('poll.open_until', {
                time: <Time at={state.until} zone={told.zone} />,
                distance: fromNow(state.until, now),
              }),
          ])}
        </p>
      )}
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
          {pastWords(line, told)}
        </li>
      ))}
    </ul>
  )
}
