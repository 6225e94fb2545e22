import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** How many requests to join wait for an admin's answer; nothing if there are none. */
export function RequestsNote({ handle, waiting }: { handle: string; waiting: number }): VNode | null {
  if (waiting === 0) return null
  return (
    <p class="note">
      <a href={`/g/${handle}/requests`}>{t('join_request.waiting', { waiting })}</a>
    </p>
  )
}
