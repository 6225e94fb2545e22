import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isListed, type PastChange, type PollPast } from '../../polls/past/poll-past.ts'
import { pollState } from '../../polls/poll.ts'
import { timeWords } from '../../text/time-words.ts'
import { shownNames } from '../../users/shown-names.ts'
import { pastWords, type Told } from '../poll-words/past-words.tsx'
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

/** Below the title: each change and reopening since voting opened, with who made it, the latest first. */
export function PastNote({ past, zone, history }: Props): VNode | null {
  const lines = linesOf(past, zone)
  if (lines.length === 0) return null
  const { latest, between, reopening, before } = folded(lines)
  return (
    <div class="small quiet">
      <Lines lines={latest} />
      <Folded lines={between} />
      <Lines lines={reopening} />
      <Folded lines={before} />
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
  const lines = all.filter(({ at }) => at.getTime() !== above?.getTime())
  if (lines.length === 0) return null
  const { latest, between, reopening, before } = folded(lines)
  return (
    <>
      <Items lines={latest} />
      <FoldedItem lines={between} />
      <Items lines={reopening} />
      <FoldedItem lines={before} />
      {above === null && (
        <li>
          <a href={`/p/${loaded.poll.key}/history`}>{t('poll.history')}</a>
        </li>
      )}
    </>
  )
}

type Line = { at: Date; words: ComponentChildren; reopens: boolean }

/** What is told of the past, the latest first. */
function linesOf({ changes, reopened }: Props['past'], zone: string): Line[] {
  const listed: Omit<PastChange, 'retitled'>[] = changes
    .filter((change) => isListed(change, reopened))
    .slice(0, MOST_LINES)
  // Where very many edits followed.
  if (reopened !== null && !listed.some(({ what }) => what === 'reopening'))
    listed.push({ ...reopened, what: 'reopening', fields: [] })
  const told: Told = { names: shownNames(listed.flatMap(({ by }) => by ?? [])), zone }
  return listed.map((line) => ({
    at: line.at,
    words: pastWords(line, told),
    reopens: line.what === 'reopening',
  }))
}

/** The lines in their order: the last reopening is never folded. */
function folded(lines: Line[]): Record<'latest' | 'between' | 'reopening' | 'before', Line[]> {
  const last = lines.findIndex(({ reopens }) => reopens)
  const place = last < MOST_OPEN ? lines.length : last
  return {
    latest: lines.slice(0, MOST_OPEN),
    between: lines.slice(MOST_OPEN, place),
    reopening: lines.slice(place, place + 1),
    before: lines.slice(place + 1),
  }
}

function Items({ lines }: { lines: Line[] }): VNode {
  return (
    <>
      {lines.map(({ at, words }) => (
        <li key={at.getTime()}>{words}</li>
      ))}
    </>
  )
}

function FoldedItem({ lines }: { lines: Line[] }): VNode | null {
  if (lines.length === 0) return null
  return (
    <li>
      <Folded lines={lines} />
    </li>
  )
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
