import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** `public`: anyone may read it. `closed`: people start no polls in it. */
export type ThreadRef = {
  id: number
  key: string
  title: string
  group_handle: string
  public: boolean
  closed: boolean
}

const ROW: Fields<ThreadRef> = {
  id: is.integer,
  key: is.text,
  title: is.text,
  group_handle: is.text,
  public: is.flag,
  closed: is.flag,
}
const REF = `select d.id, d.key, d.title, g.handle as group_handle, g.public and not d.private as public,
     d.closed_at is not null as closed
   from discussions d join groups g on g.id = d.group_id`

const byKey = sql<{ key: string }, ThreadRef>(
  'threads.ref',
  `${REF} where d.key = :key and d.discarded_at is null`,
  ROW,
)

const byId = sql<{ discussion_ids: number[] }, ThreadRef>(
  'threads.refs',
  `${REF} where d.id = any (:discussion_ids::bigint[]) and d.discarded_at is null`,
  ROW,
)

/** The thread with this key. */
export function readThreadRef(db: Queryable, key: string): Promise<ThreadRef | null> {
  return byKey.first(db, { key })
}

/** The threads with these ids. */
export function readThreadRefs(db: Queryable, discussion_ids: number[]): Promise<ThreadRef[]> {
  return byId.all(db, { discussion_ids })
}
