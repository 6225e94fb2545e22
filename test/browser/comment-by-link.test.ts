import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { openSite, signIn } from '../browser.ts'
import { MAIL_CONFIG, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

// People who read a thread by their personal link have no drafts on the server: their browser keeps them.

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)

const by = (user_id: number) => ({ kind: 'person' as const, user_id })
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft ')))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function makeTalk() {
  const discussion_id = await makeThread(world)
  const path = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  const say = async (who: number, body: string, parent_id: number | null = null) =>
    (
      await change(world.db, by(who), (act) =>
        addComment(act, { discussion_id, parent_id, body, mentioned_ids: [] }),
      )
    ).id
  const linkOf = async (user_id: number) =>
    `${path}?k=${await tokenFor(world, 'thread', { user_id, discussion_id })}`
  const count = async () =>
    (await world.db.pool.query('select from comments where discussion_id = $1', [discussion_id])).rowCount
  return { path, say, linkOf, count }
}

test('a comment by link is back after a reload, by the link and by the thread’s own address', async () => {
  const { path, linkOf } = await makeTalk()
  const [link, page] = [await linkOf(ben), await site.open()]
  await page.goto(link)
  const field = page.locator('#body')
  await field.pressSequentially('Half a thought')
  await page.reload()
  expect(await field.inputValue()).toBe('Half a thought')
  for (const at of [site.url, link, site.url, path]) await page.goto(at)
  expect(await field.inputValue()).toBe('Half a thought')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain(new URL(link).searchParams.get('k'))
  expect((await world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
  const other = await site.open()
  await other.goto(link)
  expect(await other.locator('#body').inputValue()).toBe('')
})

test('an edit by link is back until it is saved, and never replaces unseen what was saved since', async () => {
  const { path, say, linkOf } = await makeTalk()
  const edit = `${path}/comments/${await say(ben, 'As posted')}/edit`
  const editAt = async () => {
    const page = await site.open()
    await page.goto(await linkOf(ben))
    await page.goto(edit)
    return { page, field: page.locator('#body'), save: () => button(page, 'Save comment').click() }
  }
  const { page, field, save } = await editAt()
  const opened = async () => {
    await page.goto(edit)
    return field.inputValue()
  }
  await field.fill('Half an edit')
  await page.goto(path)
  expect(await opened()).toBe('Half an edit')
  await button(page, 'Preview').click()
  await page.locator('.preview').waitFor()
  await page.goto(path)
  expect(await opened()).toBe('Half an edit')
  const elsewhere = await editAt()
  expect(await elsewhere.field.inputValue()).toBe('As posted')
  await elsewhere.field.fill('Saved elsewhere')
  await elsewhere.save()
  await elsewhere.page.locator('.said').getByText('Saved elsewhere').waitFor()
  expect(await opened()).toBe('Half an edit')
  await save()
  const warning = page.getByText('You changed this comment after you began this edit.')
  await warning.waitFor()
  await page.goto(path)
  expect(await opened()).toBe('Half an edit')
  await save()
  await warning.waitFor()
  await save()
  await page.locator('.said').getByText('Half an edit').waitFor()
  expect(await opened()).toBe('Half an edit')
  expect(await drafts(page)).toEqual([])
  // It was sent to a service that did not answer.
  await field.fill('Never saved')
  await page.route('**/edit', (route) => route.abort(), { times: 1 })
  await save()
  await expect.poll(() => page.url()).toMatch(/^chrome-error/)
  await elsewhere.page.goto(edit)
  await elsewhere.field.fill('Saved elsewhere again')
  await elsewhere.save()
  await elsewhere.page.getByText('You changed this comment').waitFor()
  await elsewhere.save()
  await elsewhere.page.locator('.said').getByText('Saved elsewhere again').waitFor()
  expect(await opened()).toBe('Never saved')
  await page.getByText('Your draft, saved in this browser.').waitFor()
  await button(page, 'Discard').click()
  await page.getByText('Your draft, saved in this browser.').waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('Saved elsewhere again')
  expect(await drafts(page)).toEqual([])
})

test('it is deleted when its field is emptied, and when the link is put away', async () => {
  const { linkOf } = await makeTalk()
  const [link, page] = [await linkOf(ben), await site.open()]
  await page.goto(link)
  for (const end of [
    () => page.locator('#body').fill(' '),
    () => page.getByRole('button', { name: /Leave this thread$/ }).click(),
  ]) {
    await page.locator('#body').fill('Half a thought')
    expect(await drafts(page)).toHaveLength(1)
    await end()
    await expect.poll(() => drafts(page)).toEqual([])
  }
})

test('nobody finds in their form what somebody else wrote in the same browser', async () => {
  const { path, linkOf } = await makeTalk()
  const page = await site.open()
  const field = page.locator('#body')
  await page.goto(await linkOf(ben))
  await field.fill('By Ben')
  await page.goto(await linkOf(cleo))
  expect(await field.inputValue()).toBe('')
  await field.fill('By Cleo')
  await page.goto(path)
  expect(await field.inputValue()).toBe('By Cleo')
  await page.goto(await linkOf(ben))
  expect(await field.inputValue()).toBe('By Ben')
})

describe('each form of a thread', () => {
  let at: Awaited<ReturnType<typeof makeTalk>> & {
    first: number
    second: number
    answer: number
    link: string
  }
  beforeAll(async () => {
    const talk = await makeTalk()
    const [first, second] = [await talk.say(world.ada.id, 'First'), await talk.say(world.ada.id, 'Second')]
    const answer = await talk.say(cleo, 'An answer', first)
    at = { ...talk, first, second, answer, link: await talk.linkOf(ben) }
  })

  test('keeps its own text; the posted one is deleted, and the others stay', async () => {
    const page = await site.open()
    await page.goto(at.link)
    const fields = { first: `#body-${at.first}`, second: `#body-${at.second}`, end: '#body' }
    const written = () => Promise.all(Object.values(fields).map((field) => page.locator(field).inputValue()))
    for (const id of [at.first, at.second]) await page.locator(`#reply-${id} > summary`).click()
    for (const [name, field] of Object.entries(fields)) await page.locator(field).fill(name)
    await page.goto(at.path)
    expect(await written()).toEqual(['first', 'second', 'end'])
    expect(await page.locator(fields.second).isVisible()).toBe(true)
    for (const [name, left] of [
      ['Post comment', ['first', 'second', '']],
      ['Post reply', ['', 'second', '']],
    ] as const) {
      await button(page, name).first().click()
      await page.waitForURL(/#comment-\d+$/)
      await expect.poll(written).toEqual(left)
      await page.goto(at.path)
      expect(await written()).toEqual(left)
    }
    expect(await drafts(page)).toHaveLength(1)
  })

  test('keeps what its text answers', async () => {
    const page = await site.open()
    await page.goto(at.link)
    await page.getByRole('link', { name: /^Reply to Cleo/ }).click()
    const [field, summary] = [
      page.locator(`#body-${at.answer}`),
      page.locator(`#reply-${at.first} > summary`),
    ]
    await field.fill('To the answer')
    const asked = await summary.innerText()
    await page.goto(at.path)
    expect(await page.locator(`#reply-${at.first} textarea`).inputValue()).toBe('To the answer')
    expect(await summary.innerText()).toBe(asked)
    const sent = page.waitForRequest('**/comments')
    await page.locator(`#reply-${at.first}`).getByRole('button', { name: 'Post reply' }).click()
    const fields = new URLSearchParams((await sent).postData() ?? '')
    expect([fields.get('parent_id'), fields.get('body')]).toEqual([String(at.answer), 'To the answer'])
  })
})

test('what was previewed or refused stays, with the people to notify and the typed name', async () => {
  const { path, linkOf } = await makeTalk()
  await world.db.pool.query('update users set name = null where id = $1', [cleo])
  const [link, page] = [await linkOf(cleo), await site.open()]
  const [field, name] = [page.locator('#body'), page.getByLabel('Your name')]
  await page.goto(link)
  await page.locator('.mentions > summary').click()
  await page.locator('.mentions [type=checkbox]').first().check()
  await field.fill('Half a thought')
  await button(page, 'Post comment').click()
  await page.getByText('Your comment was not posted.').waitFor()
  await name.fill('Cleo')
  await button(page, 'Preview').click()
  await page.locator('#preview').waitFor()
  await page.goto(path)
  expect([await field.inputValue(), await name.inputValue()]).toEqual(['Half a thought', 'Cleo'])
  expect(await page.locator('.mentions [type=checkbox]').first().isChecked()).toBe(true)
  expect(await page.locator('.mentions > summary').getAttribute('data-count')).toBe(' (1)')
  await page.reload()
  expect([await field.inputValue(), await name.inputValue()]).toEqual(['Half a thought', 'Cleo'])
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  expect(await drafts(page)).toEqual([])
})

test('a comment is there again after an error, until it is posted', async () => {
  const { path, linkOf, count, say } = await makeTalk()
  const page = await site.open()
  // The same words before are another comment.
  await say(ben, 'Once')
  await page.goto(await linkOf(ben))
  await page.locator('#body').fill('Once')
  await page.route('**/comments', (route) => route.fulfill({ status: 500, body: 'Out of order' }))
  await button(page, 'Post comment').click()
  await page.getByText('Out of order').waitFor()
  await page.unroute('**/comments')
  await say(cleo, 'Once')
  await page.goto(path)
  expect(await page.locator('#body').inputValue()).toBe('Once')
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  expect(await count()).toBe(3)
  expect(await drafts(page)).toEqual([])
})

describe('a comment whose answer was lost after it was posted', () => {
  test.each([
    ['the error page is loaded again', (page: Page) => page.reload()],
    ['the thread is opened again', (page: Page, path: string) => page.goto(path)],
    ['its author goes back', (page: Page) => page.goBack()],
  ] as const)('is no draft any more once a page shows it: %s', async (_, goOn) => {
    const { path, linkOf, count } = await makeTalk()
    const page = await site.open()
    await page.goto(await linkOf(ben))
    const field = page.locator('#body')
    await field.fill('Once,\n\n"and" <only> once\n')
    await page.route('**/comments', async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort()
    })
    await button(page, 'Post comment').click()
    await expect.poll(() => page.url()).toMatch(/^chrome-error/)
    await page.unroute('**/comments')
    await goOn(page, path)
    await page.locator('.said').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.goto(path)
    expect([await field.inputValue(), await drafts(page)]).toEqual(['', []])
    expect(await count()).toBe(1)
  })
})

test('what is typed after going back to a form whose comment was posted is another draft', async () => {
  const { path, linkOf } = await makeTalk()
  const page = await site.open()
  const field = page.locator('#body')
  await page.goto(await linkOf(ben))
  await field.fill('Posted')
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('Another thought')
  for (let visits = 0; visits < 2; visits++) await page.goto(path)
  expect(await field.inputValue()).toBe('Another thought')
})

test('a text that was put back stays when the open page is updated', async () => {
  const { path, linkOf, say } = await makeTalk()
  const page = await site.open()
  await page.goto(await linkOf(ben))
  await page.locator('#body').fill('Half a thought')
  await page.goto(path)
  await say(world.ada.id, 'Said meanwhile')
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('Said meanwhile').waitFor()
  expect(await page.locator('#body').inputValue()).toBe('Half a thought')
})

describe('people who are signed in', () => {
  const bodyAt = (page: Page) => page.locator('#body').inputValue()
  /** As another browser of the person shows it, from the server alone. */
  const keptFor = async (user_id: number, path: string) => {
    const other = await site.open({ scripts: false }, user_id)
    return async (field = '#body') => {
      await other.goto(path)
      return other.locator(field).inputValue()
    }
  }
  /** Ben typed this by his link. */
  const begin = async (text: string) => {
    const talk = await makeTalk()
    const page = await site.open()
    await page.goto(await talk.linkOf(ben))
    await page.locator('#body').fill(text)
    return { ...talk, page }
  }

  test('have their drafts on the server alone', async () => {
    const { path } = await makeTalk()
    const page = await site.open({}, ben)
    await page.goto(path)
    await page.locator('#body').fill('Half a thought')
    expect(await drafts(page)).toEqual([])
  })

  test('find what they wrote by their link, and it becomes drafts on the server', async () => {
    const { path, say, linkOf, count } = await makeTalk()
    const first = await say(world.ada.id, 'First')
    const answer = await say(cleo, 'An answer', first)
    const page = await site.open()
    await page.goto(await linkOf(ben))
    await page.getByRole('link', { name: /^Reply to Cleo/ }).click()
    await page.locator(`#body-${answer}`).fill('To the answer')
    await page.locator('#body').fill('Half a thought')
    const people = page.locator('.comment-form').last().locator('.mentions')
    await people.locator('summary').click()
    await people.locator('[type=checkbox]').first().check()
    await signIn(page.context(), site, ben)
    await page.goto(path)
    const [reply, summary] = [
      page.locator(`#reply-${first} textarea`),
      page.locator(`#reply-${first} > summary`),
    ]
    expect([await bodyAt(page), await reply.inputValue()]).toEqual(['Half a thought', 'To the answer'])
    expect(await summary.innerText()).toMatch(/Cleo/)
    expect(await people.locator('[type=checkbox]').first().isChecked()).toBe(true)
    await expect.poll(() => drafts(page)).toEqual([])
    const kept = await keptFor(ben, path)
    expect(await kept()).toBe('Half a thought')
    expect(await kept(`#reply-${first} textarea`)).toBe('To the answer')
    await page.reload()
    expect(await summary.innerText()).toMatch(/Cleo/)
    expect(await people.locator('[type=checkbox]').first().isChecked()).toBe(true)
    await button(page, 'Post comment').click()
    await page.waitForURL(/#comment-\d+$/)
    await page.goto(path)
    expect([await bodyAt(page), await reply.inputValue()]).toEqual(['', 'To the answer'])
    expect(await count()).toBe(3)
  })

  test('find nothing that somebody else wrote by their own link', async () => {
    const { path, page } = await begin('By Ben')
    await signIn(page.context(), site, cleo)
    // The link would come first.
    await page.context().clearCookies({ name: /folkmoot_link/ })
    await page.goto(path)
    expect(await bodyAt(page)).toBe('')
    expect(await drafts(page)).toHaveLength(1)
    expect(await (await keptFor(cleo, path))()).toBe('')
  })

  test('keep their draft on the server, and find the other one once that is posted', async () => {
    const { path, page } = await begin('Written by the link')
    const desk = await site.open({}, ben)
    await desk.goto(path)
    await desk.locator('#body').fill('Written at the desk')
    const kept = await keptFor(ben, path)
    await expect.poll(() => kept()).toBe('Written at the desk')
    await signIn(page.context(), site, ben)
    await page.goto(path)
    expect(await bodyAt(page)).toBe('Written at the desk')
    expect(await drafts(page)).toHaveLength(1)
    await button(page, 'Post comment').click()
    await page.waitForURL(/#comment-\d+$/)
    await expect.poll(() => bodyAt(page)).toBe('Written by the link')
    await expect.poll(() => drafts(page)).toEqual([])
    expect(await kept()).toBe('Written by the link')
  })

  test('lose nothing while it cannot be saved, and sign-out deletes it', async () => {
    const { path, page } = await begin('Half a thought')
    await signIn(page.context(), site, ben)
    await page.route('**/comments', (route) => route.abort())
    await page.goto(path)
    await page.locator('#body').pressSequentially(' and more')
    const tried = page.waitForRequest('**/comments')
    await page.goto(path)
    await tried
    expect(await bodyAt(page)).toBe('Half a thought and more')
    expect(await drafts(page)).toHaveLength(1)
    await page.locator('form[action="/sign-out"]').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect.poll(() => drafts(page)).toEqual([])
  })

  test('keep it in the browser if it is too long for a draft', async () => {
    const { path, page } = await begin('x'.repeat(100_001))
    await signIn(page.context(), site, ben)
    const refused = page.waitForResponse('**/comments')
    await page.goto(path)
    expect((await refused).ok()).toBe(false)
    expect(await drafts(page)).toHaveLength(1)
  })

  test('delete it in the browser once the page shows that it was saved', async () => {
    const { path, page } = await begin('Half a thought')
    await signIn(page.context(), site, ben)
    await page.route('**/comments', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await page.goto(path)
    await tried
    expect(await drafts(page)).toHaveLength(1)
    await page.goto(path)
    expect(await page.locator('#body').evaluate((field: HTMLTextAreaElement) => field.defaultValue)).toBe(
      'Half a thought',
    )
    expect(await drafts(page)).toEqual([])
  })

  test('do not post twice what was posted by the link, when its page never came', async () => {
    const { path, page, count } = await begin('Once')
    await page.route('**/comments', async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.fulfill({ status: 500, body: 'Out of order' })
    })
    await button(page, 'Post comment').click()
    await page.getByText('Out of order').waitFor()
    await page.unroute('**/comments')
    await signIn(page.context(), site, ben)
    await page.goto(path)
    expect(await bodyAt(page)).toBe('Once')
    await button(page, 'Post comment').click()
    await page.waitForURL(/#comment-\d+$/)
    expect(await count()).toBe(1)
    await page.goto(path)
    expect([await bodyAt(page), await drafts(page)]).toEqual(['', []])
  })
})
