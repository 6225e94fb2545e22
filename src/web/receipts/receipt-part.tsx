import type { Choices, OwnReceipt, Receipt } from '@folkmoot/check'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { answersIn } from '../../polls/records/answers.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { rich } from '../words/rich.tsx'
import type { OwnWords } from './receipt-form.ts'

/** What the voter is told after voting; `receipt` null: the service cannot sign now. */
export type GivenReceipt = {
  poll: { key: string; poll_type: string; address: string }
  /** As the voter reads them. */
  options: readonly { slot: number; name: string }[]
  receipt: Receipt | null
  /** The commitment, in hex. */
  c: string
  choices: Choices | null
  /** Null: the voter's browser has them. */
  own: OwnWords | null
}

/**
 * A voter's receipt, to save: it is shown this once. A script adds the number and the words that only it
 * knows (`data-own`, `data-file`).
 */
export function ReceiptPart(given: GivenReceipt): VNode {
  const { poll, receipt, own } = given
  return (
    <section class="note good stack" id="receipt" tabIndex={-1} data-given={JSON.stringify(receipt)}>
      {receipt === null ? <Later {...given} /> : <Saved {...given} receipt={receipt} />}
      {own !== null && receipt === null && <OwnText text={fileText({ ...given, receipt: null })} />}
      <p class="on-screen">
        <a href={`/p/${poll.key}`} data-done="">
          {t('receipt.done')}
        </a>
      </p>
      <IslandScript name="buttons" />
    </section>
  )
}

/** What a script shows when it has asked for the receipt, after the answer to the vote was lost. */
export function FoundReceipt({ poll_key }: { poll_key: string }): VNode {
  return (
    <section class="note good stack" id="receipt" tabIndex={-1}>
      <Saving poll_key={poll_key} text="" />
      <OwnText text="" />
      <p class="on-screen">
        <a href={`/p/${poll_key}`} data-done="">
          {t('receipt.done')}
        </a>
      </p>
    </section>
  )
}

function Saved(given: GivenReceipt & { receipt: Receipt }): VNode {
  const { poll, options, choices, receipt } = given
  const text = fileText(given)
  return (
    <>
      <Saving poll_key={poll.key} text={text} />
      {choices !== null && (
        <p>{t('receipt.answers', { names: answersIn(poll.poll_type, { options, choices }, pairWords) })}</p>
      )}
      <details>
        <summary>{t('receipt.text')}</summary>
        <OwnText text={text} />
        <QrCode text={JSON.stringify(receipt)} label={t('receipt.qr')} />
      </details>
    </>
  )
}

const pairWords = (option: string, amount: number): string => t('count.row', { option, amount })

function Saving({ poll_key, text }: { poll_key: string; text: string }): VNode {
  return (
    <>
      <h2>{t('receipt.title')}</h2>
      <p>{rich('receipt.about', { link: (words) => <a href="/verify">{words}</a> })}</p>
      <p class="row on-screen">
        <a
          class="button"
          data-file=""
          download={`receipt-${poll_key}.json`}
          href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('receipt.save')}
        </a>
        <button class="button plain" type="button" data-print="">
          {t('receipt.print')}
        </button>
      </p>
    </>
  )
}

/** The ballot is recorded: the receipt can be asked for until the poll is counted. */
function Later({ poll, c }: GivenReceipt): VNode {
  return (
    <form class="stack" method="post" action={`/p/${poll.key}/receipt`}>
      <p>{t('receipt.later')}</p>
      <input type="hidden" name="c" value={c} />
      <p>
        <button class="button" type="submit">
          {t('receipt.ask')}
        </button>
      </p>
    </form>
  )
}

function OwnText({ text }: { text: string }): VNode {
  return (
    <pre class="wrapped" data-own="" dir="ltr">
      {text}
    </pre>
  )
}

/** The file that the voter saves. */
function fileText({ receipt, c, choices, own, poll }: GivenReceipt): string {
  const signed: Partial<OwnReceipt> = receipt ?? { c }
  const file = { ...signed, ...(choices === null ? {} : { choices }), ...own, poll: poll.address }
  return JSON.stringify(file, null, 2)
}
