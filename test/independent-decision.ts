import { createHash } from 'node:crypto'

/**
 * Recounts the result of a record, written from docs/checking.md and the readme of @folkmoot/count without
 * code of the program: totals, the decision, and counts by sums, points, approvals and instant runoff.
 */

// biome-ignore lint/suspicious/noExplicitAny: it reads files of unknown content.
type Any = any
type Row = { slot: number; score: number; voter_count: number; rank: number; average: number | null }

const H = (text: string) => createHash('sha256').update(text.normalize('NFC')).digest('hex')

/** The parts with a different result: "totals", "verdict", "count". */
export function checkResult({ manifest, ballots, roll, totals, count, verdict }: Any): string[] {
  const rows = rowsOf(manifest, ballots)
  const decided = verdictOf(manifest.rules, {
    rows: named(manifest, rows),
    cast: ballots.length,
    all: roll.length,
  })
  const elected = electedOf(manifest, ballots, rows)
  const same = (one: Any, other: Any) => JSON.stringify(one) === JSON.stringify(other)
  const wrong: string[] = []
  if (!same(rows, totals.rows.map(ordered))) wrong.push('totals')
  if (!same(decided, verdict === null ? null : { rules: verdict.rules.map(bare), passed: verdict.passed }))
    wrong.push('verdict')
  if (elected !== null && !same(elected.sort(), [...(count?.elected ?? [])].sort())) wrong.push('count')
  if (!lotsHold(manifest, ballots, count)) wrong.push('lots')
  return wrong
}

/** The option chosen by lot has the lowest hash of the tied ones; the one that loses by lot, the highest. */
function lotsHold(manifest: Any, ballots: Any[], count: Any): boolean {
  const hashes = hashesOf(manifest, ballots)
  const slotOf = (name: string) => manifest.options.find((one: Any) => one.name === name)?.slot
  return (count?.ties ?? []).every(({ options, by, chose }: Any) => {
    const sorted = byLot(options.map(slotOf), hashes)
    return by !== 'lot' || [sorted[0], sorted.at(-1)].includes(slotOf(chose))
  })
}

const ordered = ({ slot, score, voter_count, rank, average }: Row) => ({
  slot,
  score,
  voter_count,
  rank,
  average,
})
const bare = ({ part, whole, passed }: Any) => ({ part, whole, passed })

function rowsOf({ poll_type, options }: Any, ballots: Any[]): Row[] {
  const rows = options.map(({ slot }: Any) => {
    const given: number[] = ballots
      .flatMap(({ choices }: Any) => choices.filter(([one]: Any) => one === slot))
      .map(([, number]: Any) => (poll_type === 'ranked_choice' ? options.length - number + 1 : number))
    const score = given.reduce((sum, one) => sum + one, 0)
    const voter_count = poll_type === 'score' ? given.length : given.filter((one) => one > 0).length
    return { slot, score, voter_count, rank: 0, average: given.length === 0 ? null : score / given.length }
  })
  return rows.map((row: Row) => ({
    ...row,
    rank: 1 + rows.filter(({ score }: Row) => score > row.score).length,
  }))
}

function named({ options }: Any, rows: Row[]): Map<string | null, number> {
  return new Map(rows.map(({ voter_count }, at) => [options[at].name, voter_count]))
}

function verdictOf(
  { thresholds, no_block, quorum_pct }: Any,
  { rows, cast, all }: { rows: Map<string | null, number>; cast: number; all: number },
): Any {
  const block = { option: 'block', percent: 0, of: 'cast', at: 'most' }
  const quorum = { option: null, percent: quorum_pct, of: 'eligible', at: 'least' }
  const rules = [...thresholds, ...(no_block ? [block] : []), ...(quorum_pct === null ? [] : [quorum])]
  const ruled = rules.map(({ option, percent, of, at }) => {
    const part = option === null ? cast : (rows.get(option) ?? 0)
    const whole = of === 'cast' ? cast : all
    const share = whole === 0 ? 0 : (part * 100) / whole
    const holds = at === 'least' ? share >= percent : share <= percent
    return { part, whole, passed: holds && at === 'most' && cast === 0 ? null : holds }
  })
  const every = ruled.every(({ passed }) => passed === true)
  if (ruled.length === 0) return null
  return { rules: ruled, passed: ruled.some(({ passed }) => passed === false) ? false : every || null }
}

/** The names of the elected options. Null: only the service counts by this method. */
function electedOf(manifest: Any, ballots: Any[], rows: Row[]): string[] | null {
  const { options, settings } = manifest
  const method =
    settings.count_method ??
    { poll: 'sum', score: 'sum', dot_vote: 'sum', ranked_choice: 'points' }[manifest.poll_type as string]
  if (ballots.length === 0 || settings.seats > 1) return null
  const hashes = hashesOf(manifest, ballots)
  if (method === 'irv')
    return runoff(
      options.map(({ slot }: Any) => slot),
      ballots,
      hashes,
    ).map((slot) => nameOf(options, slot))
  if (method !== 'sum' && method !== 'points') return null
  const most = rows.filter(({ rank }) => rank === 1).map(({ slot }) => slot)
  return [nameOf(options, byLot(most, hashes)[0] ?? 0)]
}

const nameOf = (options: Any[], wanted: number): string => options.find(({ slot }) => slot === wanted).name

/** The hash of each option for drawing lots; the lowest wins. */
function hashesOf({ poll, options }: Any, ballots: Any[]): Map<number, string> {
  const lines = new Map<string, number>()
  for (const { choices } of ballots) {
    const by_slot = new Map<number, number>(choices)
    const line = options.map(({ slot }: Any) => scoreText(by_slot.get(slot), options.length)).join(',')
    lines.set(line, (lines.get(line) ?? 0) + 1)
  }
  const all = [...lines]
    .map(([line, times]) => `${line} ${times}`)
    .sort()
    .join('\n')
  const seed = `${poll} ${H(all)}`
  return new Map(options.map(({ slot }: Any) => [slot, H(`folkmoot-lot-v1\0${seed}\0${slot}`)]))
}

const scoreText = (rank: number | undefined, options: number) =>
  rank === undefined ? '-' : `${options - rank + 1}`

const byLot = (slots: number[], hashes: Map<number, string>): number[] =>
  slots.toSorted((one, other) => ((hashes.get(one) ?? '') < (hashes.get(other) ?? '') ? -1 : 1))

/** Excludes the option with the fewest votes until one has more than half of the votes that count. */
function runoff(left: number[], ballots: Any[], hashes: Map<number, string>): number[] {
  const top = ballots.map(
    ({ choices }: Any) =>
      choices.filter(([slot]: Any) => left.includes(slot)).toSorted((a: Any, b: Any) => a[1] - b[1])[0]?.[0],
  )
  const votes = new Map(left.map((slot) => [slot, top.filter((one) => one === slot).length]))
  const valid = top.filter((one) => one !== undefined).length
  const winner = left.find((slot) => (votes.get(slot) ?? 0) * 2 > valid)
  if (winner !== undefined || left.length === 1) return [winner ?? left[0] ?? 0]
  const fewest = Math.min(...votes.values())
  const last = left.filter((slot) => votes.get(slot) === fewest)
  const out = byLot(last, hashes).at(-1)
  return runoff(
    left.filter((slot) => slot !== out),
    ballots,
    hashes,
  )
}
