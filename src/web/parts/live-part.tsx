import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'

/**
 * Makes the page at this URL update itself, and announces updates to screen readers. `print`: of what the
 * page shows; its stream compares, and so notices what changed before it was opened.
 */
export function LivePart({ path, print }: { path: string; print: string }): VNode {
  return (
    <>
      <p class="unseen" role="status" data-live={path} data-seen={print} data-updated={t('page.updated')} />
      <IslandScript name="live" />
      <IslandScript name="tell-edits" />
    </>
  )
}
