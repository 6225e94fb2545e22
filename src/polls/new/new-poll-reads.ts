import { type Queryable, sql } from '../../db/sql.ts'
import { GROUP_FACTS } from '../../groups/group-reads.ts'
import { KEY_FACTS } from '../../keys/key-reads.ts'
import { type FoundPoll, isFound, newPollFacts, POLL_FACTS_ROW, type PollRow } from '../poll-reads.ts'
import { MAKING, type PollToMake } from './new-poll-rows.ts'

/** A poll to create, and the SHA-256 of the API key that requests it; null: none. */
export type PollAsked = { poll: PollToMake; hash: Buffer | null }

/** The facts of a new poll. `in_group`: only with the first in each group, with the counts before. */
type Row = Omit<PollRow, 'outcome' | 'thread'>

const { outcome: _outcome, thread: _thread, ...ROW } = POLL_FACTS_ROW

const make = sql<{ polls: string }, Row>(
  'polls.insert_and_show',
  `${MAKING}
  select now() as now, ${KEY_FACTS.replace(':hash', 'a.key_hash')} as key, ${newPollFacts('options', 'told')},
    (select json_build_object('voters', t.voters, 'cast_count', t.cast_count, 'sums', t.sums, 'answers', t.answers,
       'supports', t.supports, 'open', null, 'open_flooded', false) from tally t where t.poll_id = p.id) as tally,
    case when row_number() over (partition by p.group_id order by p.id) = 1 then
      (select ${GROUP_FACTS} from groups g where g.id = p.group_id) end as in_group
  from inserted p join asked a on a.key = p.key`,
  ROW,
)

/** Creates polls without a thread, and returns their facts, in the same order. */
export async function makeAndRead(tx: Queryable, asked: PollAsked[]): Promise<FoundPoll[]> {
  const rows = await make.all(tx, {
    polls: JSON.stringify(
      asked.map(({ poll, hash }) => ({
        ...poll,
        key_hash: hash === null ? null : `\\x${hash.toString('hex')}`,
      })),
    ),
  })
  const made = Map.groupBy(rows, ({ poll }) => poll?.group_id)
  const found = rows.flatMap((row) => {
    const of_group = made.get(row.poll?.group_id) ?? []
    const in_group = grown(of_group.find((other) => other.in_group !== null)?.in_group, of_group.length)
    const facts: PollRow = { ...row, in_group, outcome: null, thread: null }
    return isFound(facts) ? [facts] : []
  })
  const byKey = new Map(found.map((facts) => [facts.poll.key, facts]))
  return asked.map(({ poll }) => {
    const facts = byKey.get(poll.key)
    if (facts === undefined) throw new Error(`${make.name} did not return the poll ${poll.key}`)
    return facts
  })
}

/** The group with this many more polls. */
function grown(group: PollRow['in_group'] | undefined, polls: number): PollRow['in_group'] {
  if (group === null || group === undefined) return null
  return { ...group, counts: { ...group.counts, polls: group.counts.polls + polls } }
}
