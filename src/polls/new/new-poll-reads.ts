import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { EVENT_ROW, type Event } from '../../events/event.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../../groups/group-facts.ts'
import { GROUP_FACTS } from '../../groups/group-reads.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from '../../keys/api-key.ts'
import { KEY_FACTS } from '../../keys/key-reads.ts'
import { firstPlaces } from '../../text/first-places.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { MAKING, type PollToMake } from './new-poll-rows.ts'

/** A poll to create, and the SHA-256 of the API key that requests it; null: none. */
export type PollAsked = { poll: PollToMake; hash: Buffer | null }

/** What others may have changed or the database has chosen; the rest of a new poll is as requested. */
export type NewPollRow = {
  id: number
  key: string
  created_at: Date
  content_locale: string | null
  /** By slot. */
  option_ids: number[]
  voters: number
  event: JsonOf<Event>
  author: JsonOf<User>
  api_key: JsonOf<PresentedKey> | null
  in_group: GroupJson
}

/** Of polls that share a key, an author or a group, only one reads it. */
type Shared = 'author' | 'api_key' | 'in_group'
type Row = Omit<NewPollRow, Shared> & { [Part in Shared]: NewPollRow[Part] | null }

const ROW: Fields<Row> = {
  id: is.integer,
  key: is.text,
  created_at: is.instant,
  content_locale: is.nullable(is.text),
  option_ids: is.list(is.integer),
  voters: is.integer,
  event: is.jsonOf(EVENT_ROW),
  author: is.nullable(is.jsonOf(USER_ROW)),
  api_key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
  in_group: is.nullable(is.jsonOf(GROUP_FACTS_ROW)),
}

// The counts of the group are those before.
const make = sql<{ polls: string }, Row>(
  'polls.insert_and_show',
  `${MAKING}, option_ids as (
     select poll_id, array_agg(id order by slot) as ids from options group by poll_id
   )
   select p.id, p.key, p.created_at, p.content_locale, coalesce(o.ids, '{}') as option_ids, t.voters,
     row_to_json(e) as event,
     case when a.reads_author then
       (select row_to_json(u) from ${usersIn('p.group_id')} u where u.id = p.author_id) end as author,
     ${KEY_FACTS.replace(':hash', 'a.key_hash')} as api_key,
     case when a.reads_group then (select ${GROUP_FACTS} from groups g where g.id = p.group_id) end as in_group
   from inserted p join asked a on a.key = p.key join tally t on t.poll_id = p.id join told e on e.poll_id = p.id
   left join option_ids o on o.poll_id = p.id`,
  ROW,
)

/** Creates polls without a thread, and returns what is not known of them yet, in the same order. */
export async function makeAndRead(tx: Queryable, asked: PollAsked[]): Promise<NewPollRow[]> {
  const keys = firstPlaces(asked.map(({ hash }) => hash?.toString('hex') ?? ''))
  const authors = firstPlaces(asked.map(({ poll }) => `${poll.author_id} ${poll.group_id}`))
  const groups = firstPlaces(asked.map(({ poll }) => poll.group_id))
  const rows = await make.all(tx, {
    polls: JSON.stringify(
      asked.map(({ poll, hash }, place) => ({
        ...poll,
        key_hash: hash !== null && keys[place] === place ? `\\x${hash.toString('hex')}` : null,
        reads_author: authors[place] === place,
        reads_group: groups[place] === place,
      })),
    ),
  })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const made = asked.map(({ poll }) => byKey.get(poll.key))
  const new_polls = Map.groupBy(groups, (first) => first)
  return made.map((row, place) => {
    const [first = 0, of_key = 0, of_author = 0] = [groups[place], keys[place], authors[place]]
    const [author, in_group] = [made[of_author]?.author ?? null, made[first]?.in_group ?? null]
    if (row === undefined || author === null || in_group === null)
      throw new Error(`${make.name} did not return the poll ${asked[place]?.poll.key}`)
    const api_key = made[of_key]?.api_key ?? null
    return { ...row, author, api_key, in_group: grown(in_group, new_polls.get(first)?.length ?? 0) }
  })
}

/** The group with this many more polls. */
function grown(group: GroupJson, polls: number): GroupJson {
  return { ...group, counts: { ...group.counts, polls: group.counts.polls + polls } }
}
