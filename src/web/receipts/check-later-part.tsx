import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { rich } from '../words/rich.tsx'

/** For people who voted in an open poll: what their receipt is for, and what there is without it. */
export function CheckLater(): VNode {
  return (
    <details class="stack">
      <summary>{t('receipt.check_later')}</summary>
      <p>{rich('receipt.with', { link: (text) => <a href="/verify">{text}</a> })}</p>
      <p>{sentences([t('receipt.not_again'), t('receipt.without')])}</p>
    </details>
  )
}
