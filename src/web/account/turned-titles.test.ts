import { expect, test } from 'vitest'
import { eventsIn, feedOf } from '../../../test/feeds.ts'
import { openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'

/** Characters that turn the letters after them, in a title. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/
const TITLE = '\u202eRoof \u2067repairs'

test('a title turns nothing beside it: page titles, feeds, calendars and subjects of mails', async () => {
  const at = await openGroupWorld()
  const post = await openPost(at.world)
  await post.deliver()
  const poll = await makePoll(at.world, { settings: { title: TITLE }, recipients: { audience: 'group' } })
  const thread = await makeThread(at.world, { audience: 'group' }, TITLE)
  const { body } = await at.get(`/d/${await keyOf(at.world, 'discussions', thread)}`, 'ben')
  expect(body).toContain('<title>Roof \u2067repairs\u2069 · Folkmoot</title>')
  const ballot = await at.get(`/p/${await keyOf(at.world, 'polls', poll)}`, 'ben')
  expect(ballot.body).toMatch(/<title>Roof \u2067repairs\u2069[^<]*<\/title>/)
  const calendar = await at.web.get(await feedOf(at.world, 'calendar', at.people.ben))
  expect(eventsIn(calendar.body).map(({ summary }) => summary)).toContainEqual(
    expect.stringContaining('Roof repairs'),
  )
  expect(calendar.body).not.toMatch(TURNING)
  const feed = await at.web.get(await feedOf(at.world, 'group', at.people.ben))
  const titles = [...feed.body.matchAll(/<title>([^<]*)/g)].map(([, title]) => title)
  expect(titles).toContainEqual(expect.stringContaining('Roof repairs'))
  const subjects = (await post.deliver()).map(({ email }) => String(email.subject))
  expect(subjects).toContainEqual(expect.stringContaining('Roof repairs'))
  for (const line of [...titles, ...subjects]) expect(line).not.toMatch(TURNING)
})
