import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { type Lead, leadersFirst } from '../../polls/counts/lead.ts'
import { mediansOf } from '../../polls/counts/medians.ts'
import { addsUp } from '../../polls/counts/methods.ts'
import { rowsAsCounted, spreadAsCounted } from '../../polls/counts/skips.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import type { Results } from '../../polls/results/results.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { pollType } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { BarsPicture } from '../drawings/bars-part.tsx'
import type { Line, Picture, Single } from '../drawings/picture.ts'
import { listedLabel } from '../poll-words/poll-words.ts'
import { CountPicture } from './count-picture-part.tsx'
import { axisWords, mostScore, rowWords } from './result-words.ts'

export type ShownResults = Extract<Results, { shown: true }>

type Facts = {
  poll: Poll
  options: PollOption[]
  results: ShownResults
  voters_count: number
  /** Who leads. */
  lead: Lead | null
  /** The count of the ballots; null: not loaded. */
  counted: CountedBallots | null
  now: Date
}

type Props = { of: Facts; single: Single; zone: string; brief?: boolean }

/**
 * The result as drawn for its type and its way of counting; `brief`: as in a thread. Null: its sums mean
 * nothing, and its count is not loaded, or drawn by another part of the page.
 */
export function ResultPicture({ of, single, zone, brief = false }: Props): VNode | null {
  const { poll, counted } = of
  if (addsUp(poll)) {
    const { Picture: Own = BarsPicture } = pageOf(poll.poll_type).results
    return <Own picture={pictureOf({ of, single, zone, brief })} />
  }
  if (counted === null) return null
  const own = (place: number) => ownWords(of, single.own?.[place] ?? null)
  return <CountPicture of={of} counted={counted} zone={zone} brief={brief} own={own} />
}

function pictureOf({ of, single, zone, brief }: Required<Props>): Picture {
  const { poll, options, results, lead, counted } = of
  const { as_of: voters } = results
  const people = peopleOf(of)
  const whole = { poll, options: options.length, voters: people }
  const medians = mediansOf(counted)
  const spread = spreadAsCounted(poll, results, single.spread)
  const lines = leadersFirst(rowsAsCounted(poll, results), lead).map((row): Line => {
    const { slot, name } = row.option
    const median = medians.get(slot) ?? null
    return {
      row,
      label: listedLabel(poll.poll_type, name, zone),
      words: rowWords(row, whole, median),
      median,
      badge: badgeOf(of, row),
      own: ownWords(of, single.own?.[slot - 1] ?? null),
      people: single.choosers.get(slot) ?? [],
      spread: spread.get(slot) ?? [],
      unasked: single.unasked.get(slot) ?? 0,
    }
  })
  return {
    poll,
    lines,
    voters,
    people,
    most: mostScore(whole),
    axis: people === voters ? axisWords(whole) : t('drawing.all_voters', { voters: people }),
    zone,
    brief,
  }
}

/** If a share of all voters is required, those who have not voted are part of the picture. */
function peopleOf({ poll, results, voters_count }: Facts): number {
  const chosen = pollType(poll.poll_type).answered_by === 'choosing'
  const of_all = chosen && poll.thresholds.some(({ of }) => of === 'eligible')
  return of_all ? Math.max(results.as_of, voters_count) : results.as_of
}

/** Positions on a proposal do not win: its rules decide what they lead to. */
function badgeOf({ poll, lead }: Facts, { option }: ResultRow): string | null {
  const { Picture: own, first } = pageOf(poll.poll_type).results
  if (own === undefined || pollType(poll.poll_type).positions !== null) return null
  if (lead?.options.some(({ slot }) => slot === option.slot) !== true) return null
  if (lead.by !== 'sums') return t(lead.by === 'count' ? 'count.ahead' : electedBadge(poll))
  return lead.options.length > 1 ? t('result.tied', { first: t(first) }) : t(first)
}

function electedBadge({ seats, budget }: Poll): 'count.funded' | 'count.seat' | 'count.chosen' {
  if (budget !== null) return 'count.funded'
  return seats > 1 ? 'count.seat' : 'count.chosen'
}

function ownWords({ poll, options }: Facts, score: number | null): string | null {
  const { answered_by, numberOf, options_are_times } = pollType(poll.poll_type)
  if (score === null || options_are_times) return null
  if (answered_by === 'choosing') return score > 0 ? t('result.your_choice') : null
  const number = numberOf(score, poll, options.length)
  return pageOf(poll.poll_type).results.own?.(number) ?? t('result.you_gave', { number })
}
