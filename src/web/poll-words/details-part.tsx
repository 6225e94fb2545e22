import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Poll } from '../../polls/poll.ts'
import { toPlain } from '../../text/rich-text.ts'
import { RichText } from '../parts/rich-text-part.tsx'

/**
 * `line`: its characters; letters of Chinese and Japanese are as wide as two. A text with more than so many
 * lines is long.
 */
type Window = { line: number; lines: number }
const PHONE: Window = { line: 42, lines: 8 }
/** On a low one, no more lines leave room for the first option of any ballot. */
const DESK: Window = { line: 66, lines: 5 }

const WIDE = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g
/** Between paragraphs, in lines. */
const GAP = 0.5
/** The space and the rule around a row of a table, in lines; only between cells plain text has two spaces. */
const ROW_FRAME = 0.6
const ROW = /\S {2}/

function linesOf(text: string, line: number): number {
  if (text === '') return GAP
  return Math.ceil(text.replace(WIDE, '$&$&').length / line) + (ROW.test(text) ? ROW_FRAME : 0)
}

function isLong({ details, details_format }: Question, { line, lines }: Window): boolean {
  const counted = toPlain(details ?? '', details_format)
    .trim()
    .split('\n')
    .map((text) => linesOf(text, line))
  return counted.reduce((sum, each) => sum + each, 0) > lines
}

type Question = Pick<Poll, 'details' | 'details_format' | 'content_locale'>

/**
 * The text of the question. Null: it has none. A long text is folded, so that the ballot, the reader's vote
 * or the result below is in view: on a phone for everyone, on a wide window for people who come to vote, or
 * read it among others (`short`).
 */
export function Details({ poll, short = false }: { poll: Question; short?: boolean }): VNode | null {
  const { details, details_format, content_locale } = poll
  if (details === null || details.trim() === '') return null
  const text = <RichText text={details} format={details_format} lang={content_locale} />
  const folds = [...(isLong(poll, PHONE) ? ['phone'] : []), ...(short && isLong(poll, DESK) ? ['desk'] : [])]
  if (folds.length === 0) return text
  return (
    <div class={['begun', ...folds].join(' ')}>
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
