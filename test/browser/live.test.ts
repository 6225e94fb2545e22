import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { closeDiscussion, reopenDiscussion } from '../../src/discussions/close-discussion.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { deleteComment } from '../../src/discussions/comments/delete-comment.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { intlTag, type Language } from '../../src/locales/languages.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { discardPoll } from '../../src/polls/discard-poll.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makePoll, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)
const site = await openSite(world)

const MINUTE_MS = 60_000

const ada = { kind: 'person', user_id: world.ada.id } as const

test('an open poll page shows votes and the closing, and leaves typed text alone', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  const reason = page.locator('form.ballot textarea, #ballot textarea').first()
  await reason.fill('Because of the r')
  await castBallot(world.db, { poll_id: id, user_id: cleo, choices: { agree: 1 }, reason: null })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('1 of 5 voted.').waitFor()
  await reason.pressSequentially('ain')
  expect(await reason.inputValue()).toBe('Because of the rain')
  expect(await page.getByRole('status').filter({ hasText: 'updated' }).count()).toBe(1)
  await reason.blur()
  await change(world.db, ada, (act) => closePoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('Voting has closed. You did not vote.').waitFor()
  expect(await reason.inputValue()).toBe('Because of the rain')
  await page.locator('#ballot form').getByText('Voting has closed. This vote was not cast.').waitFor()
  expect(await page.getByRole('button', { name: 'Cast vote' }).isVisible()).toBe(false)
  expect(await page.locator('h1').count()).toBe(1)
  expect(await page.locator('#results').count()).toBe(1)
  expect(faults).toEqual([])
})

test.each(['en', 'de', 'ar', 'ja', 'pl', 'zh-Hans'])(
  'the distance to the closing stays true while a poll is open: %s',
  async (language) => {
    const closing_at = new Date(Date.now() + 3.4 * MINUTE_MS)
    const id = await makePoll(world, { settings: { closing_at }, options: ['agree', 'disagree'] })
    const page = await site.open({}, ben)
    await page.context().addCookies([{ name: 'folkmoot_language', value: language, url: site.url }])
    const path = `${site.url}/p/${await keyOf(world, 'polls', id)}`
    const words = page.locator('.standing [data-from-now]')
    const style = language === 'ja' ? 'narrow' : 'long'
    const said = (minutes: number) =>
      new Intl.RelativeTimeFormat(intlTag(language as Language), { numeric: 'always', style })
        .format(minutes, 'minute')
        .replace(/(?<=\d) (?=\p{L})/u, '\u00a0')
    await page.clock.install()
    await page.goto(path)
    expect(await words.textContent()).toBe(said(3))
    await page.clock.fastForward(MINUTE_MS)
    expect(await words.textContent()).toBe(said(2))
    await page.clock.fastForward(1.8 * MINUTE_MS)
    if (language === 'en') expect(await words.textContent()).toBe('in less than a minute')
    expect(await words.textContent()).not.toBe(said(2))
  },
)

test('the distance to the closing stays true on the card of a poll in its thread', async () => {
  const closing_at = new Date(Date.now() + 3.4 * MINUTE_MS)
  const discussion_id = await makeThread(world)
  await makePoll(world, { settings: { closing_at }, options: ['agree', 'disagree'], discussion_id })
  const page = await site.open({}, ben)
  await page.clock.install()
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.getByText('Voting closes in 3\u00a0minutes').waitFor()
  await page.clock.fastForward(MINUTE_MS)
  await page.getByText('Voting closes in 2\u00a0minutes').waitFor()
})

test('when voting closes, somebody who has just voted is no longer offered to change the vote', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  await page.getByRole('radio', { name: 'Agree', exact: true }).check()
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: 'Cast vote' }).click()
  const change_vote = page.locator('#ballot .fold > summary')
  await change_vote.getByText('Change').waitFor()
  await change_vote.focus()
  await change(world.db, ada, (act) => closePoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await change_vote.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('your-vote')
})

/** A poll in which Ben has voted, and its page with his ballot unfolded to change the vote. */
async function changeVote() {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await castBallot(world.db, { poll_id: id, user_id: ben, choices: { agree: 1 }, reason: null })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  await page.locator('#ballot .fold > summary').click()
  return { id, page }
}

test('when voting closes while a vote is being changed, the ballot says that the recorded one stays', async () => {
  const { id, page } = await changeVote()
  await page.getByRole('radio', { name: 'Disagree' }).check()
  await change(world.db, ada, (act) => closePoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const form = page.locator('#ballot form')
  await form.getByText('Voting has closed. Your recorded vote stays as it is.').waitFor()
  expect(await form.getByRole('button').isVisible()).toBe(false)
  await page.locator('#ballot .fold > summary').click()
  expect(await page.locator('#ballot .fold > summary').getByText('Change').isVisible()).toBe(false)
})

test('when the poll is deleted, its open page says so, and keeps what is being written', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  const reason = page.locator('#ballot textarea').first()
  await reason.fill('Because of the rain')
  await change(world.db, ada, (act) => discardPoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByRole('heading', { name: 'This poll was deleted' }).waitFor()
  expect(await reason.inputValue()).toBe('Because of the rain')
  expect(await page.getByRole('button', { name: 'Cast vote' }).isVisible()).toBe(false)
  expect(await page.getByRole('heading').allInnerTexts()).toEqual(['This poll was deleted'])
  expect(await page.getByText('Voting is open until').count()).toBe(0)
  expect(await page.getByText('Voting has closed').isVisible()).toBe(false)
  // Without it, browsers write a word of their own.
  expect(await page.locator('#ballot details > summary').count()).toBe(1)
  expect(await page.locator('#ballot details > summary').isVisible()).toBe(false)
})

test('when the poll is deleted while a vote is being changed, nothing says that the vote stays', async () => {
  const { id, page } = await changeVote()
  const reason = page.locator('#ballot textarea').first()
  await reason.fill('Because of the rain')
  await change(world.db, ada, (act) => discardPoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByRole('heading', { name: 'This poll was deleted' }).waitFor()
  expect(await reason.inputValue()).toBe('Because of the rain')
  expect(await page.locator('main').innerText()).not.toMatch(/stays as it is|recorded|Change/)
})

test('a comment that is being written says when its thread is closed, and can be posted once it is reopened', async () => {
  const id = await makeThread(world)
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', id)}`)
  const form = page.locator('form.comment-form').last()
  await form.locator('textarea').fill('Half a ')
  await change(world.db, ada, (act) => closeDiscussion(act, { id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await form.getByText('This thread is closed to new comments.').waitFor()
  const button = form.getByRole('button', { name: 'Post comment' })
  expect(await button.isVisible()).toBe(false)
  await form.locator('textarea').pressSequentially('word')
  await change(world.db, ada, (act) => reopenDiscussion(act, { id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await button.click()
  await page.locator('.rich p', { hasText: /^Half a word$/ }).waitFor()
})

test('what was typed when its thread was closed is there after a reload, and in its field once it is reopened', async () => {
  const id = await makeThread(world)
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', id)}`)
  await page.locator('#body').fill('Half a ')
  await change(world.db, ada, (act) => closeDiscussion(act, { id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('This thread is closed to new comments.').waitFor()
  await page.locator('#body').press('End')
  // A reload may be answered before what its page saves as it is left.
  const saved = page.waitForResponse((answer) => /Half\+a\+word/.test(answer.request().postData() ?? ''))
  await page.locator('#body').pressSequentially('word')
  await page.locator('.drafts').waitFor({ state: 'hidden' })
  await saved
  await page.reload()
  await page.getByText('If the thread is reopened, you can post what you wrote.').waitFor()
  expect(await page.locator('#draft').inputValue()).toBe('Half a word')
  await change(world.db, ada, (act) => reopenDiscussion(act, { id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByRole('button', { name: 'Post comment' }).waitFor()
  expect(await page.locator('#body').inputValue()).toBe('Half a word')
  await page.locator('#draft').waitFor({ state: 'detached' })
})

test('a reply that is being written says when its comment is deleted, and can be posted on its own', async () => {
  await nameMembers(world)
  const discussion_id = await makeThread(world)
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  const { id } = await change(world.db, ada, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: 'First words.', mentioned_ids: [] }),
  )
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.locator('#body').fill('Begun at the end')
  await page.locator('summary').first().click()
  const form = page.locator('form.comment-form').first()
  await form.locator('textarea').fill('An answer')
  await change(world.db, ada, (act) => deleteComment(act, { id, discussion_id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await form.getByText('The comment you are replying to has been deleted.').waitFor()
  expect(await form.getByText('This thread is closed').isVisible()).toBe(false)
  expect(await form.getByRole('button', { name: 'Post reply' }).isVisible()).toBe(false)
  expect(await form.locator('textarea').inputValue()).toBe('An answer')
  await form.getByRole('button', { name: 'Post as a comment' }).click()
  await page.locator('.talk > .comment .rich p', { hasText: /^An answer$/ }).waitFor()
  expect(await page.locator('#body').inputValue()).toBe('Begun at the end')
  await change(world.db, ada, (act) => closeDiscussion(act, { id: discussion_id, reader }))
})

test('a reply whose comment is deleted while it is written stands in its own form alone', async () => {
  const discussion_id = await makeThread(world)
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  const { id } = await change(world.db, ada, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: 'First words.', mentioned_ids: [] }),
  )
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.locator('summary').first().click()
  const form = page.locator('form.comment-form').first()
  const saved = page.waitForResponse((answer) => /A\+saved\+answer/.test(answer.request().postData() ?? ''))
  await form.locator('textarea').fill('A saved answer')
  await saved
  await change(world.db, ada, (act) => deleteComment(act, { id, discussion_id, reader }))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await form.getByText('The comment you are replying to has been deleted.').waitFor()
  const texts = () =>
    page
      .locator('form.comment-form')
      .evaluateAll((all) => all.map((form) => form.querySelector('textarea')?.value))
  expect(await texts()).toEqual(['A saved answer', ''])
  await page.reload()
  expect(await texts()).toEqual(['A saved answer'])
})

test('an open thread shows new comments in order, beside a reply that is being written', async () => {
  const id = await makeThread(world)
  const say = async (body: string) => {
    const added = await change(world.db, ada, (act) =>
      addComment(act, { discussion_id: id, parent_id: null, body, mentioned_ids: [] }),
    )
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    return added
  }
  await say('First words.')
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', id)}`)
  await page.locator('summary').first().click()
  const answer = page.locator('details[open] textarea').first()
  await answer.fill('An answer')
  await answer.focus()
  await say('Second words.')
  await page.getByText('Second words.').waitFor()
  await say('Third words.')
  await page.getByText('Third words.').waitFor()
  const words = await page.locator('ol.talk > li .said').allInnerTexts()
  expect(words.map((text) => /(\w+) words\./.exec(text)?.[1])).toEqual(['First', 'Second', 'Third'])
  expect(await answer.inputValue()).toBe('An answer')
  expect(await answer.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('heading', { name: '3 comments' }).waitFor()
})

test('the first poll of an open thread comes with its styles, like on a reloaded page', async () => {
  const discussion_id = await makeThread(world)
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  // They are asked for again if they do not arrive.
  await page.route('**/*results*.css', (route) => route.abort(), { times: 1 })
  await makePoll(world, { discussion_id, settings: { title: 'Shall we?' } })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const card = page.locator('.poll-card article')
  await card.getByText('Shall we?').waitFor()
  const look = () =>
    card.evaluate((node) => {
      const { padding, borderTopWidth, backgroundColor } = getComputedStyle(node)
      return { padding, borderTopWidth, backgroundColor }
    })
  await expect.poll(async () => (await look()).borderTopWidth).toBe('1px')
  const live = await look()
  await page.reload()
  expect(live).toEqual(await look())
})

test('a poll that its reader voted in elsewhere shows the result above the ballot, like a reloaded page', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  const order = () => page.locator('main h2').allInnerTexts()
  expect((await order()).filter((text) => /ballot|Results/.test(text))).toEqual(['Your ballot', 'Results'])
  await castBallot(world.db, { poll_id: id, user_id: ben, choices: { agree: 1 }, reason: null })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('You voted: Agree.').waitFor()
  await page.getByText('updated').waitFor({ state: 'attached' })
  const now = await order()
  await page.reload()
  expect(now).toEqual(await order())
})

test('a page that nobody looks at any more closes its stream', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'] })
  const page = await site.open({}, world.ada.id)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/live?'))
  const begun = page.waitForRequest((request) => request.url().includes('/live?'))
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  await begun
  await page.goto('about:blank').catch(() => undefined)
  await ended
})

test('a page whose stream was refused, as while its service starts, follows it again after a while', async () => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  const path = `${site.url}/p/${await keyOf(world, 'polls', id)}`
  const page = await site.open({}, world.ada.id)
  let down = true
  await page.route(/\/p\//, (route) =>
    down && route.request().resourceType() !== 'document' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.clock.install()
  const asked = page.waitForResponse((answer) => answer.status() === 503 && answer.url() === path)
  await page.goto(path)
  await asked
  down = false
  await change(world.db, ada, (act) => closePoll(act, id))
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const closed = page.getByText('Voting has closed').filter({ visible: true })
  expect(await closed.count()).toBe(0)
  await page.clock.runFor(10_000)
  await closed.first().waitFor()
})
