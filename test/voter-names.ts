import { openPollWorld } from './poll-web.ts'

export type NameWorld = Awaited<ReturnType<typeof openNameWorld>>

/** A world for polls, where Ben has no name yet. */
export async function openNameWorld() {
  const at = await openPollWorld()
  const [ben = 0] = at.people
  const { world } = at
  const rows = async (text: string, ...values: unknown[]) => (await world.db.pool.query(text, values)).rows
  await rows('update users set name = null where id = $1', ben)
  return {
    ...at,
    ben,
    rows,
    /** An admin gives Ben a name. */
    giveName: (name: string) =>
      rows(
        'insert into given_names (group_id, user_id, name, given_by) values ($1, $2, $3, $4)',
        ...[world.group.id, ben, name, world.ada.id],
      ),
    /** The name of a person's account, by default Ben's. */
    nameOf: async (id = ben): Promise<string | null> =>
      (await rows('select name from users where id = $1', id))[0].name,
  }
}
