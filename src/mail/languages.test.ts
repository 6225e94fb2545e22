import { expect, test } from 'vitest'
import { openPost } from '../../test/post.ts'
import type { Received } from '../../test/smtp.ts'
import { makeThread } from '../../test/tell.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { fillSignIns } from './fill-sign-ins.ts'

const world = await createWorld()
const post = await openPost(world)
const { pool } = world.db
const people = await addMembers(world, ['ben@mill.example', 'cleo@mill.example'])
await pool.query('update memberships set accepted_at = now()')
await pool.query("update users set locale = 'en-XA' where email = 'ben@mill.example'")
await post.deliver()

const languages = (mails: Received[]) =>
  Object.fromEntries(
    mails.map(({ to, raw, email }) => [
      to[0],
      [/^content-language: (.*)\r$/im.exec(raw)?.[1], /<html lang="(.*?)"/.exec(email.html ?? '')?.[1]],
    ]),
  )

test('a mail is in the recipient’s language, else in the group’s, and declares it', async () => {
  await makeThread(world, { user_ids: people })
  expect(languages(await post.deliver())).toEqual({
    'ben@mill.example': ['en-XA', 'en-XA'],
    'cleo@mill.example': ['en', 'en'],
  })
  await pool.query("update groups set locale = 'en-XA'")
  await makeThread(world, { user_ids: people })
  expect(languages(await post.deliver())).toMatchObject({ 'cleo@mill.example': ['en-XA', 'en-XA'] })
})

test('the body declares the language too, for mail programs that strip everything around it', async () => {
  await makeThread(world, { user_ids: people })
  const bodies = (await post.deliver()).map(({ email }) => email.html?.replace(/^[\s\S]*<body/, ''))
  const said = bodies.map((body) => /<table [^>]*lang="(.*?)" dir="(.*?)"/.exec(body ?? '')?.slice(1))
  expect(said).toEqual([
    ['en-XA', 'ltr'],
    ['en-XA', 'ltr'],
  ])
})

test('each sign-in mail is in its recipient’s language, else in that of their groups', async () => {
  await pool.query("update groups set locale = 'fr'")
  await pool.query(
    `insert into sign_ins (address, browser_hash, next)
     select email, sha256(email::bytea), '/' from users where email in ('ben@mill.example', 'cleo@mill.example')`,
  )
  const asked = { most: 10, public_url: 'https://moot.example.org' }
  expect(await change(world.db, SYSTEM, (act) => fillSignIns(act, asked))).toEqual({ wishes: 2, mails: 2 })
  const before = post.smtp.received.length
  await post.send()
  expect(languages(post.smtp.received.slice(before))).toEqual({
    'ben@mill.example': ['en-XA', 'en-XA'],
    'cleo@mill.example': ['fr', 'fr'],
  })
})
