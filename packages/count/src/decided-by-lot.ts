import { unrecordedTie } from './methods/condorcet.ts'
import type { Count, Tie } from './result.ts'

/** All ties of a count, also the one that ranked pairs settles by the order of equally clear duels. */
export function tiesOf(count: Count): Tie[] {
  const unrecorded = unrecordedTie(count)
  return unrecorded === null ? count.ties : [...count.ties, unrecorded]
}

/**
 * Whether a lot decided who is elected, as far as the count itself tells. Only another count could tell what
 * another lot would have led to, so a lot counts as deciding if it could have changed the result, and not if
 * all who were tied are elected, or all would have been excluded next in any order.
 */
export function isDecidedByLot(count: Count): boolean {
  return tiesOf(count).some(
    (tie) => tie.by === 'lot' && (tie.to === 'win' ? isWon(count, tie) : isLost(count, tie)),
  )
}

/** Someone who was not elected could have come first instead. */
function isWon({ rounds, elected }: Count, { round, options, chose }: Tie): boolean {
  const votes = rounds[round]?.votes ?? []
  // Equal shares names those too that had fewer dots.
  return options.some((option) => votes[option] === votes[chose] && !elected.includes(option))
}

/**
 * The votes of all who were tied could have brought one of them past another option, or a later tie was
 * settled by who had more in between.
 */
function isLost({ rounds, ties }: Count, { round, options }: Tie): boolean {
  if (ties.some((later) => later.round > round && later.by === 'earlier round')) return true
  const before = rounds.slice(0, round)
  const votes = before.at(-1)?.votes ?? []
  const settled = new Set(before.flatMap(({ elected, excluded }) => [...elected, ...excluded]))
  const sum = options.reduce((all, option) => all + (votes[option] ?? 0n), 0n)
  const others = votes.filter(
    (own, option) => own !== null && !settled.has(option) && !options.includes(option),
  )
  return others.length === 0 || others.some((own) => own !== null && own <= sum)
}
