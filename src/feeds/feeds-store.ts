import { type Queryable, sql } from '../db/sql.ts'

/** The owner of an address, and its group; null: their calendar. */
export type FeedOwner = { user_id: number; group_id: number | null }

const put = sql<FeedOwner & { hash: Buffer }>(
  'feeds.put',
  `insert into feeds (hash, user_id, group_id) values (:hash, :user_id, :group_id)
   on conflict (user_id, coalesce(group_id, 0)) do update set hash = excluded.hash, created_at = now()`,
)

const remove = sql<{ id: number; user_id: number }>(
  'feeds.remove',
  'delete from feeds where id = :id and user_id = :user_id',
)

const removeAll = sql<{ user_id: number }>('feeds.remove_all', 'delete from feeds where user_id = :user_id')

/** Stores an address by the SHA-256 of its token, and replaces the former one. */
export async function putFeed(tx: Queryable, feed: FeedOwner & { hash: Buffer }): Promise<void> {
  await put.run(tx, feed)
}

/** Deletes an address of a person. False: they have no such address. */
export async function deleteFeed(tx: Queryable, feed: { id: number; user_id: number }): Promise<boolean> {
  return (await remove.run(tx, feed)) > 0
}

/** Deletes all addresses of a person. */
export async function deleteFeeds(tx: Queryable, user_id: number): Promise<void> {
  await removeAll.run(tx, { user_id })
}
