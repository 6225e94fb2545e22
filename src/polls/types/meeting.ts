import { t } from '../../locales/say.ts'
import { listed } from '../../text/clauses.ts'
import { PLAIN } from './common.ts'
import type { Amount, PollType, Said } from './poll-type.ts'

/** The number for "if need be" on a ballot; no is 0, yes is 2. */
const IF_NEED_BE = 1

type Counts = { voter_count: number; score: number }

/** How many can come if need be. A yes counts 2 and an "if need be" 1, so the score determines both. */
export function needBeCount({ voter_count, score }: Counts): number {
  return 2 * voter_count - score
}

/**
 * "3 of 4 can come; 1 voted before it was added": of so many voters. A ballot answers all times that existed
 * when it was cast, so all others were never asked.
 */
export function canComeWords(row: Amount, voters: number): string {
  const perhaps = Math.max(0, needBeCount(row))
  return t('result.can_come', { can: row.voter_count, voters, perhaps, unasked: unaskedOf(row, voters) })
}

const unaskedOf = ({ answer_count }: Amount, voters: number) => Math.max(0, voters - answer_count)

/** "3 can come", and the whole of it for a time that some voters were never asked about. */
function amountWords(row: Amount, all: number): string {
  if (unaskedOf(row, all) > 0) return canComeWords(row, all)
  const [voters, need_be] = [row.voter_count, needBeCount(row)]
  return need_be === 0
    ? t('type.amount_coming', { voters })
    : t('type.amount_coming_need_be', { voters, need_be })
}

const ANSWERS = [
  { wanted: 2, words: 'ballot.yes' },
  { wanted: IF_NEED_BE, words: 'ballot.if_need_be' },
  { wanted: 0, words: 'ballot.no' },
] as const

/** "3 × Yes; 1 × If need be; 2 × No": a list of dates is hard to read in a sentence. */
function said(named: Said[]): string {
  const told = ANSWERS.map(({ wanted, words }) => ({
    count: named.filter(({ number }) => number === wanted).length,
    answer: t(words),
  }))
  return listed(told.filter(({ count }) => count > 0).map((one) => t('ballot.times_counted', one)))
}

function answer(number: number): string {
  const known = ANSWERS.find(({ wanted }) => wanted === number)
  return known === undefined ? String(number) : t(known.words)
}

/** Everyone says for each time whether they can come. */
export const meeting: PollType = {
  ...PLAIN,
  words: {
    title: 'type.meeting',
    anonymous_title: 'type.anonymous_meeting',
    summary: 'type.meeting_summary',
    options_heading: 'type.proposed_times',
    number: '0 (no), 1 (if need be) or 2 (yes) for every option',
    answer,
    support: () => 'can_make',
    said,
    amount: amountWords,
    amount_is_clause: true,
  },
  options_are_times: true,
  answered_by: 'numbers',
  choices: (_, options) => ({ least: options, most: options }),
  number: () => ({ least: 0, most: 2 }),
  withheld: (number, { can_respond_maybe }) =>
    number === IF_NEED_BE && !can_respond_maybe ? 'if_need_be' : null,
  score: (number) => number,
  tells_zeros: true,
  shows_ballots: true,
  order: 'time',
}
