import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { openSite, PHONE } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)
const path = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`

test('an unfinished comment is available in another browser, and can be discarded', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(path)
  await page.locator('#body').fill('Half a thought')
  // The pause before it is saved has not passed yet.
  await page.goto(site.url)
  const other = await site.open({ scripts: false }, world.ada.id)
  const written = async () => {
    await other.goto(path)
    return other.locator('#body').inputValue()
  }
  await expect.poll(written).toBe('Half a thought')
  await other.getByRole('button', { name: 'Discard' }).click()
  expect(await written()).toBe('')
})

test('a comment is saved that is longer than what browsers send for a page that is left', async () => {
  const at = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
  const [page, text] = [await site.open({}, world.ada.id), 'x'.repeat(70_000)]
  await page.goto(at)
  const saved = page.waitForResponse('**/comments', { timeout: 5_000 })
  await page.locator('#body').fill(text)
  expect((await saved).ok()).toBe(true)
  await page.goto(at)
  expect(await page.locator('#body').inputValue()).toBe(text)
})

test.each(['a refusal', 'no answer'])(
  'a comment whose last save met with %s is saved again',
  async (fault) => {
    const at = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
    const page = await site.open({}, world.ada.id)
    await page.clock.install()
    await page.goto(at)
    let faults = 0
    await page.route('**/comments', async (route) => {
      faults += 1
      return fault === 'a refusal' ? route.fulfill({ status: 503 }) : route.abort()
    })
    await page.locator('#body').fill('Written while the service started')
    await page.clock.runFor(1_000)
    await expect.poll(() => faults).toBe(1)
    // Once the page knows of it.
    await page.locator('form[data-unreached]').waitFor()
    await page.unroute('**/comments')
    const saved = page.waitForResponse((answer) => answer.status() === 204)
    await page.clock.runFor(5_000)
    await saved
    await page.reload()
    expect(await page.locator('#body').inputValue()).toBe('Written while the service started')
  },
)

test('a slow save is never overtaken by the next one, so that the newest text stays', async () => {
  await nameMembers(world)
  const at = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
  const page = await site.open({}, world.ada.id)
  const saves: { text: string | null; send(): Promise<void> }[] = []
  await page.route(
    (url) => url.pathname.endsWith('/comments'),
    (route) => {
      const text = new URLSearchParams(route.request().postData() ?? '').get('body')
      saves.push({ text, send: () => route.continue() })
    },
  )
  await page.clock.install()
  await page.goto(at)
  const field = page.locator('#body')
  const typed = async (words: string) => {
    await field.focus()
    // At once: between slow keys the text would be saved.
    await page.keyboard.insertText(words)
    await page.clock.runFor(1_000)
  }
  await typed('One.')
  await expect.poll(() => saves.length).toBe(1)
  await typed(' Two.')
  await typed(' Three.')
  expect(saves.map(({ text }) => text)).toEqual(['One.'])
  const answered = page.waitForEvent('requestfinished')
  await saves[0]?.send()
  await answered
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return saves.map(({ text }) => text)
    })
    .toEqual(['One.', 'One. Two. Three.'])
  await saves[1]?.send()
  const other = await site.open({ scripts: false }, world.ada.id)
  const written = async () => {
    await other.goto(at)
    return other.locator('#body').inputValue()
  }
  await expect.poll(written).toBe('One. Two. Three.')
})

test('each field of a thread keeps its own draft, also what was typed right before another was sent', async () => {
  await nameMembers(world)
  const discussion_id = await makeThread(world)
  const ada = { kind: 'person' as const, user_id: world.ada.id }
  const say = (body: string) =>
    change(world.db, ada, (act) =>
      addComment(act, { discussion_id, parent_id: null, body, mentioned_ids: [] }),
    )
  const [first, second] = [(await say('First')).id, (await say('Second')).id]
  const at = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  const page = await site.open({}, world.ada.id)
  const fields = { first: `#body-${first}`, second: `#body-${second}`, end: '#body' }
  const written = async () => {
    await page.goto(at)
    return Promise.all(Object.values(fields).map((field) => page.locator(field).inputValue()))
  }
  await page.goto(at)
  for (const fold of await page.locator('.replies summary').filter({ hasText: 'Reply to' }).all())
    await fold.click()
  for (const [name, field] of Object.entries(fields)) await page.locator(field).pressSequentially(name)
  // The last one is saved as the page is left: the next page may be read before it.
  await expect.poll(written).toEqual(['first', 'second', 'end'])
  await page.locator(fields.second).press('End')
  await page.locator(fields.second).pressSequentially(', more')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.locator('.rich p', { hasText: /^end$/ }).waitFor()
  await expect.poll(written).toEqual(['first', 'second, more', ''])
  const form = page.locator('form', { has: page.locator(fields.first) })
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(written).toEqual(['', 'second, more', ''])
})

test('a reply is written at once in the form that is opened for it, by key, by mouse and by link', async () => {
  await nameMembers(world)
  const discussion_id = await makeThread(world)
  const ada = { kind: 'person' as const, user_id: world.ada.id }
  const say = (body: string, parent_id: number | null) =>
    change(world.db, ada, (act) => addComment(act, { discussion_id, parent_id, body, mentioned_ids: [] }))
  const first = (await say('First', null)).id
  const second = (await say('Second', null)).id
  const answer = (await say('An answer', first)).id
  const at = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  const page = await site.open({}, world.ada.id)
  await page.goto(at)
  const summaryOf = (id: number) => page.locator(`#reply-${id} > summary`)
  await summaryOf(second).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('no')
  expect(await page.locator(`#body-${second}`).inputValue()).toBe('no')
  await summaryOf(first).click()
  await page.keyboard.type('n')
  expect(await page.locator(`#body-${first}`).inputValue()).toBe('n')
  await page.goto(`${at}?answer=${answer}#reply-${first}`)
  await page.keyboard.type('j')
  expect(await page.locator(`#body-${answer}`).inputValue()).toMatch(/j$/)
})

test('an unfinished thread is still there after following a link', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.locator('#title').fill('Half a title')
  await page.getByRole('link', { name: 'Mill Lane' }).first().click()
  await page.waitForURL(/mill-lane$/)
  const other = await site.open({ scripts: false }, world.ada.id)
  const written = async () => {
    await other.goto(`${site.url}/g/mill-lane/new-thread`)
    return other.locator('#title').inputValue()
  }
  await expect.poll(written).toBe('Half a title')
  // Above the form, and not what the Enter key presses in it.
  const [discard, title] = [other.getByRole('button', { name: 'Discard' }), other.locator('#title')]
  const top = async (one: typeof title) => (await one.boundingBox())?.y ?? 0
  expect(await top(discard)).toBeLessThan(await top(title))
  await title.press('Enter')
  await other.getByRole('heading', { level: 1, name: 'Half a title' }).waitFor()
})

test('the draft of a thread can be discarded', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.locator('#title').fill('No thought')
  await page.getByRole('link', { name: 'Mill Lane' }).first().click()
  await page.waitForURL(/mill-lane$/)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  expect(await page.locator('#title').inputValue()).toBe('')
})

const NEWER = 'You wrote more of this draft in another window.'

/** What another page of the same person finds in the field, without what its browser has. */
const writtenIn = (at: string, field: string) => async () => {
  const page = await site.open({ scripts: false }, world.ada.id)
  await page.goto(at)
  return page.locator(field).inputValue()
}

test('a page left open does not replace what its person wrote since on another device', async () => {
  await nameMembers(world)
  const at = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
  const desk = await site.open({}, world.ada.id)
  const phone = await site.open({ width: PHONE }, world.ada.id)
  const written = writtenIn(at, '#body')
  await desk.goto(at)
  await desk.locator('#body').pressSequentially('Desk one.')
  await expect.poll(written).toBe('Desk one.')
  await phone.goto(at)
  await phone.locator('#body').press('ControlOrMeta+End')
  await phone.locator('#body').pressSequentially(' Phone.')
  await expect.poll(written).toBe('Desk one. Phone.')
  await desk.locator('#body').pressSequentially(' Desk two.')
  await desk.getByText(NEWER).waitFor()
  expect(await desk.locator('#body').inputValue()).toBe('Desk one. Desk two.')
  expect(await written()).toBe('Desk one. Phone.')
  const opened = desk.context().waitForEvent('page')
  await desk.getByRole('link', { name: 'See the newer draft' }).click()
  const there = await opened
  expect(await there.locator('#body').inputValue()).toBe('Desk one. Phone.')
  // Once the newer draft is posted, this one is saved again.
  await phone.getByRole('button', { name: 'Post comment' }).click()
  await phone.locator('.rich p', { hasText: 'Desk one. Phone.' }).waitFor()
  await desk.locator('#body').pressSequentially(' Desk three.')
  await desk.getByText(NEWER).waitFor({ state: 'detached' })
  await expect.poll(written).toBe('Desk one. Desk two. Desk three.')
})

test('a page that comes back from the history saves its draft again', async () => {
  await nameMembers(world)
  const at = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
  const page = await site.open({}, world.ada.id)
  const written = writtenIn(at, '#body')
  await page.goto(at)
  await page.locator('#body').pressSequentially('One.')
  await page.goto(site.url)
  await expect.poll(written).toBe('One.')
  await page.goBack()
  await page.locator('#body').press('ControlOrMeta+End')
  await page.locator('#body').pressSequentially(' Two.')
  await expect.poll(written).toBe('One. Two.')
  expect(await page.getByText(NEWER).count()).toBe(0)
})

test('a form of a poll left open does not replace what its person wrote since on another device', async () => {
  const at = `${site.url}/new-poll?group=mill-lane&type=count`
  const desk = await site.open({}, world.ada.id)
  const phone = await site.open({ width: PHONE, scheme: 'dark' }, world.ada.id)
  const written = writtenIn(at, '#title')
  await desk.goto(at)
  await desk.locator('#title').fill('Desk one')
  await expect.poll(written).toBe('Desk one')
  await phone.goto(at)
  await phone.locator('#title').fill('Phone')
  await expect.poll(written).toBe('Phone')
  await desk.locator('#title').fill('Desk two')
  await desk.getByText(NEWER).waitFor()
  expect(await desk.locator('#title').inputValue()).toBe('Desk two')
  expect(await written()).toBe('Phone')
  expect(await phone.getByText(NEWER).count()).toBe(0)
})

test('an unfinished edit of a comment and of a thread is still there after leaving its page', async () => {
  await nameMembers(world)
  const discussion_id = await makeThread(world)
  const ada = { kind: 'person' as const, user_id: world.ada.id }
  const { id } = await change(world.db, ada, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: 'As posted', mentioned_ids: [] }),
  )
  const at = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  const page = await site.open({ width: PHONE }, world.ada.id)
  for (const [form, field] of [
    [`${at}/comments/${id}/edit`, '#body'],
    [`${at}/edit`, '#description'],
  ] as const) {
    await page.goto(form)
    const before = await page.locator(field).inputValue()
    await page.locator(field).press('ControlOrMeta+End')
    await page.locator(field).pressSequentially(' and more')
    // The pause before it is saved has not passed yet.
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    await expect.poll(writtenIn(form, field)).toBe(`${before} and more`)
    await page.goto(form)
    await page.getByText('Your draft, saved').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Your draft, saved').waitFor({ state: 'detached' })
    expect(await page.locator(field).inputValue()).toBe(before)
    await page.locator(field).fill('Anew')
    await expect.poll(writtenIn(form, field)).toBe('Anew')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    await page.goto(form)
    expect(await page.locator(field).inputValue()).toBe('Anew')
    expect(await page.getByText('Your draft, saved').count()).toBe(0)
  }
})

test('what is previewed or refused right after it was typed is a draft', async () => {
  const page = await site.open({}, world.ada.id)
  const thread = `${site.url}/g/mill-lane/new-thread`
  await page.goto(thread)
  await page.locator('#title').fill('Typed at once')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('#preview').waitFor()
  await page.getByText('Your draft, saved').waitFor()
  expect(await writtenIn(thread, '#title')()).toBe('Typed at once')
  await page.locator('#title').press('End')
  await page.locator('#title').pressSequentially(', and more')
  await expect.poll(writtenIn(thread, '#title')).toBe('Typed at once, and more')
  await page.locator('#title').fill('Changed at last')
  await page.getByRole('button', { name: 'Start thread' }).click()
  await page.getByRole('heading', { level: 1, name: 'Changed at last' }).waitFor()
  expect(await writtenIn(thread, '#title')()).toBe('')
})
