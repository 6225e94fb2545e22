import { beforeEach, expect, test } from 'vitest'
import { openPost, type Post } from '../../../test/post.ts'
import { makePoll } from '../../../test/tell.ts'
import { addMembers, createWorld, keyFor, type World } from '../../../test/world.ts'

let world: World
let post: Post
let people: number[]

beforeEach(async () => {
  world = await createWorld()
  people = await addMembers(world, ['ivy@mill.example', 'jo@mill.example'])
  post = await openPost(world)
  await post.deliver()
})

const zone = (user_id: number | undefined, name: string) =>
  world.db.pool.query('update users set time_zone = $2 where id = $1', [user_id, name])

/** The zones of the closing times in the mails about a poll that a program starts, by recipient. */
async function zonesTold(): Promise<Record<string, string | undefined>> {
  const key = await keyFor(world)
  const actor = {
    kind: 'key',
    user_id: key.bot_user_id,
    api_key_id: key.id,
    group_id: world.group.id,
  } as const
  await makePoll(world, { actor, recipients: { audience: 'group' } })
  const mails = await post.deliver()
  return Object.fromEntries(
    mails.map(({ to, email }) => [
      String(to).slice(0, 3),
      /Closes: .*?\d\d:\d\d (.*)/.exec(email.text ?? '')?.[1],
    ]),
  )
}

test('times of a poll that a program starts are in the recipient’s zone, or else in that of an admin', async () => {
  await zone(world.ada.id, 'Europe/Berlin')
  await zone(people[0], 'Asia/Tokyo')
  expect(await zonesTold()).toMatchObject({ ivy: '(Japan Time)', 'jo@': '(Germany Time)' })
})

test('they are in UTC, and say so, if no admin has a zone', async () => {
  await zone(people[0], 'Asia/Tokyo')
  expect(await zonesTold()).toMatchObject({ ivy: '(Japan Time)', 'jo@': 'UTC' })
})

test('the mail about an anonymous poll with receipts says what these are for', async () => {
  const SEALED = { anonymous: true, stance_reason_required: 'disabled' } as const
  const textOf = async (receipts: boolean) => {
    await makePoll(world, { settings: { ...SEALED, receipts }, recipients: { audience: 'group' } })
    return (await post.deliver())[0]?.email.text
  }
  const sentence = 'you get a receipt that lets you check later that your ballot was counted unchanged'
  expect((await textOf(true))?.replace(/\s+/g, ' ')).toContain(sentence)
  expect(await textOf(false)).not.toContain('receipt')
})
