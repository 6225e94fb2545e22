import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { newToken } from '../../users/secret.ts'

let at: ThreadWorld
beforeAll(async () => {
  at = await openThreadWorld()
})

const NEWER = 'You wrote more of this draft in another window.'
const SAVED = 204
const KEPT_ELSEWHERE = 412

type Form = {
  /** Its page, and where it is sent. */
  page: string
  action: string
  /** The field with the text, and the others. */
  text: string
  more: Record<string, string>
}

async function comment(): Promise<Form> {
  const { path } = await at.thread()
  return { page: path, action: `${path}/comments`, text: 'body', more: {} }
}

async function reply(): Promise<Form> {
  const { path } = await at.thread()
  const parent_id = String(await at.say(path, 'ada', 'First'))
  return { page: path, action: `${path}/comments`, text: 'body', more: { parent_id } }
}

async function thread(): Promise<Form> {
  const path = '/g/mill-lane/new-thread'
  await at.post(path, 'ben', { act: 'discard' })
  return { page: path, action: path, text: 'description', more: { title: `Roof ${newToken()}` } }
}

async function outcome(): Promise<Form> {
  const id = await makePoll(at.world)
  await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
  const path = `/p/${await keyOf(at.world, 'polls', id)}/outcome`
  return { page: path, action: path, text: 'statement', more: {} }
}

async function editOfComment(): Promise<Form> {
  const { path } = await at.thread()
  const page = `${path}/comments/${await at.say(path, 'ben', 'As posted')}/edit`
  return { page, action: page, text: 'body', more: {} }
}

async function editOfThread(): Promise<Form> {
  const page = `${(await at.thread()).path}/edit`
  return { page, action: page, text: 'description', more: { title: 'Bikes' } }
}

const fieldIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** A page as somebody has it open: its own token, and the draft that it was opened with. */
async function open({ page, action, text, more }: Form, who: 'ada' | 'ben') {
  const { body } = await at.get(page, who)
  const form = body
    .split('</form>')
    .find(
      (one) =>
        one.includes('data-keep') &&
        (more['parent_id'] === undefined
          ? !one.includes('name="parent_id"')
          : one.includes(`name="parent_id" value="${more['parent_id']}"`)),
    )
  const hidden = (name: string) => fieldIn(form ?? '', name)
  const own = { once: hidden('once'), draft_seen: hidden('draft_seen'), ...more }
  const send = (words: string, act: string, others = {}) =>
    at.post(action, who, { ...own, [text]: words, act, ...others })
  return { send, keep: (words: string) => send(words, 'keep') }
}

describe.each([
  ['a comment', comment, 'ben', '', { act: 'preview' }],
  ['a reply', reply, 'ben', '', { mentioned_ids: '999999' }],
  ['a thread', thread, 'ben', 'start', { act: 'preview' }],
  ['an outcome', outcome, 'ada', '', { review_on: '2001-01-01' }],
  ['an edit of a comment', editOfComment, 'ben', '', { act: 'preview' }],
  ['an edit of a thread', editOfThread, 'ada', '', { title: '' }],
] as const)('the draft of %s', (_, make, who, post, comes_back) => {
  let form: Form
  const saved = async () => (await at.get(form.page, who)).body
  beforeAll(async () => {
    form = await make()
  })

  test('is not replaced by a page that was opened before it was written on another', async () => {
    const desk = await open(form, who)
    expect((await desk.keep('Desk one.')).statusCode).toBe(SAVED)
    const phone = await open(form, who)
    expect((await phone.keep('Desk one. Phone one.')).statusCode).toBe(SAVED)
    expect((await phone.keep('Desk one. Phone two.')).statusCode).toBe(SAVED)
    const refused = await desk.keep('Desk one. Desk two.')
    expect(refused.statusCode).toBe(KEPT_ELSEWHERE)
    expect(refused.body).toContain(NEWER)
    const link = /href="([^"]*)"/.exec(refused.body)?.[1] ?? ''
    const there = await at.get(link, who)
    expect(there.statusCode).toBeLessThan(400)
    expect((await desk.keep('')).statusCode).toBe(KEPT_ELSEWHERE)
    expect(await saved()).toContain('Desk one. Phone two.')
  })

  test('is written on by a page that was opened after that, and by the page that wrote it', async () => {
    const later = await open(form, who)
    expect((await later.keep('Desk one. Phone two. Later.')).statusCode).toBe(SAVED)
    expect((await later.keep('Later still.')).statusCode).toBe(SAVED)
    expect(await saved()).toContain('Later still.')
  })

  test('is neither replaced nor hidden by an older page whose form comes back', async () => {
    const stale = await open(form, who)
    const other = await open(form, who)
    await other.keep('The newest one.')
    const { body } = await stale.send('The older one', '', comes_back)
    expect(body).toContain('The older one')
    expect(body).toContain(NEWER)
    expect(body).not.toContain('Your draft, saved')
    expect(await saved()).toContain('The newest one.')
  })

  test('stays when a page discards or sends one that was opened before', async () => {
    const stale = await open(form, who)
    const other = await open(form, who)
    await other.keep('The newer one.')
    await stale.send('Old', 'discard')
    expect(await saved()).toContain('The newer one.')
    expect((await stale.send('Sent as it is.', post)).statusCode).toBe(303)
    expect(await saved()).toContain('The newer one.')
  })

  test('is deleted by its own page, after which every page can save again', async () => {
    const stale = await open(form, who)
    const page = await open(form, who)
    await page.keep('To be sent.')
    expect((await stale.keep('Old')).statusCode).toBe(KEPT_ELSEWHERE)
    const done = await page.send('To be sent.', 'discard')
    expect(done.statusCode).toBe(303)
    expect(await saved()).not.toContain('To be sent.')
    expect((await stale.keep('Old, and more')).statusCode).toBe(SAVED)
    expect(await saved()).toContain('Old, and more')
  })

  test('is not newer because it was saved unchanged as its page was left', async () => {
    form = await make()
    const earlier = await open(form, who)
    await earlier.keep('Written once.')
    const page = await open(form, who)
    expect((await earlier.keep('Written once.')).statusCode).toBe(SAVED)
    expect((await page.send('Written once.', post)).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query(
      "select 1 from form_drafts where fields like '%Written once.%'",
    )
    expect(rows).toEqual([])
  })

  test('does not come back by a save that was under way when its form was sent', async () => {
    form = await make()
    const page = await open(form, who)
    await page.keep('Half a thought.')
    expect((await page.send('Whole words.', post)).statusCode).toBe(303)
    expect((await page.keep('Half a thought.')).statusCode).toBe(SAVED)
    expect(await saved()).not.toContain('Half a thought.')
    await at.world.db.pool.query("update form_drafts set saved_at = saved_at - interval '2 minutes'")
    expect((await page.keep('Written on.')).statusCode).toBe(SAVED)
    expect(await saved()).toContain('Written on.')
  })
})

test('the rows of forms that were sent stay no longer than they have an effect', async () => {
  const [one, other] = [await comment(), await comment()]
  await (await open(one, 'ben')).send('Gone', 'discard')
  await at.world.db.pool.query("update form_drafts set saved_at = saved_at - interval '2 minutes'")
  await (await open(other, 'ben')).send('Gone too', 'discard')
  const { rows } = await at.world.db.pool.query(
    "select 1 from form_drafts where fields = '{}' and user_id = $1",
    [at.people.ben],
  )
  expect(rows).toHaveLength(1)
})

test('a comment that is refused does not replace a newer draft, also not after it came back', async () => {
  const form = await comment()
  const desk = await open({ ...form, more: { mentioned_ids: '999999' } }, 'ben')
  const phone = await open(form, 'ben')
  await phone.keep('Phone')
  const back = await desk.send('Desk', '')
  expect(back.statusCode).toBe(422)
  expect(back.body).toMatch(/name="draft_seen" value\//)
  expect((await desk.keep('Desk')).statusCode).toBe(KEPT_ELSEWHERE)
  expect((await at.get(form.page, 'ben')).body).toContain('Phone')
})

test('an outcome that is refused keeps its page’s own draft', async () => {
  const form = await outcome()
  const { body } = await at.get(form.page, 'ada')
  const once = fieldIn(body, 'once')
  const sent = { once, draft_seen: '', statement: 'Mine', review_on: 'no date' }
  expect((await at.post(form.page, 'ada', { ...sent, act: 'keep' })).statusCode).toBe(SAVED)
  const back = await at.post(form.page, 'ada', sent)
  expect(back.statusCode).toBe(422)
  expect(back.body).toContain(`name="once" value="${once}"`)
})

describe('the draft of a poll', () => {
  const page = '/new-poll?group=mill-lane&type=count'
  const title = async () => /id="title"[^>]*value="([^"]*)"/.exec((await at.get(page, 'ben')).body)?.[1]
  const openForm = async () => {
    const { body } = await at.get(page, 'ben')
    const own = { once: fieldIn(body, 'once'), draft_seen: fieldIn(body, 'draft_seen') }
    return (words: string, step: string) =>
      at.post(page, 'ben', { group: 'mill-lane', poll_type: 'count', ...own, title: words, step })
  }

  test('does not come back by a check that was under way when it was started', async () => {
    const sent = await openForm()
    await sent('A bell', 'check')
    expect((await sent('A bell', 'start')).statusCode).toBe(303)
    const { body } = await sent('A bell', 'check')
    expect(body).not.toContain(NEWER)
    expect(await title()).toBeUndefined()
    const next = await openForm()
    await next('A gong', 'check')
    expect(await title()).toBe('A gong')
  })

  test('is not newer because it was saved unchanged as its page was left', async () => {
    const earlier = await openForm()
    await earlier('A horn', 'check')
    const page = await openForm()
    await earlier('A horn', 'check')
    expect((await page('A horn', 'start')).statusCode).toBe(303)
    expect(await title()).toBeUndefined()
  })

  test.each(['check', 'preview', 'edit', 'another'])(
    'is not replaced by an older page (%s)',
    async (step) => {
      await at.post(page, 'ben', { group: 'mill-lane', poll_type: 'count', step: 'anew' })
      const desk = await openForm()
      expect((await desk('Desk one', 'check')).body).not.toContain(NEWER)
      const phone = await openForm()
      await phone('Phone', 'check')
      const { body, statusCode } = await desk('Desk two', step)
      expect(statusCode).toBeLessThan(410)
      expect(body).toContain('Desk two')
      if (step !== 'preview') expect(body).toContain(NEWER)
      expect(await title()).toBe('Phone')
      expect((await phone('Phone two', 'check')).body).not.toContain(NEWER)
      expect(await title()).toBe('Phone two')
    },
  )
})
