import { beforeAll, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ThreadWorld
let post: Awaited<ReturnType<typeof openPost>>

beforeAll(async () => {
  at = await openThreadWorld()
  post = await openPost(at.world)
  const { pool } = at.world.db
  await pool.query("update users set username = 'ben' where id = $1", [at.people.ben])
  await pool.query("update users set username = 'cleo', name = null where id = $1", [at.people.cleo])
  await pool.query("update users set username = 'sam' where id = $1", [at.people.stranger])
})

const NAMED = '<bdi>@Ben Ash</bdi>'

/** A thread whose text mentions people, with a guest. */
async function threadThatNames() {
  const { id, path } = await at.thread({ audience: 'group', emails: ['gus@far.example'] })
  const { rows } = await at.world.db.pool.query(
    `with d as (update discussions set description = 'Ask @ben, @cleo, @sam or @nobody.' where id = $1)
     select id from users where email = 'gus@far.example'`,
    [id],
  )
  const token = await tokenFor(at.world, 'thread', { user_id: rows[0].id, discussion_id: id })
  return { path, asGuest: async () => (await at.web.follow(path, token)).page.body }
}

test('the text of a thread shows mentioned members by name, to members only', async () => {
  const { path, asGuest } = await threadThatNames()
  expect((await at.get(path, 'ada')).body).toContain(`Ask ${NAMED}, @cleo, @sam or @nobody.`)
  expect(await asGuest()).toContain('Ask @ben, @cleo, @sam or @nobody.')
})

test('so do mails about it', async () => {
  // First the invitations of members.
  await post.deliver()
  await threadThatNames()
  const mails = new Map((await post.deliver()).map(({ to, email }) => [to[0], email]))
  const member = mails.get('cleo@mill.example')
  expect(member?.html).toContain(`Ask ${NAMED}, @cleo, @sam or @nobody.`)
  expect(member?.text).toContain('Ask @Ben Ash, @cleo, @sam or @nobody.')
  expect(mails.get('gus@far.example')?.text).toContain('Ask @ben, @cleo, @sam or @nobody.')
})

test('a comment’s mail, preview, history and deletion page show names', async () => {
  const { path } = await at.thread()
  const preview = await at.post(`${path}/comments`, 'ada', { body: 'Hello @ben', act: 'preview' })
  expect(preview.body).toContain(`Hello ${NAMED}`)
  expect(preview.body).toContain('>Hello @ben</textarea>')
  await post.deliver()
  const id = await at.say(path, 'ada', 'Hello @ben')
  const [mail] = await post.deliver()
  expect(mail?.email.text).toContain('Hello @Ben Ash')
  const comment = `${path}/comments/${id}`
  expect((await at.get(`${comment}/delete`, 'ada')).body).toContain(`Hello ${NAMED}`)
  await at.post(`${comment}/edit`, 'ada', { body: 'Hello again, @ben' })
  const history = (await at.get(`${comment}/history`, 'ada')).body
  expect(history).toContain(`Hello ${NAMED}`)
  expect(history).toContain(`Hello again, ${NAMED}`)
})

test('whole names are isolated in the comment and its mail, also of people without a username', async () => {
  const { pool } = at.world.db
  const called = 'update users set name = $1 where id = $2'
  await pool.query(called, ['أميرة حداد', at.people.ada])
  const { path } = await at.thread()
  await post.deliver()
  const body = 'Yes @أميرة حداد?'
  const id = await at.say(path, 'ben', body)
  const [mail] = await post.deliver()
  const isolated = 'Yes <bdi>@أميرة حداد</bdi>?'
  expect((await at.get(path, 'ben')).body).toContain(isolated)
  expect(mail?.email.html).toContain(isolated)
  for (const to of [`${path}/comments`, `${path}/comments/${id}/edit`]) {
    const previewed = (await at.post(to, 'ben', { body: `Oh! ${body}`, act: 'preview' })).body
    expect(previewed, to).toContain(`Oh! ${isolated}`)
  }
  expect(mail?.email.text).toContain('Yes \u2068@أميرة حداد\u2069?')
  await pool.query(called, ['Ada Vale', at.people.ada])
})

test('guests are offered the people whom the thread shows them: its author, writers and guests', async () => {
  const { path, asGuest } = await threadThatNames()
  const offered = async () => [
    ...new Set([...(await asGuest()).matchAll(/data-name="([^"]*)"/g)].map(([, name]) => name)),
  ]
  expect(await offered()).toEqual(['Ada Vale'])
  await at.say(path, 'ben', 'I like it.')
  expect(await offered()).toEqual(['Ben Ash', 'Ada Vale'])
})

test('people of the same name are told apart in the list for mentions, for admins', async () => {
  const { pool } = at.world.db
  await pool.query("update users set name = 'Kim Alder' where id = any ($1)", [
    [at.people.ben, at.people.cleo],
  ])
  const { path } = await at.thread()
  const listed = [...(await at.get(path, 'ada')).body.matchAll(/data-shown="Kim Alder \((.+?)\)"/g)]
  expect(new Set(listed.map(([, letters]) => letters)).size).toBe(2)
})

test('other members tell them apart by their numbers: in mentions, comments, voters and lists of members', async () => {
  const { ada, ben, cleo, gone } = at.people
  await at.world.db.pool.query(
    `with r as (update memberships set revoked_at = null, accepted_at = now() where user_id = any ($1))
     update users set name = 'Kim Alder' where id = any ($1)`,
    [[ada, gone]],
  )
  await at.world.db.pool.query("update users set name = 'Ben Ash' where id = any ($1)", [[ben, cleo]])
  const { id, path } = await at.thread()
  for (const [who, user_id] of [
    ['ada', ada],
    ['cleo', gone],
  ] as const) {
    const comment = await at.say(path, who, `By ${user_id}.`)
    await at.world.db.pool.query('update comments set author_id = $2 where id = $1', [comment, user_id])
  }
  const poll_id = await makePoll(at.world, { discussion_id: id, recipients: { audience: 'group' } })
  for (const user_id of [ada, gone])
    await castBallot(at.world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
  const poll = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  for (const place of [path, poll, '/g/mill-lane/members']) {
    const { body } = await at.get(place, 'ben')
    for (const number of [ada, gone]) expect(body, place).toContain(`Kim Alder (#${number})`)
    expect(body, place).not.toMatch(/Kim Alder \((?!#)/)
  }
  expect((await at.get(path, 'ben')).body).toContain(`data-shown="Kim Alder (#${gone})"`)
})

test('a name that two people have mentions nobody: their author is told so, and how to mention one', async () => {
  const { pool } = at.world.db
  const { ben, cleo } = at.people
  await pool.query("update users set name = 'Anna' where id = any ($1)", [[ben, cleo]])
  const { path } = await at.thread({ audience: 'group' })
  const posted = async (body: string) => {
    const said = await at.post(`${path}/comments`, 'ada', { body })
    const there = await at.get(String(said.headers.location), 'ada')
    return String(there.headers.location)
  }
  const mentioned = async () =>
    (await pool.query('select mentioned_ids from comments order by id desc limit 1')).rows[0].mentioned_ids
  const shared = await posted('What do you think, @Anna?')
  expect(await mentioned()).toEqual([])
  const said = `Nobody was mentioned by “@Anna”: 2 people have this name.`
  expect(decoded((await at.get(shared, 'ada')).body)).toContain(said)
  expect(decoded((await at.get(shared, 'ben')).body)).not.toContain(said)
  const one = await posted(`What do you think, @Anna (#${ben})?`)
  expect(await mentioned()).toEqual([ben])
  expect(decoded((await at.get(one, 'ada')).body)).not.toContain('Nobody was mentioned')
})
