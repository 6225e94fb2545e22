import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Poll } from '../../polls/poll.ts'
import { toPlain } from '../../text/rich-text.ts'
import { RichText } from '../parts/rich-text-part.tsx'

/** Characters in a line of a phone; letters of Chinese and Japanese are as wide as two. */
const LINE = 42
const WIDE = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g

/** A longer text shows its first four lines: see `.begun`. */
const MOST_LINES = 8

function isLong({ details, details_format }: Question): boolean {
  const lines = toPlain(details ?? '', details_format)
    .split('\n')
    .map((line) => Math.ceil(line.replace(WIDE, '$&$&').length / LINE))
  return lines.reduce((sum, each) => sum + each, 0) > MOST_LINES
}

type Question = Pick<Poll, 'details' | 'details_format' | 'content_locale'>

/**
 * The text of the question. Null: it has none. On a phone a long text is folded for everyone, so that the
 * ballot, the reader's vote or the result below is in view.
 */
export function Details({ poll }: { poll: Question }): VNode | null {
  const { details, details_format, content_locale } = poll
  if (details === null || details.trim() === '') return null
  const text = <RichText text={details} format={details_format} lang={content_locale} />
  if (!isLong(poll)) return text
  return (
    <div class="begun">
      {text}
      <details>
        <summary>
          <span>{t('poll.whole_text')}</span>
          <span>{t('poll.less_text')}</span>
        </summary>
      </details>
    </div>
  )
}
