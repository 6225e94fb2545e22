import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { toPlain } from '../../text/rich-text.ts'
import { HowToVote } from '../ballots/ballot-words-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { Options } from '../poll-words/options-part.tsx'

/** `on_paper`: only in print, where there is no ballot. */
type WhatProps = { poll: Poll; options: PollOption[]; zone: string; on_paper?: boolean }

/** The options, in this order, for people who cannot vote now. */
export function WhatIsVotedOn({ poll, options, zone, on_paper = false }: WhatProps): VNode {
  return (
    <section class={on_paper ? 'stack on-paper' : 'stack'} aria-labelledby="options">
      <h2 id="options">{t('poll.what_is_voted_on')}</h2>
      <HowToVote poll={poll} options={options.length} />
      <Options poll={poll} options={options} zone={zone} />
    </section>
  )
}

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
 * The text of the question. Null: it has none. `voting`: the reader has still to vote: on a phone a long text
 * is folded then, so that the ballot below is in view.
 */
export function Details({ poll, voting = false }: { poll: Question; voting?: boolean }): VNode | null {
  const { details, details_format, content_locale } = poll
  if (details === null || details.trim() === '') return null
  const text = <RichText text={details} format={details_format} lang={content_locale} />
  if (!voting || !isLong(poll)) return text
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
