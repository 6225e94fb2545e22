import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Poll } from '../../polls/poll.ts'
import { howToVote } from '../ballots/ballot-words.ts'
import { RichText } from '../parts/rich-text-part.tsx'
import { Options } from '../poll-words/options-part.tsx'
import { inVotersOrder } from '../poll-words/poll-words.ts'
import type { PollView } from '../visits/poll-view.ts'

/** The options, for people who cannot vote now. */
export function WhatIsVotedOn({ view: { visit } }: { view: PollView }): VNode {
  const { poll, options } = visit.loaded
  return (
    <section class="stack" aria-labelledby="options">
      <h2 id="options">{t('poll.what_is_voted_on')}</h2>
      <p>{howToVote(poll, options.length)}</p>
      <Options
        poll={poll}
        options={inVotersOrder(poll, options, visit.visitor.id)}
        zone={visit.visitor.time_zone}
      />
    </section>
  )
}

/** The text of the question. Null: it has none. */
export function Details({ poll: { details, details_format, content_locale } }: { poll: Poll }): VNode | null {
  return details === null || details.trim() === '' ? null : (
    <RichText text={details} format={details_format} lang={content_locale} />
  )
}
