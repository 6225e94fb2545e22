import { fingerprint } from '@folkmoot/check'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { outnumbers } from '../../polls/ballots/possible-ballots.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollType } from '../../polls/types/index.ts'
import { IslandScript } from '../assets/island-part.tsx'
import type { Receipts } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'
import { BLINDING_FIELD, MARK_FIELD, MAX_MARK } from './receipt-form.ts'
import { FoundReceipt } from './receipt-part.tsx'

type Props = Receipts & Pick<LoadedPoll, 'poll' | 'options'>

/** What a receipt gives and costs, and the voter's own words, at the end of a ballot. */
export function ReceiptFields({ poll, options, manifest_hash, voters }: Props): VNode {
  const { score } = pollType(poll.poll_type)
  return (
    <div
      class="stack"
      data-receipt={manifest_hash.toString('hex')}
      data-zeros={score(0, poll, options.length) === null ? undefined : ''}
    >
      <p>{rich('ballot.receipt_about', { link: (text) => <a href="/help/checking">{text}</a> })}</p>
      {outnumbers(poll, options.length, voters) && <p class="small">{t('ballot.may_stand_out')}</p>}
      <details class="stack">
        <summary>{t('receipt.check_later')}</summary>
        <div class="field">
          <label for="mark">{t('ballot.mark')}</label>
          <p class="hint" id="mark-hint">
            {t('ballot.mark_hint')}
          </p>
          <input
            id="mark"
            name={MARK_FIELD}
            maxLength={MAX_MARK}
            autoComplete="off"
            aria-describedby="mark-hint"
          />
        </div>
        <p class="small quiet">
          {rich('receipt.fingerprint', {
            fingerprint: <code>{fingerprint(manifest_hash)}</code>,
          })}
        </p>
      </details>
      <input type="hidden" name={BLINDING_FIELD} />
      <template data-lost="">
        <Lost />
      </template>
      <template data-found="">
        <FoundReceipt poll_key={poll.key} />
      </template>
      <template data-other="">
        <p class="note bad" role="alert">
          {t('receipt.other')}
        </p>
      </template>
      <IslandScript name="cast-with-receipt" />
    </div>
  )
}

/** Shown by the script when the network failed. */
function Lost(): VNode {
  return (
    <div class="note bad stack" role="alert">
      <p>{t('receipt.lost')}</p>
      <p>
        <button class="button" type="button">
          {t('receipt.ask')}
        </button>
      </p>
    </div>
  )
}
