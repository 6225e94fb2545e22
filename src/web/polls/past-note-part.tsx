import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isEditOrReopening, type PollPast } from '../../polls/past/poll-past.ts'
import { pollState } from '../../polls/poll.ts'
import { timeWords } from '../../text/time-words.ts'
import { shownNames } from '../../users/shown-names.ts'
import { pastWords, type Told } from '../poll-words/past-words.tsx'
import { reopenedWords } from '../poll-words/reopened-part.tsx'
import type { PollView } from '../visits/poll-view.ts'

/** More lines than these are folded. */
const MOST_OPEN = 3
/** There are no more: the history has the rest. */
const MOST_LINES = 20

/** The same on the poll's own page. */
export function PollPastNote({ view: { visit, past } }: { view: PollView }): VNode | null {
  const { loaded, visitor } = visit
  const history = `/p/${loaded.poll.key}/history`
  const zone = visitor.time_zone
  const note = PastNote({ past, zone, history })
  // The minutes have the whole story.
  return note === null ? null : (
    <>
      <div class="on-screen">{note}</div>
      {past.reopened !== null && <OpenAgain loaded={loaded} zone={zone} />}
    </>
  )
}

/** For readers of the paper, whom nothing else at its top tells that the poll is open. */
function OpenAgain({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode | null {
  const state = pollState(loaded.poll, loaded.now)
  if (state.is !== 'open') return null
  return <p class="on-paper">{t('mail.open_again', { closing: timeWords(state.until, zone) })}</p>
}

type Props = {
  past: Pick<PollPast, 'changes' | 'reopened'>
  zone: string
  /** The address of the page with all changes. */
  history: string
}

/** Below the title: that voting was reopened, and each change since voting opened, with who made it. */
export function PastNote({ past, zone, history }: Props): VNode | null {
  const { reopened, lines } = linesOf(past, zone)
  if (reopened === false && lines.length === 0) return null
  return (
    <div class="small quiet">
      {reopened !== false && <p>{reopened}</p>}
      <Lines lines={lines.slice(0, MOST_OPEN)} />
      <Folded lines={lines.slice(MOST_OPEN)} />
      <p class="on-screen">
        <a href={history}>{t('poll.history')}</a>
      </p>
    </div>
  )
}

/**
 * The same as items of a list, with a link to all changes. `told`: when the edit was made that is told above,
 * with that link; null: none.
 */
export function PollPastLines({
  view: { visit, past },
  told: above,
}: {
  view: PollView
  told: Date | null
}): VNode | null {
  const { loaded, visitor } = visit
  const all = linesOf(past, visitor.time_zone)
  const { reopened } = all
  const lines = all.lines.filter(({ at }) => at.getTime() !== above?.getTime())
  const told = [
    ...(reopened === false ? [] : [reopened]),
    ...lines.slice(0, MOST_OPEN).map(({ words }) => words),
  ]
  if (told.length === 0) return null
  return (
    <>
      {told.map((words, place) => (
        <li key={place}>{words}</li>
      ))}
      {lines.length > MOST_OPEN && (
        <li>
          <Folded lines={lines.slice(MOST_OPEN)} />
        </li>
      )}
      {above === null && (
        <li>
          <a href={`/p/${loaded.poll.key}/history`}>{t('poll.history')}</a>
        </li>
      )}
    </>
  )
}

type Line = { at: Date; words: ComponentChildren }

/** What is told of the past: the last reopening, and each other change since voting opened. */
function linesOf({ changes: all, reopened }: Props['past'], zone: string) {
  const changes = all.filter(isEditOrReopening).slice(0, MOST_LINES)
  const people = [...changes, ...(reopened === null ? [] : [reopened])].flatMap(({ by }) => by ?? [])
  const told: Told = { names: shownNames(people), zone }
  // The last reopening is told above.
  const last = changes.findIndex(({ what }) => what === 'reopening')
  const lines = changes.filter((_, place) => place !== last)
  return {
    reopened: reopened !== null && reopenedWords({ reopened, ...told }),
    lines: lines.map((line): Line => ({ at: line.at, words: pastWords(line, told) })),
  }
}

function Folded({ lines }: { lines: Line[] }): VNode | null {
  if (lines.length === 0) return null
  return (
    <details>
      <summary>{t('poll.earlier_changes', { count: lines.length })}</summary>
      <Lines lines={lines} />
    </details>
  )
}

function Lines({ lines }: { lines: Line[] }): VNode | null {
  if (lines.length === 0) return null
  return (
    <ul class="bare">
      {lines.map(({ at, words }) => (
        <li key={at.getTime()} class="past">
          {words}
        </li>
      ))}
    </ul>
  )
}
