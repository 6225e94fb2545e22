import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Flash } from './flash-part.tsx'

/** Says that something was started, and how many people get a mail about it. */
export function Told({ title, people }: { title: ComponentChildren; people: number }): VNode {
  return (
    <Flash title={title} tone="good">
      <p>{t('page.people_mailed', { people })}</p>
    </Flash>
  )
}
