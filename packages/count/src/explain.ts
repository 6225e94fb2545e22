import { tiesOf } from './decided-by-lot.ts'
import type { Count, Round, Tie } from './result.ts'
import { readableVotes } from './votes.ts'

/** The facts in a sentence about a count: options by name, votes as readable numbers. */
export type Moved = { to: string | null; votes: string }

/** An option and its votes. */
export type Counted = { name: string; votes: string }

/** `left`: those that the grades around the median leave tied; none: they break the tie, or leave all. */
export type MedianTie = { score: string; left: string[]; by: Tie['by']; chose: string }

/** The sentences of an explanation; another language replaces them. */
export type Words = {
  quota(quota: string): string
  /** `gone`: the votes that no remaining option gets, for which the quota fell. */
  quotaFalls(quota: string, before: string, gone: string): string
  noMajority(): string
  elected(names: string[], votes: string[]): string
  majority(name: string, votes: string): string
  surplus(name: string, surplus: string, moved: Moved[]): string
  excluded(name: string, votes: string, moved: Moved[]): string
  /** The votes of an option after its tie for the fewest. */
  transferred(name: string, moved: Moved[]): string
  /** `fewer`: one of them has fewer votes than a seat takes. */
  remaining(names: string[], seats: { seats: number; fewer: boolean }): string
  meek(moved: Moved[]): string
  scores(names: string[]): string
  runoff(winner: Counted, loser: Counted | null): string
  duels(name: string, beatsAll: boolean): string
  /** A lot put this option first, not its victories. */
  level(name: string): string
  median(name: string, score: string): string
  /** The options with the highest median, one of which is elected. */
  medianTie(names: string[], tie: MedianTie): string
  most(names: string[], votes: string[]): string
  bought(name: string): string
  /** `fewest`: the votes of each option, in a tie that excludes one of them; else null. */
  tie(names: string[], tie: { by: Tie['by']; chose: string; to: Tie['to']; fewest: string | null }): string
  /** Puts sentences one after the other. */
  paragraph(sentences: string[]): string
}

/** One plain sentence or two for each round of a count. `names`: of the options, in their order. */
export function explain(count: Count, names: readonly string[], words: Words = ENGLISH): string[] {
  const said = new Explainer(count, names, words)
  return count.rounds.map((round, place) => said.round(round, place))
}

class Explainer {
  readonly #count: Count
  readonly #names: readonly string[]
  readonly #words: Words
  readonly #ties: readonly Tie[]

  constructor(count: Count, names: readonly string[], words: Words) {
    this.#count = count
    this.#ties = tiesOf(count)
    this.#names = names
    this.#words = words
  }

  round(round: Round, place: number): string {
    const [tie] = this.#tiesIn(place)
    if (tie !== undefined && this.#count.method === 'median') return this.#medianTie(round, tie)
    const ties = this.#tiesIn(place).map((tie) => this.#tie(tie, round, place))
    return this.#words.paragraph([...ties, ...this.#step(round, place)].filter((text) => text !== ''))
  }

  #tiesIn(place: number): Tie[] {
    return this.#ties.filter((tie) => tie.round === place)
  }

  #tie(tie: Tie, round: Round, place: number): string {
    const { options, by, chose, to } = tie
    const fewest = isLost(tie, round) ? this.#votesBefore(chose, place) : null
    return this.#words.tie(options.map(this.#name), { by, chose: this.#name(chose), to, fewest })
  }

  #step(round: Round, place: number): string[] {
    const { elected } = round
    const { seats } = this.#count
    const chosen = elected.length === 0 ? '' : this.#elected(round)
    switch (round.step) {
      case 'first':
        return [this.#first(round), chosen]
      case 'surplus':
        return [
          round.of === null ? this.#words.meek(this.#moved(round)) : this.#surplus(round, place),
          this.#quotaFalls(round, place),
          chosen,
        ]
      case 'exclusion':
        return [this.#excluded(round, place), this.#quotaFalls(round, place), chosen]
      case 'remaining':
        return [
          round.of === null ? '' : this.#excluded(round, place),
          this.#words.remaining(elected.map(this.#name), { seats, fewer: this.#hasFewer(round) }),
        ]
      case 'scores':
        return [this.#scores(round)]
      case 'runoff':
        return [this.#runoff(round)]
      case 'duels':
        return [this.#duels(round, place)]
      case 'purchase':
        return elected.map((option) => this.#words.bought(this.#name(option)))
    }
  }

  #first({ quota, elected }: Round): string {
    if (quota !== null) return this.#words.quota(this.#votes(quota))
    return elected.length === 0 && this.#count.method === 'irv' ? this.#words.noMajority() : ''
  }

  /** Whether an option that is elected has fewer votes than a seat takes. */
  #hasFewer({ elected, votes, quota }: Round): boolean {
    const { method, seats } = this.#count
    // Meek's rule stops before it would lower the quota for this round.
    const still = votes.reduce<bigint>((sum, own) => sum + (own ?? 0n), 0n)
    const needed = method === 'stv_meek' ? still / BigInt(seats + 1) + 1n : (quota ?? 0n)
    return elected.some((option) => (votes[option] ?? 0n) < needed)
  }

  /** Only where it looks lower than in the round before. */
  #quotaFalls({ quota, exhausted }: Round, place: number): string {
    const before = this.#count.rounds[place - 1]?.quota ?? null
    if (quota === null || before === null || quota >= before) return ''
    const [now, then] = [quota, before].map((votes) => readableVotes(votes, { ...this.#count, quota: null }))
    return now === then ? '' : this.#words.quotaFalls(now ?? '', then ?? '', this.#votes(exhausted))
  }

  #elected({ elected, votes, quota }: Round): string {
    const named = elected.map(this.#name)
    const got = elected.map((option) => this.#votes(votes[option] ?? 0n))
    if (this.#count.method === 'irv') return this.#words.majority(named[0] ?? '', got[0] ?? '')
    return quota === null ? this.#words.most(named, got) : this.#words.elected(named, got)
  }

  #surplus({ of, transfers }: Round, place: number): string {
    const before = this.#count.rounds[place - 1]?.votes[of ?? 0] ?? 0n
    const surplus = before - (this.#count.quota ?? 0n)
    return this.#words.surplus(this.#name(of ?? 0), this.#votes(surplus), this.#moves(transfers))
  }

  /** The sentence about a tie, if there was one, has said who is excluded, and with how many votes. */
  #excluded(round: Round, place: number): string {
    const option = round.of ?? 0
    const moves = this.#moves(round.transfers)
    const tied = this.#tiesIn(place).some((tie) => isLost(tie, round))
    return tied
      ? this.#words.transferred(this.#name(option), moves)
      : this.#words.excluded(this.#name(option), this.#votesBefore(option, place), moves)
  }

  #votesBefore(option: number, place: number): string {
    return this.#votes(this.#count.rounds[place - 1]?.votes[option] ?? 0n)
  }

  #scores({ votes, elected }: Round): string {
    const [winner] = elected
    if (winner !== undefined) return this.#words.median(this.#name(winner), this.#votes(votes[winner] ?? 0n))
    const finalists = this.#count.rounds.at(-1)?.votes.flatMap((own, place) => (own === null ? [] : [place]))
    return this.#words.scores((finalists ?? []).map(this.#name))
  }

  #medianTie({ votes }: Round, { options, chose, by }: Tie): string {
    const [, left = null] = this.#ties
    return this.#words.medianTie(options.map(this.#name), {
      score: this.#votes(votes[chose] ?? 0n),
      left: (left?.options ?? []).map(this.#name),
      by: left?.by ?? by,
      chose: this.#name(chose),
    })
  }

  #runoff({ elected, excluded, votes }: Round): string {
    const [winner = 0] = elected
    const [loser] = excluded
    const counted = (place: number) => ({ name: this.#name(place), votes: this.#votes(votes[place] ?? 0n) })
    return this.#words.runoff(counted(winner), loser === undefined ? null : counted(loser))
  }

  /** Ties of duels are settled by lot alone. */
  #duels({ elected }: Round, place: number): string {
    const [winner = 0] = elected
    if (this.#tiesIn(place).length > 0) return this.#words.level(this.#name(winner))
    const preferring = this.#count.pairwise?.preferring ?? []
    const beatsAll = preferring.every(
      (row, other) => other === winner || (preferring[winner]?.[other] ?? 0) > (row[winner] ?? 0),
    )
    return this.#words.duels(this.#name(winner), beatsAll)
  }

  #moved({ transfers }: Round): Moved[] {
    return this.#moves(transfers)
  }

  #moves(transfers: Round['transfers']): Moved[] {
    return transfers.map(({ to, votes }) => ({
      to: to === null ? null : this.#name(to),
      votes: this.#votes(votes),
    }))
  }

  #votes(votes: bigint): string {
    return readableVotes(votes, this.#count)
  }

  readonly #name = (place: number): string => this.#names[place] ?? ''
}

/** Whether a tie decided which option its round excludes. */
const isLost = ({ chose, to }: Tie, { of }: Round): boolean => to === 'lose' && chose === of

const listed = (names: string[]): string => {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** A remainder of cut decimals is too small to show. */
const where = (all: Moved[]): string => {
  const moved = all.filter((move) => move.votes !== '0')
  const to = moved.flatMap((move) => (move.to === null ? [] : [`${move.votes} to ${move.to}`]))
  const gone = moved.find((move) => move.to === null)
  return listed([...to, ...(gone === undefined ? [] : [`${gone.votes} to no one`])])
}

const votes = (number: string): string => `${number} ${number === '1' ? 'vote' : 'votes'}`

const BY: Record<Tie['by'], string> = {
  'earlier round': 'the latest earlier round in which they differed',
  duel: 'head-to-head comparison',
  score: 'their scores',
  'top scores': 'the number of highest scores',
  dots: 'their dots',
  cost: 'their cost',
  grades: 'the grades around the median',
  lot: 'drawing lots',
}

export const ENGLISH: Words = {
  paragraph: (sentences) => sentences.join(' '),
  quota: (quota) => `The quota is ${votes(quota)}.`,
  quotaFalls: (quota, before, gone) =>
    `The quota falls from ${before} to ${quota}, because ${votes(gone)} can no longer be transferred.`,
  noMajority: () => 'No one has more than half.',
  elected: (names, got) =>
    names.length === 1
      ? `${names[0]} has ${got[0]} and is elected.`
      : `${listed(names.map((name, place) => `${name} (${got[place]})`))} are elected.`,
  majority: (name, got) => `${name} has more than half of the votes still counting (${got}) and is elected.`,
  surplus: (name, surplus, moved) =>
    `${name} has ${votes(surplus)} more than needed, which are transferred: ${where(moved)}.`,
  excluded: (name, got, moved) =>
    moved.length === 0
      ? `${name} has the fewest (${got}) and is excluded.`
      : `${name} has the fewest (${got}) and is excluded; these votes are transferred: ${where(moved)}.`,
  transferred: (name, moved) =>
    moved.length === 0 ? '' : `The votes of ${name} are transferred: ${where(moved)}.`,
  remaining: (names, { seats }) =>
    `Only as many options as seats are left${seats === 1 ? '' : ` (${seats})`}: ${listed(names)} ${names.length === 1 ? 'is' : 'are'} elected.`,
  meek: (moved) =>
    moved.length === 0 ? '' : `Votes that the elected do not need are transferred: ${where(moved)}.`,
  scores: (names) => `${listed(names)} have the highest scores and advance to the runoff.`,
  runoff: (winner, loser) =>
    loser === null
      ? `${winner.name} is elected.`
      : `${winner.votes} prefer ${winner.name}, ${loser.votes} prefer ${loser.name}: ${winner.name} is elected.`,
  duels: (name, beatsAll) =>
    beatsAll
      ? `${name} beats every other option head to head and is elected.`
      : `No option beats every other option; ${name} has the strongest victories and is elected.`,
  level: (name) =>
    `No option beats every other option, and comparing victories does not break the tie; ${name} is elected by lot.`,
  median: (name, score) => `${name} has the highest median (${score}) and is elected.`,
  medianTie: (names, { score, left, by, chose }) => {
    const still = left.length === 0 ? '' : ` by ${BY.grades}, ${listed(left)} are still tied;`
    return `${listed(names)} are tied for the highest median (${score});${still} decided by ${BY[by]}: ${chose} is elected.`
  },
  most: (names, got) =>
    `${listed(names.map((name, place) => `${name} (${got[place]})`))} ${names.length === 1 ? 'has' : 'have'} the most and ${names.length === 1 ? 'is' : 'are'} elected.`,
  bought: (name) => `The shares of those who want ${name} pay for it.`,
  tie: (names, { by, chose, to, fewest }) =>
    `${listed(names)} are tied${fewest === null ? '' : ` for the fewest (${fewest})`}; decided by ${BY[by]}: ${chose} ${to === 'win' ? 'comes first' : 'is excluded'}.`,
}
