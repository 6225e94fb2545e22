import { tablesOf } from '../src/db/catalog.ts'
import { change } from '../src/db/db.ts'
import { addComment } from '../src/discussions/comments/add-comment.ts'
import { issuePersonalKey } from '../src/keys/issue-personal-key.ts'
import { startSession } from '../src/users/start-session.ts'
import { openPost } from './post.ts'
import { makeWebhook, openMessenger, startReceiver } from './receiver.ts'
import { makePoll } from './tell.ts'
import { copiedTokenFor, openWeb } from './web.ts'
import { addMembers, createWorld } from './world.ts'

const PEOPLE = ['zenobia.quill@far.example', 'yorick.noon@far.example', 'ben@mill.example']

/** A world with pages, mails and a webhook, three people, and what they leave when they use it. */
export async function openErasureWorld() {
  const world = await createWorld()
  const web = await openWeb(world)
  const post = await openPost(world)
  const hooks = openMessenger(world)
  const ids = await addMembers(world, PEOPLE)
  const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows
  await rows('update memberships set accepted_at = now()')
  await rows('update users set email_verified = true')
  await rows("update users set name = 'Ben Ash' where id = $1", [ids[2]])
  await makeWebhook(world, { url: (await startReceiver()).url })

  /** The tables in which a row contains this word, in any letter case. */
  async function tablesWith(word: string): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await tablesOf(world.db.pool)) {
      const [{ there }] = await rows(
        `select exists (select from ${name} t where t::text ilike $1) as there`,
        [`%${word}%`],
      )
      if (there) found.push(name)
    }
    return found
  }

  /** A comment, keys, a poll, drafts and more of this person. */
  async function addThings(user_id: number, discussion_id: number): Promise<void> {
    const { group, ada } = world
    await change(world.db, as(user_id), async (act) => {
      await addComment(act, { discussion_id, parent_id: null, body: 'My own words', mentioned_ids: [ada.id] })
      await issuePersonalKey(act, user_id, 'Laptop')
      await startSession(act, user_id, 'Browser')
    })
    await makePoll(world, {
      actor: as(user_id),
      recipients: { audience: 'group', message: 'My invitation' },
    })
    await rows('insert into mutes (group_id, user_id) values ($1, $2)', [group.id, user_id])
    await rows("insert into form_drafts (user_id, place, fields) values ($1, '/p', '{}')", [user_id])
    await rows(
      'insert into sign_ins (address, browser_hash) select upper(email), sha256(email::bytea) from users where id = $1',
      [user_id],
    )
    await copiedTokenFor(world, 'unsubscribe', { user_id })
  }

  return { world, web, post, hooks, ids, rows, tablesWith, addThings }
}

/** The person who acts. */
export const as = (user_id: number) => ({ kind: 'person' as const, user_id })
