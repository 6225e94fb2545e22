import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type Poll, votedElsewhere } from '../../polls/poll.ts'
import { Time } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'

/** Says of a thread that it was moved in from another service. */
export function ImportedNote({ at, zone }: { at: Date | null; zone: string }): VNode | null {
  if (at === null) return null
  return <p class="small quiet">{rich('import.imported_at', { time: <Time at={at} zone={zone} /> })} </p>
}

/** The same of a poll, and that another service conducted the vote. */
export function ImportedPollNote({ poll, zone }: { poll: Poll; zone: string }): VNode {
  return (
    <>
      <ImportedNote at={poll.imported_at} zone={zone} />
      {votedElsewhere(poll) && <p class="small quiet">{t('import.unsigned')} </p>}
    </>
  )
}
