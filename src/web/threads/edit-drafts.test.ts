import { beforeEach, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openThreadWorld } from '../../../test/thread-web.ts'
import { SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

const at = await openThreadWorld()
const WORDS = 'Half a thought'
const SAVED = 'Your draft, saved'

// Another test covers the limit on comments per minute.
beforeEach(() => at.world.db.pool.query('delete from attempts'))

const drafts = async () =>
  (await at.world.db.pool.query("select place from form_drafts where fields <> '{}'")).rows.length

/** A comment of Ben's in a thread that Ada started, as its author edits it. */
async function commentEdit() {
  const { id, path } = await at.thread()
  const comment = await at.say(path, 'ben', 'As posted')
  return {
    id,
    path,
    comment,
    page: `${path}/comments/${comment}/edit`,
    who: 'ben' as const,
    text: 'body',
    more: {},
  }
}

async function threadEdit() {
  const { path } = await at.thread()
  const more = { title: 'Bikes', tags: '' }
  return { path, page: `${path}/edit`, who: 'ada' as const, text: 'description', more }
}

type Edit = Awaited<ReturnType<typeof commentEdit | typeof threadEdit>>

/** The form as it was when it was opened: sends it with this text. */
async function open({ page, who, text, more }: Edit) {
  const { body } = await at.get(page, who)
  const own = Object.fromEntries(
    ['as_shown', 'warned_of', 'once', 'draft_seen'].map((name) => [
      name,
      decoded(new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''),
    ]),
  )
  return (words: string, act = '') => at.post(page, who, { ...own, ...more, [text]: words, act })
}

const shown = async ({ page, who }: Edit) => (await at.get(page, who)).body

describe.each([
  ['comment', commentEdit],
  ['thread', threadEdit],
])('an edit of a %s', (_, make) => {
  test('is saved while it is written, for its author alone, until it is saved or discarded', async () => {
    const edit = await make()
    for (const act of ['discard', '']) {
      const send = await open(edit)
      const kept = await send(WORDS, 'keep')
      expect([kept.statusCode, kept.body]).toEqual([204, ''])
      const body = await shown(edit)
      expect([body.includes(`>${WORDS}</textarea>`), body.includes(SAVED)]).toEqual([true, true])
      expect(body).toMatch(/<form[^>]* data-keep/)
      for (const who of ['ada', 'ben', 'cleo'] as const) {
        expect((await at.get(edit.path, who)).body).not.toContain(WORDS)
        if (who !== edit.who) expect((await at.get(edit.page, who)).body).not.toContain(WORDS)
      }
      expect((await send('A whole one', act)).statusCode).toBe(303)
      expect(await shown(edit)).not.toContain(WORDS)
      expect(await shown(edit)).not.toContain(SAVED)
      expect((await at.get(edit.path, 'ben')).body.includes('A whole one')).toBe(act === '')
    }
    expect(await shown(edit)).toContain('>A whole one</textarea>')
  })

  test('remembers what it was based on: what was saved since is not overwritten unseen', async () => {
    const edit = await make()
    const [send, elsewhere] = [await open(edit), await open(edit)]
    await send(WORDS, 'keep')
    expect((await elsewhere('Saved elsewhere')).statusCode).toBe(303)
    const body = await shown(edit)
    expect(body).toContain(`>${WORDS}</textarea>`)
    expect(body).toContain('was also changed in the meantime')
    expect(body).toContain('See the current version')
    expect(body).not.toContain('Nothing was saved')
    // More words, or another visit, take the warning from nobody.
    for (const words of [`${WORDS}, and more`, `${WORDS}, and so on`]) {
      expect((await (await open(edit))(words, 'keep')).statusCode).toBe(204)
      expect(await shown(edit)).toContain('See the current version')
    }
    expect((await (await open(edit))('Mine after all')).statusCode).toBe(303)
    expect((await at.get(edit.path, 'ben')).body).toContain('Mine after all')
  })

  test('that is taken back to what is stored is no draft any more', async () => {
    const edit = await make()
    const send = await open(edit)
    const stored = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(await shown(edit))?.[1] ?? ''
    const before = await drafts()
    await send(WORDS, 'keep')
    expect(await drafts()).toBe(before + 1)
    expect((await (await open(edit))(stored, 'keep')).statusCode).toBe(204)
    expect(await drafts()).toBe(before)
    expect(await shown(edit)).not.toContain(SAVED)
  })

  test('of a form opened before another was saved is refused, and is a draft', async () => {
    const edit = await make()
    const [first, second] = [await open(edit), await open(edit)]
    expect((await first('The first')).statusCode).toBe(303)
    const refused = await second(WORDS)
    expect([refused.statusCode, refused.body.includes(SAVED)]).toEqual([422, true])
    expect(refused.body).toContain('was also changed in the meantime')
    expect((await at.get(edit.path, 'ben')).body).toContain('The first')
    expect(await shown(edit)).toContain(WORDS)
  })

  test('is refused as a draft from people who may not edit it, and from another site', async () => {
    const edit = await make()
    const before = await drafts()
    const sent = { ...edit.more, [edit.text]: WORDS, act: 'keep' }
    expect((await at.post(edit.page, 'cleo', sent)).statusCode).toBe(403)
    const elsewhere = { origin: 'https://elsewhere.example' }
    expect((await at.post(edit.page, edit.who, sent, elsewhere)).statusCode).toBe(403)
    expect(await drafts()).toBe(before)
  })

  test('is gone once its thread is deleted', async () => {
    const edit = await make()
    const before = await drafts()
    await (await open(edit))(WORDS, 'keep')
    expect(await drafts()).toBe(before + 1)
    expect((await at.post(`${edit.path}/delete`, 'ada', { confirm: 'true' })).statusCode).toBe(303)
    expect(await drafts()).toBe(before)
  })
})

test('a field of a thread left as it was shows what somebody else saved since in it', async () => {
  const edit = await threadEdit()
  const retitled = { ...edit, more: { title: 'Bikes and hedges', tags: '' } }
  const [send, elsewhere] = [await open(edit), await open(retitled)]
  await send(WORDS, 'keep')
  await elsewhere('There are *too many* bikes.')
  const body = await shown(edit)
  expect(body).toMatch(/value="Bikes and hedges"[\s\S]*>Half a thought<\/textarea>/)
  expect(body).not.toContain('was also changed in the meantime')
})

test('an edit of a comment that was also changed elsewhere is not previewed as if nothing were wrong', async () => {
  const edit = await commentEdit()
  const [first, second] = [await open(edit), await open(edit)]
  await first('The first')
  const { statusCode, body } = await second(WORDS, 'preview')
  expect([statusCode, body.includes('was also changed in the meantime')]).toEqual([422, true])
})

test('the draft of an edit has the people who were chosen in it', async () => {
  const edit = await commentEdit()
  await at.post(edit.page, 'ben', { body: WORDS, mentioned_ids: String(at.people.ada), act: 'keep' })
  expect(await shown(edit)).toMatch(new RegExp(`value="${at.people.ada}" checked`))
})

test('the draft of an edit is gone once its comment is deleted, by an admin too', async () => {
  const edit = await commentEdit()
  const before = await drafts()
  const send = await open(edit)
  await send(WORDS, 'keep')
  await at.post(`${edit.path}/comments/${edit.comment}/delete`, 'ada')
  expect(await drafts()).toBe(before)
  expect((await send(WORDS, 'keep')).statusCode).toBe(409)
  expect(await drafts()).toBe(before)
})

test('visitors by a link, which others may use, have no draft, and a save publishes nothing', async () => {
  const { id: discussion_id, path, comment, page } = await commentEdit()
  const token = await tokenFor(at.world, 'thread', { user_id: at.people.ben, discussion_id })
  const { cookie } = await at.web.follow(path, token)
  expect((await at.web.get(page, cookie)).body).not.toContain('data-keep')
  const before = await drafts()
  const kept = await at.web.post(page, { body: WORDS, act: 'keep' }, { ...SAME_ORIGIN, cookie })
  expect([kept.statusCode, await drafts()]).toEqual([204, before])
  expect((await at.get(`${path}/comments/${comment}`, 'ben')).body).not.toContain(WORDS)
})

describe('an edit of a comment whose thread was closed meanwhile', () => {
  const CLOSED = 'This thread is closed, so its comments can no longer be changed.'

  test('is refused, kept as a draft, and can be saved once the thread is reopened', async () => {
    const edit = await commentEdit()
    const send = await open(edit)
    await at.post(`${edit.path}/close`, 'ada')
    const refused = await send(WORDS)
    expect(refused.statusCode).toBe(409)
    const again = await at.get(edit.page, 'ben')
    expect(again.statusCode).toBe(409)
    for (const { body } of [refused, again]) {
      expect(body).toContain(CLOSED)
      expect(body).toContain('If the thread is reopened, you can post what you wrote.')
      expect(body).toContain(`${WORDS}</textarea>`)
    }
    expect((await at.get(edit.path, 'ben')).body).toContain('As posted')
    await at.post(`${edit.path}/reopen`, 'ada')
    expect(await shown(edit)).toContain(`>${WORDS}</textarea>`)
    expect((await (await open(edit))(WORDS)).statusCode).toBe(303)
    expect((await at.get(edit.path, 'ben')).body).toContain(WORDS)
  })

  test('is saved while it is written, as in an open one, and a preview keeps it', async () => {
    const edit = await commentEdit()
    const send = await open(edit)
    await at.post(`${edit.path}/close`, 'ada')
    expect((await send(WORDS, 'keep')).statusCode).toBe(204)
    const preview = await send(`${WORDS}, and more`, 'preview')
    expect([preview.statusCode, preview.body.includes(CLOSED)]).toEqual([409, true])
    await at.post(`${edit.path}/reopen`, 'ada')
    expect(await shown(edit)).toContain(`>${WORDS}, and more</textarea>`)
  })

  test('is given back, to copy, to a visitor by a link, who has no drafts', async () => {
    const { id: discussion_id, path, page } = await commentEdit()
    const token = await tokenFor(at.world, 'thread', { user_id: at.people.ben, discussion_id })
    const { cookie } = await at.web.follow(path, token)
    const before = await drafts()
    await at.post(`${path}/close`, 'ada')
    const refused = await at.web.post(page, { body: WORDS }, { ...SAME_ORIGIN, cookie })
    expect([refused.statusCode, await drafts()]).toEqual([409, before])
    expect(refused.body).toContain(CLOSED)
    expect(refused.body).toContain(`${WORDS}</textarea>`)
    expect(refused.body).not.toContain('If the thread is reopened')
  })
})
