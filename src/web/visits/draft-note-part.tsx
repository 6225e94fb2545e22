import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { AtTime } from '../parts/date-part.tsx'
import { rich } from '../words/rich.tsx'

/** What a form that is saved while it is written asks for, besides being sent. */
export const KEEP = 'keep'
export const DISCARD = 'discard'

/** Says that the form contains a draft saved then, and offers to discard it. `on`: the reader's clock. */
export function DraftNote({ at, on }: { at: Date; on: { now: Date; zone: string } }): VNode {
  return (
    <p class="small quiet row">
      <span>{rich('thread.draft_kept', { time: <AtTime at={at} {...on} /> })}</span>
      <button class="link" type="submit" name="act" value={DISCARD} formnovalidate>
        {t('thread.discard')}
      </button>
    </p>
  )
}
