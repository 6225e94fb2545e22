import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type EditedPoll, votesBeforeEdit } from '../../polls/past/poll-past.ts'

/** `history`: the address of the edit history; null: this reader has none. */
type Props = { of: EditedPoll; history: string | null }

/** "All votes" says more than "2 of these votes" below two of them. */
function beforeEdit(votes: number, all: number): string {
  return votes === all ? t('poll.all_votes_before_edit', { votes }) : t('poll.votes_before_edit', { votes })
}

/** "2 of these votes were cast before the question was last edited." Null: none, or nothing may be said. */
export function OldVotes({ of, history }: Props): VNode | null {
  const votes = votesBeforeEdit(of)
  if (votes === null) return null
  return (
    <p class="small quiet">
      {votes === 'secret' ? t('poll.edited_over_votes') : beforeEdit(votes, of.decided_count)}
      {history !== null && (
        <>
          {' '}
          <a class="on-screen" href={history}>
            {t('poll.history')}
          </a>
        </>
      )}
    </p>
  )
}
