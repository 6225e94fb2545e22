import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { OPEN_LINK_ROW, type OpenLink } from './vote-link.ts'

const FIELDS = 'id, poll_id, most, voted, ended_at, created_at'

type NewLink = Pick<OpenLink, 'poll_id' | 'most'> & { made_by: number; hash: Buffer }

const insert = sql<NewLink, { id: number }>(
  'open_links.insert',
  `insert into open_links (poll_id, hash, made_by, most) values (:poll_id, :hash, :made_by, :most::int)
   returning id`,
  ID,
)

const byHash = sql<{ hash: Buffer }, OpenLink>(
  'open_links.by_hash',
  `select ${FIELDS} from open_links where hash = :hash`,
  OPEN_LINK_ROW,
)

const ofPoll = sql<{ poll_id: number; most: number }, OpenLink>(
  'open_links.of_poll',
  `select ${FIELDS} from open_links where poll_id = :poll_id order by id desc limit :most`,
  OPEN_LINK_ROW,
)

const lock = sql<{ poll_id: number }, { links: number }>(
  'open_links.lock',
  `with poll as materialized (select id from polls where id = :poll_id for no key update)
   select (select count(*)::int from open_links where poll_id = poll.id) as links from poll`,
  { links: is.integer },
)

const end = sql<{ poll_id: number; id: number }>(
  'open_links.end',
  'update open_links set ended_at = now() where id = :id and poll_id = :poll_id and ended_at is null',
)

const flooded = sql<{ poll_id: number }>(
  'open_links.flooded',
  `update tallies set open_flooded_at = now()
   where poll_id = :poll_id and (open_flooded_at is null or open_flooded_at < now() - interval '10 minutes')`,
)

export async function insertOpenLink(tx: Queryable, link: NewLink): Promise<number> {
  return (await insert.one(tx, link)).id
}

/** The link with this token's hash, in any state. */
export function findOpenLink(db: Queryable, hash: Buffer): Promise<OpenLink | null> {
  return byHash.first(db, { hash })
}

/** The poll's newest links, at most `most`. */
export function listOpenLinks(db: Queryable, poll_id: number, most: number): Promise<OpenLink[]> {
  return ofPoll.all(db, { poll_id, most })
}

/** Locks the poll, and counts its links. */
export async function lockOpenLinks(tx: Queryable, poll_id: number): Promise<number> {
  return (await lock.one(tx, { poll_id })).links
}

export async function endOpenLinkRow(tx: Queryable, link: { poll_id: number; id: number }): Promise<void> {
  await end.run(tx, link)
}

/** Notes that votes were refused as too many. */
export async function markOpenFlooded(tx: Queryable, poll_id: number): Promise<void> {
  await flooded.run(tx, { poll_id })
}
