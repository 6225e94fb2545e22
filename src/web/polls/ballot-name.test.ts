import { beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/sign-in.ts'
import type { PollWish } from '../../../test/tell.ts'
import { type NameWorld, openNameWorld } from '../../../test/voter-names.ts'
import { copiedTokenFor, SAME_ORIGIN } from '../../../test/web.ts'
import { change } from '../../db/db.ts'
import { setOwnName } from '../../members/names/set-own-name.ts'
import type { PollTypeName } from '../../polls/types/index.ts'

const FIELD = 'name="own_name"'
const AGREE = { choice: '1' }

let at: NameWorld

beforeEach(async () => {
  at = await openNameWorld()
})

describe('the ballot of a voter without a name', () => {
  test('asks for a name once, and saves it with the vote', async () => {
    const come = await at.come({})
    const page = await come.page()
    expect(page).toContain(FIELD)
    expect(page).toContain('Shown next to your vote.')
    expect((await come.send({ ...AGREE, own_name: ' Ben  Carter ' })).statusCode).toBe(303)
    expect(await at.scoresOf(come.poll_id)).toEqual([1, null, null])
    expect(await at.nameOf()).toBe('Ben Carter')
    const session = await sessionOf(at.world, at.ben)
    expect((await at.web.get(come.path, session)).body).not.toContain(FIELD)
  })

  test('is not cast without a name: the field asks for it', async () => {
    const come = await at.come({})
    expect(await come.page()).toMatch(/name="own_name"[^>]* required/)
    for (const own_name of ['', ' \t\u200b', undefined]) {
      const answer = await come.send({ ...AGREE, ...(own_name === undefined ? {} : { own_name }) })
      expect([answer.statusCode, answer.body.includes('Your name can’t be blank.')]).toEqual([422, true])
      expect(answer.body).toMatch(/<input[^>]*value="1"[^>]*checked/)
    }
    expect([await at.scoresOf(come.poll_id), await at.nameOf()]).toEqual([undefined, null])
  })

  test('sent empty lists its errors as whole sentences', async () => {
    const come = await at.come({})
    const { body } = await come.send({ own_name: '' })
    const summary = /<div class="note bad" role="alert".*?<\/ul>/s.exec(body)?.[0] ?? ''
    const listed = [...summary.matchAll(/<a href="#[^"]*">([^<]*)<\/a>/g)].map(([, words]) => words)
    expect(listed).toEqual(['Your name can’t be blank.', 'You haven’t chosen an answer yet.'])
  })

  test.each<PollWish & { settings: { poll_type: PollTypeName } }>([
    { settings: { poll_type: 'proposal' } },
    { settings: { poll_type: 'poll' }, options: ['A', 'B'] },
    { settings: { poll_type: 'meeting' }, options: ['2098-07-02', '2098-07-03'] },
    { settings: { poll_type: 'score' }, options: ['A', 'B'] },
    { settings: { poll_type: 'ranked_choice' }, options: ['A', 'B'] },
    { settings: { poll_type: 'dot_vote' }, options: ['A', 'B'] },
  ])('of type $settings.poll_type lists its errors in the order of the page', async (typed) => {
    const wish = { ...typed, settings: { ...typed.settings, stance_reason_required: 'required' as const } }
    const missing = await (await at.come(wish)).send({ own_name: '' })
    await at.giveName('Benny')
    // It may be left empty: the field stands below the answers.
    const wrong = await (await at.come(wish)).send({ own_name: 'ben@mill.example' })
    for (const { statusCode, body } of [missing, wrong]) {
      expect(statusCode).toBe(422)
      const [, summary = ''] = /role="alert"[^>]*autofocus>.*?<ul>(.*?)<\/ul>/s.exec(body) ?? []
      const fields = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => body.indexOf(` id="${id}"`))
      expect(fields.length).toBeGreaterThan(1)
      expect(fields).toEqual(fields.toSorted((one, other) => one - other))
    }
  })

  test('is cast under the name given by an admin, if the field is left empty', async () => {
    await at.giveName('Benny')
    const come = await at.come({})
    expect((await come.send({ ...AGREE, own_name: '' })).statusCode).toBe(303)
    expect([await at.scoresOf(come.poll_id), await at.nameOf()]).toEqual([[1, null, null], null])
  })

  test('contains the name given by an admin, which becomes theirs once they send it', async () => {
    await at.giveName('Benny')
    const come = await at.come({})
    expect(await come.page()).toContain('value="Benny"')
    await come.send({ ...AGREE, own_name: 'Benny' })
    expect(await at.nameOf()).toBe('Benny')
  })

  test.each([
    ['x'.repeat(151), 'Your name is too long (at most 150 characters).'],
    ['ada@mill.example', 'Your name must be a name, not an email address.'],
  ])('is not cast with an invalid name, and everything typed stays', async (own_name, words) => {
    const come = await at.come({})
    const answer = await come.send({ ...AGREE, reason: 'Because.', own_name })
    expect(answer.statusCode).toBe(422)
    for (const part of [
      words,
      `value="${own_name}"`,
      'Because.</textarea>',
      'Your vote has not been cast yet.',
    ])
      expect(answer.body).toContain(part)
    expect(answer.body).toMatch(/<input[^>]*value="1"[^>]*checked/)
    expect([await at.scoresOf(come.poll_id), await at.nameOf()]).toEqual([undefined, null])
  })

  test('saves no name if the ballot is invalid', async () => {
    const come = await at.come({})
    const answer = await come.send({ own_name: 'Ben' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('value="Ben"')
    expect(await at.nameOf()).toBeNull()
  })

  test('asks for no name in an anonymous poll, and saves none', async () => {
    const come = await at.come({ settings: { anonymous: true } })
    expect(await come.page()).not.toContain(FIELD)
    expect((await come.send({ ...AGREE, own_name: 'Ben' })).statusCode).toBe(303)
    expect(await at.nameOf()).toBeNull()
  })

  test('also asks voters who are signed in', async () => {
    const { path } = await at.come({})
    const cookie = await sessionOf(at.world, at.ben)
    expect((await at.web.get(path, cookie)).body).toContain(FIELD)
    await at.web.post(`${path}/ballot`, { ...AGREE, own_name: 'Ben' }, { ...SAME_ORIGIN, cookie })
    expect(await at.nameOf()).toBe('Ben')
  })
})

describe('a name that was given', () => {
  test('can be corrected by the mailed link, with a vote or without changing it', async () => {
    const come = await at.come({})
    await come.send({ ...AGREE, own_name: 'Bne' })
    expect(await come.page()).toContain('Your name: <bdi>Bne</bdi> · Change')
    await come.send({ ...AGREE, own_name: 'Ben' })
    expect(await at.nameOf()).toBe('Ben')
    await come.send({ ...AGREE, own_name: ' ' })
    expect(await at.nameOf()).toBe('Ben')
  })

  test('is changed by no link once they have signed in: whoever got the forwarded mail votes as them', async () => {
    const come = await at.come({})
    await come.send({ ...AGREE, own_name: 'Bne' })
    const cookie = await sessionOf(at.world, at.ben)
    const page = await come.page()
    expect(page).not.toContain(FIELD)
    expect(page).toContain(
      'You are voting as <bdi>Bne</bdi>. To change your name, <a href="/account">sign in',
    )
    expect((await come.send({ choice: '2', own_name: 'Otto Falsch' })).statusCode).toBe(303)
    expect([await at.nameOf(), await at.scoresOf(come.poll_id)]).toEqual(['Bne', [null, 1, null]])
    // Signed in, they see it on every page, and it is changed in the account.
    expect((await at.web.get(come.path, cookie)).body).not.toContain('You are voting as')
    await at.web.post('/account', { name: 'Ben', locale: 'en', time_zone: 'UTC' }, { ...SAME_ORIGIN, cookie })
    expect([await at.nameOf(), (await come.page()).includes('You are voting as <bdi>Ben</bdi>.')]).toEqual([
      'Ben',
      true,
    ])
  })

  test('is still asked for by the link of a person who has signed in and has none', async () => {
    await sessionOf(at.world, at.ben)
    const come = await at.come({})
    await come.send({ ...AGREE, own_name: 'Ben' })
    expect(await at.nameOf()).toBe('Ben')
    expect(await come.page()).not.toContain(FIELD)
  })

  test('is not replaced if they sign in after the page was drawn', async () => {
    const said = { user_id: at.ben, group_id: at.world.group.id, member: true, vouched: true }
    const give = (name: string, came_by: 'link' | 'session') =>
      change(at.world.db, { kind: 'person', user_id: at.ben }, (act) =>
        setOwnName(act, { ...said, name, came_by }),
      )
    await give('Bne', 'link')
    await give('Ben', 'link')
    await sessionOf(at.world, at.ben)
    await give('Otto Falsch', 'link')
    expect(await at.nameOf()).toBe('Ben')
    await give('Benjamin', 'session')
    expect(await at.nameOf()).toBe('Benjamin')
  })

  test('set by a copied link stays in the group, and changes no existing name', async () => {
    const come = await at.come({})
    const token = await copiedTokenFor(at.world, 'ballot', { user_id: at.ben, poll_id: come.poll_id })
    const { cookie, page } = await at.web.follow(come.path, token)
    expect(page.body).toContain(FIELD)
    const send = (own_name: string) =>
      at.web.post(`${come.path}/ballot`, { ...AGREE, own_name }, { ...SAME_ORIGIN, cookie })
    await send('Ben')
    expect(await at.nameOf()).toBeNull()
    expect(await at.rows('select name, given_by from given_names')).toEqual([{ name: 'Ben', given_by: null }])
    // The person who copied the link may have typed this.
    for (const page of [await come.page(), (await at.web.get(come.path, cookie)).body])
      expect(page).toMatch(/name="own_name"[^>]*value="Ben"/)
    await at.rows("update users set name = 'Benjamin' where id = $1", at.ben)
    await send('Somebody else')
    expect([await at.nameOf(), (await at.rows('select name from given_names'))[0].name]).toEqual([
      'Benjamin',
      'Ben',
    ])
  })
})
