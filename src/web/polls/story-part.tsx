import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PastChange } from '../../polls/past/poll-past.ts'
import { shownNames } from '../../users/shown-names.ts'
import { Changes } from '../poll-words/changes-part.tsx'
import { pastWords } from '../poll-words/past-words.tsx'

/** `changes`: newest first. */
type Props = { changes: PastChange[]; zone: string }

/** What happened since voting opened, from the first to the last, for the minutes: only in print. */
export function StoryPart({ changes, zone }: Props): VNode | null {
  if (changes.length === 0) return null
  const names = shownNames(changes.flatMap(({ by }) => by ?? []))
  return (
    <section class="stack on-paper" aria-labelledby="story">
      <h2 id="story">{t('poll.history')}</h2>
      <ol class="bare">
        {changes.toReversed().map((change) => (
          <li key={`${change.what} ${change.at.getTime()}`}>
            {pastWords(change, { names, zone })}
            {change.retitled !== null && <Changes changes={[change.retitled]} zone={zone} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
