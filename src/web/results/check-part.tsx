import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { ToldHead } from '../../polls/heads/load-head.ts'
import type { Poll } from '../../polls/poll.ts'
import { rich } from '../words/rich.tsx'

/** `entry`: whether the reader may see their own entry in the list of voters. */
type Props = { poll: Pick<Poll, 'key' | 'receipts'>; head: ToldHead; entry: boolean }

/** Whether the result can be checked; folded, how, and what people compare to see that they saw the same. */
export function CheckPart({ poll, head, entry }: Props): VNode {
  return (
    <section class="stack on-screen" aria-labelledby="check">
      <h2 id="check">{t('result.check')}</h2>
      <p>{t(head.signed === null ? 'result.check_unsigned' : 'result.check_in_short')}</p>
      <details class="stack">
        <summary>{t('result.check_fold')}</summary>
        <p>{rich('result.check_fingerprint', { code: <Fingerprint text={head.fingerprint} /> })}</p>
        <p>{t('result.check_about')}</p>
        {head.signed !== null && (
          <p>
            {sentences([
              t('result.check_signed'),
              head.signed === 'by_earlier_key' ? t('result.check_earlier_key') : '',
            ])}
          </p>
        )}
        <p>
          {rich('result.check_how', {
            link: (text) => <a href="/verify">{text}</a>,
            code: (text) => <code>{text}</code>,
            help: (text) => <a href="/help/checking">{text}</a>,
          })}
        </p>
        {poll.receipts && (
          <p>{sentences([t('result.check_receipt'), entry ? t('result.check_no_receipt') : ''])}</p>
        )}
        <Files poll={poll} head={head} entry={entry} />
      </details>
    </section>
  )
}

function Files({ poll, head, entry }: Props): VNode {
  return (
    <p class="row">
      <a href={`/p/${poll.key}/record.json`}>{t('result.check_record')}</a>
      {entry && <a href={`/p/${poll.key}/roll-entry.json`}>{t('result.check_entry')}</a>}
      {head.signed !== null && (
        <a href={`/p/${poll.key}/head`} download={`signed-result-${poll.key}.txt`}>
          {t('result.check_head')}
        </a>
      )}
      <a href="/.well-known/folkmoot-key">{t('result.check_keys')}</a>
    </p>
  )
}

function Fingerprint({ text }: { text: string }): VNode {
  return (
    <code class="fingerprint" dir="ltr">
      {text}
    </code>
  )
}
