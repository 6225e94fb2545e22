import type { VNode } from 'preact'
import { joined, type PlainKey, t } from '../../locales/say.ts'
import { Flash } from '../parts/flash-part.tsx'

/** `namesakes`: the groups in which another member has the saved name. */
type Props = { done: PlainKey; namesakes: string[]; viewer_id: number }

/** What was just done in the account; of a name that is not the person's alone, what tells them apart. */
export function Done({ done, namesakes, viewer_id }: Props): VNode {
  const apart = { groups: joined(namesakes), mark: `(#${viewer_id})` }
  return (
    <Flash title={t(done)} tone="good">
      {namesakes.length > 0 && <p>{t('account.namesake', apart)}</p>}
    </Flash>
  )
}
