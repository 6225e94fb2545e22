import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Reopening } from '../../polls/past/poll-past.ts'
import { displayName } from '../../users/user.ts'
import { Time } from '../parts/date-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'

/** `names`: of people, as this page shows them; nothing where it names nobody. */
type Props = { reopened: Reopening; names: Map<number, string> | null; zone: string }

/** "Voting was reopened by Ada Vale on …. The outcome was withdrawn." */
export function reopenedWords(about: Props): ComponentChildren {
  return richSentences([whoReopened(about), about.reopened.withdraws && t('poll.outcome_withdrawn')])
}

function whoReopened({ reopened: { at, by }, names, zone }: Props): ComponentChildren {
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
