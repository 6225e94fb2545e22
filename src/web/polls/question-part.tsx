import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { HowToVote } from '../ballots/ballot-words-part.tsx'
import { Options } from '../poll-words/options-part.tsx'

/** `on_paper`: only in print, where there is no ballot. `add`: where the reader adds options, if they may. */
type WhatProps = {
  poll: Poll
  options: PollOption[]
  now: Date
  zone: string
  on_paper?: boolean
  add?: string | null
}

/** The options, in this order, for people who cannot vote now. */
export function WhatIsVotedOn({ poll, options, now, zone, on_paper = false, add = null }: WhatProps): VNode {
  return (
    <section class={on_paper ? 'stack on-paper' : 'stack'} aria-labelledby="options">
      <h2 id="options">{t('poll.what_is_voted_on')}</h2>
      <HowToVote poll={poll} options={options.length} />
      <Options poll={poll} options={options} now={now} zone={zone} add={add} />
    </section>
  )
}
