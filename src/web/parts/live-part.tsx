import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'

/** Makes the page at this URL update itself, and announces updates to screen readers. */
export function LivePart({ path }: { path: string }): VNode {
  return (
    <>
      <p class="unseen" role="status" data-live={path} data-updated={t('page.updated')} />
      <IslandScript name="live" />
    </>
  )
}
