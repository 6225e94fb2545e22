import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN, type SentFields } from '../../../test/web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

/** Sends the form of a page as it was when it was opened, with some fields changed. */
async function open(path: string) {
  const { body } = await at.web.get(path, at.sessions.ada)
  const [, marks = ''] = /name="as_shown" value="([^"]*)"/.exec(body) ?? []
  const as_shown = decoded(marks)
  const [, closing_at = ''] = /name="closing_at"[^>]* value="([^"]*)"/.exec(body) ?? []
  expect(Object.keys(JSON.parse(as_shown))).not.toEqual([])
  return (fields: SentFields) =>
    at.web.post(path, { as_shown, closing_at, ...fields }, { ...SAME_ORIGIN, cookie: at.sessions.ada })
}

describe('a form that two people have open', () => {
  test('keeps what the other saved in fields that were left as they were', async () => {
    const { poll_id, path } = await at.make({
      settings: { title: 'Where to plant?', details: 'Two\nlines' },
      option_meanings: ['The first', ''],
    })
    const [first, second] = [await open(`${path}/edit`), await open(`${path}/edit`)]
    const shown = { title: 'Where to plant?', details: 'Two\r\nlines', 'option_meanings-1': 'The first' }
    await first({ ...shown, title: 'Where to plant the trees?', 'option_meanings-1': 'At the gate' })
    const answer = await second({ ...shown, details: 'Three\r\nmore\r\nlines' })
    expect(answer.statusCode).toBe(303)
    const { title, details } = await at.storedPoll(poll_id)
    expect([title, details]).toEqual(['Where to plant the trees?', 'Three\nmore\nlines'])
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).toContain('At the gate</textarea>')
  })

  test('is refused where both changed a field, with all other problems, and saves it the next time', async () => {
    const { poll_id, path } = await at.make({
      settings: { title: 'Where?', details: 'As before', closing_at: null },
    })
    const [first, second] = [await open(`${path}/edit`), await open(`${path}/edit`)]
    const shown = { title: 'Where?', details: 'As before' }
    await first({ title: 'Where and when?', details: 'New' })
    const refused = await second({ ...shown, title: 'Where at all?', quorum_pct: '900' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('Title was also changed in the meantime')
    expect(refused.body).toContain(
      `<a href="${path}" target="_blank" rel="noopener">See the current version</a>`,
    )
    expect(refused.body).toContain('href="#quorum_pct"')
    expect(refused.body).toMatch(/value="Where at all\?"[\s\S]*>New<\/textarea>/)
    const hidden = (name: string) =>
      decoded(new RegExp(`name="${name}" value="([^"]*)"`).exec(refused.body)?.[1] ?? '')
    const marks = { as_shown: hidden('as_shown'), warned_of: hidden('warned_of') }
    const again = { ...marks, title: 'Where at all?', details: 'New' }
    const saved = await at.web.post(`${path}/edit`, again, { ...SAME_ORIGIN, cookie: at.sessions.ada })
    expect(saved.statusCode).toBe(303)
    const { title, details } = await at.storedPoll(poll_id)
    expect([title, details]).toEqual(['Where at all?', 'New'])
  })

  test('accepts the same change twice, and forms without marks', async () => {
    const { poll_id, path, send } = await at.make({ settings: { title: 'Where?', closing_at: null } })
    const [first, second] = [await open(`${path}/edit`), await open(`${path}/edit`)]
    await first({ title: 'Where and when?', details: '' })
    expect((await second({ title: 'Where and when?', details: '' })).statusCode).toBe(303)
    expect((await send('edit', { title: 'Where?', details: '' })).statusCode).toBe(303)
    expect((await send('edit', { as_shown: '[', title: 'When?', details: '' })).statusCode).toBe(303)
    expect((await at.storedPoll(poll_id)).title).toBe('When?')
  })
})

test('an outcome that somebody published meanwhile is not overwritten unseen', async () => {
  const { poll_id, path } = await at.make()
  await at.close(poll_id)
  const [first, second] = [await open(`${path}/outcome`), await open(`${path}/outcome`)]
  expect((await first({ statement: 'We plant.' })).statusCode).toBe(303)
  const refused = await second({ statement: 'We wait.' })
  expect(refused.body).toContain('Outcome was also changed in the meantime')
  expect(refused.body).toContain('>We wait.</textarea>')
  expect((await at.web.get(path, at.sessions.ada)).body).toContain('We plant.')
})

test('an outcome that somebody withdrew meanwhile is not published again unseen', async () => {
  const { poll_id, path, send } = await at.make()
  await at.close(poll_id)
  await send('outcome', { statement: 'We plant.' })
  expect((await at.web.get(`${path}/outcome`, at.sessions.ada)).body).toContain('name="edits" value="true"')
  const edit = await open(`${path}/outcome`)
  await send('withdraw-outcome')
  const refused = await edit({ edits: 'true', statement: 'We plant oaks.' })
  expect(refused.statusCode).toBe(422)
  const { body } = refused
  expect(body).toContain('Outcome was withdrawn in the meantime')
  expect(body).toMatch(
    /The outcome was withdrawn by <bdi>[^<]+<\/bdi> on <time[^>]*>[^<]*<\/time>\. Publish your text as a new outcome, or/,
  )
  expect(body).not.toMatch(/changed in the meantime|changed the same fields|The form starts with/)
  expect(body).toContain('>We plant oaks.</textarea>')
  expect(body).toContain('>Publish</button>')
  expect((await at.web.get(path, at.sessions.ada)).body).not.toContain('We plant oaks.')
  expect((await edit({ edits: 'false', statement: 'We plant oaks.' })).statusCode).toBe(303)
})

test('a draft of an edit says that the outcome was withdrawn meanwhile', async () => {
  const { poll_id, path, send } = await at.make()
  await at.close(poll_id)
  await send('outcome', { statement: 'We plant.' })
  const edit = await open(`${path}/outcome`)
  await edit({ edits: 'true', statement: 'We plant oaks.', act: 'keep' })
  await send('withdraw-outcome')
  const { body } = await at.web.get(`${path}/outcome`, at.sessions.ada)
  expect(body).toContain('Outcome was withdrawn in the meantime')
  expect(body).toContain('>We plant oaks.</textarea>')
})

test('nor one that somebody edited before withdrawing it', async () => {
  const { poll_id, path, send } = await at.make()
  await at.close(poll_id)
  await send('outcome', { statement: 'We plant.' })
  const edit = await open(`${path}/outcome`)
  await send('outcome', { statement: 'We plant elms.' })
  await send('withdraw-outcome')
  const { body } = await edit({ edits: 'true', statement: 'We plant oaks.' })
  expect(body).toContain('Outcome was withdrawn in the meantime')
  expect(body).not.toMatch(/changed in the meantime|changed the same fields/)
  expect(body).toContain('>We plant oaks.</textarea>')
})

test('an outcome that somebody edited meanwhile is not withdrawn unread', async () => {
  const { poll_id, path, send } = await at.make()
  await at.close(poll_id)
  await send('outcome', { statement: 'We plant.' })
  const shownIn = (body: string) => /name="of_outcome" value="(\d+)"/.exec(body)?.[1] ?? ''
  const { body } = await at.web.get(`${path}/withdraw-outcome`, at.sessions.ada)
  await send('outcome', { statement: 'We plant oaks.' })
  const refused = await send('withdraw-outcome', { of_outcome: shownIn(body) })
  expect([refused.statusCode, refused.body.includes('We plant oaks.')]).toEqual([422, true])
  expect(refused.body).toContain('Outcome was also changed in the meantime')
  expect((await send('withdraw-outcome', { of_outcome: shownIn(refused.body) })).statusCode).toBe(303)
  expect((await at.web.get(path, at.sessions.ada)).body).not.toContain('class="outcome"')
})

test('a thread and a group keep what the other admin saved', async () => {
  const thread_id = await makeThread(at.world, {}, 'Trees')
  const path = `/d/${await keyOf(at.world, 'discussions', thread_id)}`
  const [title, text] = [await open(`${path}/edit`), await open(`${path}/edit`)]
  await title({ title: 'Trees and hedges', description: 'There are *too many* bikes.', tags: '' })
  await text({ title: 'Trees', description: 'New text', tags: '' })
  const { body } = await at.web.get(path, at.sessions.ada)
  expect([body.includes('Trees and hedges'), body.includes('New text')]).toEqual([true, true])

  const settings = '/g/mill-lane/settings'
  const [name, ticks, both] = [await open(settings), await open(settings), await open(settings)]
  const shown = { name: 'Mill Lane Co-op', description: '', locale: '' }
  await name({ ...shown, name: 'Mill Lane', public: 'true' })
  await ticks({ ...shown, description: 'Homes' })
  const page = (await at.web.get(settings, at.sessions.ada)).body
  expect(page).toMatch(/value="Mill Lane"[\s\S]*>Homes<\/textarea>[\s\S]*name="public" value="true" checked/)
  const refused = await both({ ...shown, name: 'The Lane' })
  expect([refused.statusCode, refused.body.includes('Name was also changed in the meantime')]).toEqual([
    422,
    true,
  ])
})
