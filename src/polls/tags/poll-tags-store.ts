import { type Queryable, sql } from '../../db/sql.ts'
import type { Tag } from '../../groups/tags/tag.ts'

const write = sql<{ id: number; tags: string }>(
  'polls.write_tags',
  'update polls set tags = :tags::jsonb, updated_at = now() where id = :id',
)

/** Saves the tags of a poll. Its version stays: people vote on the same question. */
export async function writePollTags(tx: Queryable, id: number, tags: Tag[]): Promise<void> {
  // The driver would convert a list to a PostgreSQL array.
  await write.run(tx, { id, tags: JSON.stringify(tags) })
}
