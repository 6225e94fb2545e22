import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'

/** Lets the page at this address follow what happens, and says to those who hear the page that it has. */
export function LivePart({ path }: { path: string }): VNode {
  return (
    <>
      <p class="unseen" role="status" data-live={path} data-updated={t('page.updated')} />
      <IslandScript name="live" />
    </>
  )
}
