import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { shownName } from '../../groups/names/shown-users.ts'
import { JOIN_LINK_ROW, type JoinLink, type NewJoinLink } from './join-link.ts'

const FIELDS =
  'l.id, l.group_id, l.made_by, l.asks, l.most, l.joined, l.ends_at, l.ended_at, l.flooded_at, l.created_at'
const WAITING = "(select count(*) from join_requests r where r.link_id = l.id and r.state = 'waiting')"
// A person who has left the group invites nobody any more.
const INVITER = `(select ${shownName('u', 'l.group_id')} from users u
  where u.id = l.made_by and exists (
    select from memberships m where m.group_id = l.group_id and m.user_id = u.id and m.revoked_at is null))`

/** A link with the name of who made it, null if they left, and its unanswered requests. */
export type ListedJoinLink = JoinLink & { maker: string | null; waiting: number }

const LISTED_ROW = { ...JOIN_LINK_ROW, maker: is.nullable(is.text), waiting: is.integer }

const insert = sql<NewJoinLink & { group_id: number; made_by: number; hash: Buffer }, { id: number }>(
  'join_links.insert',
  `insert into join_links (group_id, hash, made_by, asks, most, ends_at)
   values (:group_id, :hash, :made_by, :asks, :most::int, :ends_at::timestamptz) returning id`,
  ID,
)

const byHash = sql<{ hash: Buffer }, ListedJoinLink>(
  'join_links.by_hash',
  `select ${FIELDS}, ${INVITER} as maker, ${WAITING} as waiting from join_links l where l.hash = :hash`,
  LISTED_ROW,
)

const byId = sql<{ id: number }, ListedJoinLink>(
  'join_links.by_id',
  `select ${FIELDS}, ${INVITER} as maker, ${WAITING} as waiting from join_links l where l.id = :id`,
  LISTED_ROW,
)

const ofGroup = sql<{ group_id: number; most: number }, ListedJoinLink>(
  'join_links.of_group',
  `select ${FIELDS}, ${INVITER} as maker, ${WAITING} as waiting from join_links l
   where l.group_id = :group_id order by l.id desc limit :most`,
  LISTED_ROW,
)

const open = sql<{ group_id: number }, { links: number }>(
  'join_links.open',
  `select count(*) as links from join_links
   where group_id = :group_id and ended_at is null and (ends_at is null or ends_at > now())`,
  { links: is.integer },
)

const end = sql<{ group_id: number; id: number }>(
  'join_links.end',
  'update join_links set ended_at = now() where id = :id and group_id = :group_id and ended_at is null',
)

const countJoined = sql<{ id: number }>(
  'join_links.count_joined',
  'update join_links set joined = joined + 1 where id = :id and (most is null or joined < most)',
)

const flooded = sql<{ id: number; hours: number }, { group_id: number }>(
  'join_links.flooded',
  `update join_links set flooded_at = now()
   where id = :id and (flooded_at is null or flooded_at < now() - make_interval(hours => :hours::int))
   returning group_id`,
  { group_id: is.integer },
)

const admins = sql<{ group_id: number }, { user_id: number }>(
  'join_links.admins',
  `select user_id from memberships
   where group_id = :group_id and admin and accepted_at is not null and revoked_at is null order by user_id`,
  { user_id: is.integer },
)

export async function insertJoinLink(
  tx: Queryable,
  link: NewJoinLink & { group_id: number; made_by: number; hash: Buffer },
): Promise<number> {
  return (await insert.one(tx, link)).id
}

/** The link with this token's hash, in any state. */
export function findJoinLink(db: Queryable, hash: Buffer): Promise<ListedJoinLink | null> {
  return byHash.first(db, { hash })
}

export function findJoinLinkById(db: Queryable, id: number): Promise<ListedJoinLink | null> {
  return byId.first(db, { id })
}

/** The group's newest links, at most `most`. */
export function listJoinLinks(db: Queryable, group_id: number, most: number): Promise<ListedJoinLink[]> {
  return ofGroup.all(db, { group_id, most })
}

/** How many links of the group neither an admin nor their time has ended. */
export async function countOpenLinks(tx: Queryable, group_id: number): Promise<number> {
  return (await open.one(tx, { group_id })).links
}

/** False: it has ended already, or the group has no such link. */
export async function endJoinLinkRow(
  tx: Queryable,
  link: { group_id: number; id: number },
): Promise<boolean> {
  return (await end.run(tx, link)) > 0
}

/** Counts one more person who joined by the link; not above its number. */
export async function countJoinedBy(tx: Queryable, id: number): Promise<void> {
  await countJoined.run(tx, { id })
}

/** Records that the admins are notified of a flood. False: they were notified less than `hours` ago. */
export async function markFlooded(tx: Queryable, id: number, hours: number): Promise<boolean> {
  return (await flooded.first(tx, { id, hours })) !== null
}

/** The admins of the group who have joined. */
export async function adminsOf(db: Queryable, group_id: number): Promise<number[]> {
  return (await admins.all(db, { group_id })).map(({ user_id }) => user_id)
}
