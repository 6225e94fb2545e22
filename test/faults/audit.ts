import type { Db } from '../../src/db/db.ts'
import type { UrnKeys } from '../../src/db/keys/urn-keys.ts'
import type { Queryable } from '../../src/db/sql.ts'
import type { Scores } from '../../src/polls/ballots/ballot.ts'
import { openBoxes } from '../../src/polls/urn/open-boxes.ts'
import { type Figure, none, some } from './figures.ts'
import { acknowledged, type Journal, type Write } from './journal.ts'
import { spoilt } from './planted.ts'

/** What happened to the clients' writes, according to the database's rows. */
export type Audit = {
  acknowledged: number
  lost: number
  doubled: number
  /** Voters whose last acknowledged vote is not their ballot. */
  overtaken: number
  /** Polls whose stored totals differ from a recount of their ballots. */
  miscounted: number
  late: number
}

export async function audit(
  { urn_keys }: Pick<Db, 'urn_keys'>,
  journal: Pick<Journal, 'writes'>,
  on: Queryable,
): Promise<Audit> {
  const done = acknowledged(journal)
  const marked = await countMarks(on)
  const urns = await lookIntoUrns(on, urn_keys, journal.writes)
  return {
    acknowledged: done.length,
    lost: done.filter(({ kind, mark }) => kind !== 'anonymous' && !marked.has(mark)).length + urns.lost,
    doubled: [...marked.values()].filter((times) => times > 1).length + urns.doubled,
    overtaken: await countOvertaken(on, journal.writes),
    miscounted: await number(on, MISCOUNTED),
    late: await countLate(on),
  }
}

/** The service gives up a silent database within 3 s; later requests may wait as long for a connection. */
const LONGEST_S = 8

/** Ballots, current and superseded, that were cast after voting had ended. */
export const countLate = (on: Queryable) => number(on, LATE)

/**
 * The figures of a check with writing clients, and whether the audit detects faults planted into its data.
 */
export async function figuresOf(db: Db, journal: Journal): Promise<Figure[]> {
  const found = await audit(db, journal, db.pool)
  const seen = (await plantedFaults(db, journal)).filter((times) => times > 0).length
  return [
    some('writes acknowledged', found.acknowledged),
    none('acknowledged writes lost', found.lost),
    none('writes doubled by a retry', found.doubled),
    none('last votes overtaken by earlier ones', found.overtaken),
    none('polls whose totals differ from a recount', found.miscounted),
    none('late ballots', found.late),
    ...answersOf(journal),
    { what: 'control: of 7 planted faults, the audit sees', value: seen, promised: { exactly: 7 } },
  ]
}

/** What clients received. */
function answersOf({ counts, longest_s }: Journal): Figure[] {
  return [
    none('answers that were neither done nor a 503 with Retry-After', counts.unclear),
    none('requests without any answer within 30 s', counts.silence),
    { what: 'answers 503 with Retry-After', value: counts.unavailable },
    { what: 'longest wait for an answer', value: longest_s, unit: ' s', promised: { at_most: LONGEST_S } },
  ]
}

/**
 * How often the same audit detects each fault planted into the journal, or into data that are restored
 * afterwards.
 */
async function plantedFaults(db: Db, journal: Journal): Promise<number[]> {
  const vote = acknowledged(journal).findLast(({ kind }) => kind === 'named')
  if (vote === undefined) return []
  const with_invented = (invented: Partial<Write>) =>
    audit(db, { writes: [...journal.writes, { ...vote, ...invented }] }, db.pool)
  const after = (text: string) => spoilt(db, text, (tx) => audit(db, journal, tx))
  return [
    (await with_invented({ kind: 'comment', mark: 'never written' })).lost,
    (await with_invented({ kind: 'anonymous', poll_id: 0 })).lost,
    (await after(`delete from ballots where reason = '${vote.mark}'`)).lost,
    (await after(WRITE_TWICE)).doubled,
    (await after(`update ballots set reason = 'an earlier vote' where reason = '${vote.mark}'`)).overtaken,
    (await after(MISCOUNT)).miscounted,
    (await after(CAST_LATE)).late,
  ]
}

/** How often the data contain each mark. */
async function countMarks(on: Queryable): Promise<Map<string, number>> {
  const { rows } = await on.query<{ mark: string; times: number }>(MARKS)
  return new Map(rows.map(({ mark, times }) => [mark, times]))
}

/** Who voted, and the content of the urns: nothing connects the two. */
async function lookIntoUrns(
  on: Queryable,
  urn_keys: UrnKeys,
  writes: Write[],
): Promise<{ lost: number; doubled: number }> {
  const cast = writes.filter(({ kind }) => kind === 'anonymous')
  const sure = cast.filter(({ answered }) => answered)
  const voters = await on.query<{ voter: string }>(
    "select poll_id || ' ' || user_id as voter from electorate where voted",
  )
  const voted = new Set(voters.rows.map(({ voter }) => voter))
  const unmarked = sure.filter(({ poll_id, voter }) => !voted.has(`${poll_id} ${voter.id}`)).length
  const held = await countChoices(on, urn_keys)
  const beyond = (one: Map<string, number>, other: Map<string, number>) =>
    [...one].reduce((sum, [choice, times]) => sum + Math.max(0, times - (other.get(choice) ?? 0)), 0)
  return { lost: Math.max(unmarked, beyond(byChoice(sure), held)), doubled: beyond(held, byChoice(cast)) }
}

/** How often each choice of each anonymous poll is in a box, or sealed. */
async function countChoices(on: Queryable, urn_keys: UrnKeys): Promise<Map<string, number>> {
  const { rows: ballots } = await on.query<{ poll_id: number; choices: Scores }>(
    'select poll_id, choices from sealed_ballots',
  )
  const { rows: urns } = await on.query<{ poll_id: number; urn_key: string; boxes: Buffer[] }>(URNS)
  for (const { poll_id, urn_key, boxes } of urns) {
    const key = await urn_keys.find(on, urn_key)
    if (key === null) throw new Error('the key of an urn is missing')
    for (const { scores: choices } of await openBoxes(key, boxes)) ballots.push({ poll_id, choices })
  }
  const counts = new Map<string, number>()
  for (const { poll_id, choices } of ballots) {
    const choice = `${poll_id} ${choices.indexOf(1) + 1}`
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  return counts
}

function byChoice(writes: Write[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { poll_id, choice } of writes) {
    const key = `${poll_id} ${choice + 1}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Checks voters whose last vote was acknowledged. */
async function countOvertaken(on: Queryable, writes: Write[]): Promise<number> {
  const last = new Map<string, Write>()
  for (const write of writes)
    if (write.kind === 'named' || write.kind === 'form') last.set(`${write.poll_id} ${write.voter.id}`, write)
  const { rows } = await on.query<{ ballot: string; mark: string }>(
    "select poll_id || ' ' || user_id as ballot, reason as mark from ballots",
  )
  const stands = new Map(rows.map(({ ballot, mark }) => [ballot, mark]))
  return [...last].filter(([ballot, { answered, mark }]) => answered && stands.get(ballot) !== mark).length
}

async function number(on: Queryable, text: string): Promise<number> {
  return (await on.query<{ n: number }>(text)).rows[0]?.n ?? 0
}

const MARKS = `select mark, count(*)::int as times from (
    select reason as mark from ballots union all select reason from superseded_ballots
    union all select body from comments union all select title from polls) as marks
  where mark is not null and mark <> 'A second bike shed' group by mark`

const URNS = `select p.id as poll_id, p.urn_key, array_agg(b.box) as boxes
  from urn_boxes b join polls p on p.id = b.poll_id group by p.id`

const MISCOUNTED = `with cast_ballots as (
    select poll_id, scores from ballots
    union all select poll_id, choices from sealed_ballots
  ), slots as (
    select poll_id, slot, sum(coalesce(score, 0))::bigint as sums, count(score)::int as answers,
      (count(*) filter (where score > 0))::int as supports
    from cast_ballots, unnest(scores) with ordinality as s(score, slot) group by poll_id, slot
  ), recount as (
    select poll_id, array_agg(sums order by slot) as sums, array_agg(answers order by slot) as answers,
      array_agg(supports order by slot) as supports,
      (select count(*) from cast_ballots c where c.poll_id = slots.poll_id) as cast_count
    from slots group by poll_id
  )
  select count(*)::int as n from tallies t left join recount r using (poll_id)
  where t.cast_count <> coalesce(r.cast_count, 0)
    or (r.poll_id is not null and (t.sums, t.answers, t.supports) is distinct from (r.sums, r.answers, r.supports))`

const LATE = `select count(*)::int as n from (
    select poll_id, cast_at from ballots union all select poll_id, cast_at from superseded_ballots) as b
  join polls p on p.id = b.poll_id where b.cast_at >= coalesce(p.closed_at, p.closing_at)`

const WRITE_TWICE = `insert into comments (discussion_id, author_id, body, sequence_id)
  select discussion_id, author_id, body, (select max(sequence_id) + 1 from comments) from comments limit 1`
const MISCOUNT = `update tallies set sums[1] = sums[1] + 1 where poll_id = (
  select poll_id from tallies where cast_count > 0 limit 1)`
const CAST_LATE = `update ballots b set cast_at = p.closing_at from polls p where p.id = b.poll_id`
