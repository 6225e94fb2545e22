import { expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { suggestHandle } from '../../groups/group.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost:1' })
const query = (text: string) => at.world.db.pool.query(text)
const page = async () => decoded((await at.get('/g/mill-lane', 'ada')).body)
const INVITE = '/g/mill-lane/invite'
const LANGUAGE = 'Emails to new people are in English. '

test('the first steps say whether emails were tried', async () => {
  await query('delete from group_item_counts')
  await query('update group_counts set polls = 0, closed_polls = 0, discussions = 0, closed_discussions = 0')
  await makePoll(at.world, { recipients: { audience: 'group' } })
  expect(await page()).toContain('Set up email: not tried yet')
  const post = await openPost(at.world)
  post.smtp.mood = 'later'
  await post.deliver()
  expect(await page()).toContain('Set up email: emails are not getting through')
  post.smtp.mood = 'take'
  await query('update mails set due_at = now()')
  await post.send()
  expect(await page()).toContain('Set up email: done')
  await query("insert into groups (key, handle, name) values ('secondGr', 'second', 'Second')")
  await query(`insert into memberships (group_id, user_id, admin, accepted_at)
    select g.id, u.id, true, now() from groups g, users u where g.handle = 'second' and u.email = 'ada@mill.example'`)
  await query(
    `insert into group_counts (group_id, memberships, admin_memberships)
     select id, 1, 1 from groups where handle = 'second' on conflict do nothing`,
  )
  const second = async () => decoded((await at.get('/g/second', 'ada')).body)
  expect(await second()).toContain('Set up email: done')
  // A crowd that was just invited waits.
  await query(`insert into users (email) select 'v' || n || '@far.example' from generate_series(1, 120) n`)
  await query(`insert into mails (event_id, user_id, group_id, kind, body_hash)
    select m.event_id, u.id, m.group_id, m.kind, m.body_hash from (select * from mails limit 1) m, users u
    where u.email like '%@far.example'`)
  expect(await second()).toContain('Set up email: done')
})

test('a group that has taken all other steps still reads that its emails wait', async () => {
  const bare = await openGroupWorld()
  const seen = async (who: 'ada' | 'ben') => decoded((await bare.get('/g/mill-lane', who)).body)
  const LINE = 'Email is not set up. No emails are sent, and messages wait under'
  expect(await seen('ada')).toContain('>Set up email</a>')
  expect(await seen('ada')).not.toContain(LINE)
  await makePoll(bare.world, { discussion_id: await makeThread(bare.world) })
  expect(await seen('ada')).not.toContain('First steps')
  expect(await seen('ada')).toContain(LINE)
  expect(await seen('ben')).not.toContain(LINE)
})

test('a draft does not tick the step of starting a poll', async () => {
  const bare = await openGroupWorld()
  const seen = async () => decoded((await bare.get('/g/mill-lane', 'ada')).body)
  const discussion_id = await makeThread(bare.world)
  await makePoll(bare.world, { discussion_id, settings: { closing_at: null } })
  expect(await seen()).toContain('>Start a poll</a>')
  await makePoll(bare.world, { discussion_id })
  expect(await seen()).not.toContain('First steps')
})

test('the form for invitations says in which language they are, until the group has one', async () => {
  const form = async () => (await at.get(INVITE, 'ada')).body
  expect(await form()).toContain(`${LANGUAGE}<a href="/g/mill-lane/settings">Change</a>`)
  await query("update groups set locale = 'ja'")
  expect(await form()).not.toContain('/settings">変更')
  await query('update groups set locale = null')
})

test('the preview of invitations speaks of ballots only if polls are open', async () => {
  const preview = async () =>
    decoded((await at.post(INVITE, 'ada', { emails: 'kim@far.example', step: 'preview' })).body)
  expect(await preview()).toContain('and a ballot in the open polls')
  await query('update polls set closed_at = now()')
  expect(await preview()).toContain('Each of them gets an email with a link to join.')
  expect(await preview()).not.toContain('a ballot in')
})

test.each([
  ['Ährenweg & Größe', 'de', 'aehrenweg-groesse'],
  ['A\u0308hrenweg', 'de', 'aehrenweg'],
  ['Ährenweg', 'nl', 'ahrenweg'],
  ['Göteborg', null, 'goteborg'],
])('%s in %s has the handle %s', (name, locale, handle) => {
  expect(suggestHandle(name, locale)).toBe(handle)
})
