import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { CopyButton } from '../parts/copied-text-part.tsx'

/** The text of a new key, and a first request with it. */
export function MadeKey({ text, curl }: { text: string; curl: string }): VNode {
  return (
    <div class="whole stack">
      <Example label={t('key.your_key')} text={text} id="key" />
      <CopyButton of="key" label={t('page.copy')} plain />
      <Example label={t('key.try_it')} text={curl} id="first-request" />
      <CopyButton of="first-request" label={t('page.copy')} plain />
    </div>
  )
}
