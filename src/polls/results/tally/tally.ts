import { type Fields, is } from '../../../db/row-types.ts'

/**
 * Totals by option slot (slot 1 first): `sums` of scores, `answers` with any score for the option, and
 * `supports` with more than 0. `cast_count` is the number of counted ballots.
 */
export type Tally = { cast_count: number; sums: number[]; answers: number[]; supports: number[] }

export const TALLY_ROW: Fields<Tally> = {
  cast_count: is.integer,
  sums: is.list(is.integer),
  answers: is.list(is.integer),
  supports: is.list(is.integer),
}

/** The same, with the totals of votes by open links; null: there are none. */
export type TallyWithOpen = Tally & { open: Tally | null }

export const TALLY_WITH_OPEN_ROW: Fields<TallyWithOpen> = {
  ...TALLY_ROW,
  open: is.nullable(is.record(TALLY_ROW)),
}

/** Counts ballots: the result depends only on them, and not on their order. */
export function tallyOf(ballots: Iterable<readonly (number | null)[]>): Tally {
  const tally: Tally = { cast_count: 0, sums: [], answers: [], supports: [] }
  for (const scores of ballots) {
    tally.cast_count += 1
    scores.forEach((score, place) => {
      tally.sums[place] = (tally.sums[place] ?? 0) + (score ?? 0)
      tally.answers[place] = (tally.answers[place] ?? 0) + (score === null ? 0 : 1)
      tally.supports[place] = (tally.supports[place] ?? 0) + ((score ?? 0) > 0 ? 1 : 0)
    })
  }
  return tally
}
