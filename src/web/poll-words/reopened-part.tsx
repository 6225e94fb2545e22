import type { ComponentChildren, VNode } from 'preact'
import type { Reopening } from '../../polls/past/poll-past.ts'
import { displayName } from '../../users/user.ts'
import { Time } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'

/** `names`: of people, as this page shows them; nothing where it names nobody. */
type Props = { reopened: Reopening; names: Map<number, string> | null; zone: string }

/** "Voting was reopened by Ada Vale on …." */
export function reopenedWords({ reopened: { at, by }, names, zone }: Props): ComponentChildren {
  const time = <Time at={at} zone={zone} />
  if (by === null || names === null) return rich('poll.reopened_on', { time })
  return rich('poll.reopened_by_on', { time, name: <bdi>{names.get(by.id) ?? displayName(by)}</bdi> })
}

/** The same as a line; null: it was never reopened. */
export function ReopenedNote({
  reopened,
  ...told
}: Omit<Props, 'reopened'> & { reopened: Reopening | null }): VNode | null {
  return reopened === null ? null : <p class="small quiet">{reopenedWords({ reopened, ...told })}</p>
}
