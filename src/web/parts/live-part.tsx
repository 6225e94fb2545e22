import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { islandPath } from '../assets/islands.ts'
import { distanceAttributes } from './date-part.tsx'

/**
 * Makes the page at this URL update itself, and announces updates to screen readers. `print`: of what the
 * page shows; its stream compares, and so notices what changed before it was opened.
 */
export function LivePart({ path, print }: { path: string; print: string }): VNode {
  return (
    <>
      <p
        class="unseen"
        role="status"
        data-live={path}
        data-seen={print}
        {...updateAttributes()}
        {...distanceAttributes()}
      />
      <IslandScript name="live" />
    </>
  )
}

/**
 * The same for a page without a stream, which only updates itself after this time. Strangers get no stream:
 * they could take those of members.
 */
export function DuePart({ due_in_ms }: { due_in_ms: number }): VNode {
  return (
    <>
      <p class="unseen" role="status" data-live="" {...updateAttributes()} />
      <span hidden data-due={Math.ceil(due_in_ms)} />
      <IslandScript name="live" />
      <IslandScript name="at-deadline" />
    </>
  )
}

function updateAttributes(): Record<string, string> {
  return { 'data-renew': islandPath('renew-page'), 'data-updated': t('page.updated') }
}
