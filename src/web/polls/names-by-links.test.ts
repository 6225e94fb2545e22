import { beforeEach, describe, expect, test } from 'vitest'
import { type NameWorld, openNameWorld } from '../../../test/voter-names.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

const AGREE = { choice: '1' }

let at: NameWorld

beforeEach(async () => {
  at = await openNameWorld()
})

describe('a name typed behind a copied link', () => {
  const byCopy = async (who: number, settings: object = {}) => {
    const { poll_id, path } = await at.come({ settings })
    const token = await copiedTokenFor(at.world, 'ballot', { user_id: who, poll_id })
    const { cookie } = await at.web.follow(path, token)
    const send = (own_name: string) =>
      at.web.post(`${path}/ballot`, { ...AGREE, own_name }, { ...SAME_ORIGIN, cookie })
    return { poll_id, send, page: async () => (await at.web.get(path, cookie)).body }
  }
  const given = () => at.rows('select name from given_names')

  beforeEach(async () => {
    await at.rows("update users set name = 'Cleo Carter' where id = $1", at.people[1])
  })

  test.each(['Cleo Carter', ' cleo  CARTER', 'Сleo Cаrter', 'Cleo Carter (#2)', 'Cleo Carter (cl…)'])(
    'is refused if it is the name of another member, also as %s',
    async (own_name) => {
      const { poll_id, send } = await byCopy(at.ben)
      const answer = await send(own_name)
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('Your name is already the name of the member Cleo Carter')
      expect(answer.body).toContain('add something that tells the two of you apart')
      expect(answer.body).toContain('An admin copied this link')
      expect(answer.body).toContain('that was created for')
      expect([await given(), await at.scoresOf(poll_id)]).toEqual([[], undefined])
      expect((await send('Cleo Carter Mill Lane 4')).statusCode).toBe(303)
      expect(await given()).toEqual([{ name: 'Cleo Carter Mill Lane 4' }])
    },
  )

  test('is folded from then on, and open for the owner of the link and after a name from an admin', async () => {
    const folded = /<details><summary>Your name: <bdi>Ben Ash<\/bdi> · Change<\/summary>/
    const { poll_id, page } = await byCopy(at.ben)
    expect(await page()).not.toContain('· Change')
    await at.rows(
      "insert into given_names (group_id, user_id, name) values ($1, $2, 'Ben Ash')",
      at.world.group.id,
      at.ben,
    )
    expect(await page()).toMatch(folded)
    const mailed = await tokenFor(at.world, 'ballot', { user_id: at.ben, poll_id })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const own = (await at.web.follow(path, mailed)).page.body
    expect(own).toMatch(/name="own_name"[^>]*value="Ben Ash"/)
    expect(own).not.toMatch(folded)
    await at.rows('update given_names set given_by = $1', at.world.ada.id)
    expect(await page()).not.toMatch(folded)
  })

  test('with no surname is advised to add one', async () => {
    await at.rows("update users set name = 'Cleo' where id = $1", at.people[1])
    expect((await (await byCopy(at.ben)).send('Cleo')).body).toContain('add a surname or an initial')
  })

  test('left empty is refused, and the page still says who copied the link', async () => {
    const { body, statusCode } = await (await byCopy(at.ben)).send('')
    expect(statusCode).toBe(422)
    expect(body).toContain('An admin copied this link')
    expect(body).toContain('that was created for')
  })

  test('may be the one that an admin gave this person, though another member has it too', async () => {
    await at.giveName('Cleo Carter')
    expect((await (await byCopy(at.ben)).send('Cleo Carter')).statusCode).toBe(303)
    expect(await given()).toEqual([{ name: 'Cleo Carter' }])
  })

  test('is asked once, also if it is the one that an admin gave', async () => {
    await at.giveName('Ben Ash')
    expect((await (await byCopy(at.ben)).send('Ben Ash')).statusCode).toBe(303)
    expect(await (await byCopy(at.ben)).page()).toContain('Your name: <bdi>Ben Ash</bdi> · Change')
    expect(await given()).toEqual([{ name: 'Ben Ash' }])
  })

  test('of a person outside the group is marked, whatever it is: the page tells nobody the members’ names', async () => {
    const poll = { settings: { specified_voters_only: true }, recipients: { emails: ['gus@far.example'] } }
    const { poll_id, path } = await at.come(poll)
    const [{ id }] = await at.rows("select id from users where email = 'gus@far.example'")
    const token = await copiedTokenFor(at.world, 'ballot', { user_id: id, poll_id })
    const { cookie } = await at.web.follow(path, token)
    for (const own_name of ['Cleo Carter', 'Gus Green', 'Gus Green (guest)']) {
      const sent = await at.web.post(`${path}/ballot`, { ...AGREE, own_name }, { ...SAME_ORIGIN, cookie })
      expect(sent.statusCode).toBe(303)
      expect(await given()).toEqual([{ name: `${own_name.replace(' (guest)', '')} (guest)` }])
    }
    const { body } = await at.web.get(path, cookie)
    expect(body).toMatch(/name="own_name"[^>]*value="Gus Green"/)
  })
})

describe('a name that a guest gives by the link in their own mail', () => {
  test.each([
    ['Cleo Carter', 'Cleo Carter (guest)'],
    ['Сleo Cаrter', 'Сleo Cаrter (guest)'],
    ['Gus Green', 'Gus Green'],
  ])('is marked if a reader could take it for a member’s: %s', async (own_name, shown) => {
    await at.rows("update users set name = 'Cleo Carter' where id = $1", at.people[1])
    const poll = { settings: { specified_voters_only: true }, recipients: { emails: ['gus@far.example'] } }
    const { poll_id, path } = await at.come(poll)
    const [{ id }] = await at.rows("select id from users where email = 'gus@far.example'")
    const { cookie } = await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id: id, poll_id }))
    // Sending it again changes nothing.
    for (const name of [own_name, own_name]) {
      const fields = { ...AGREE, own_name: name }
      const sent = await at.web.post(`${path}/ballot`, fields, { ...SAME_ORIGIN, cookie })
      expect([sent.statusCode, await at.nameOf(id)]).toEqual([303, shown])
    }
    const { body } = await at.web.get(path, cookie)
    expect(body).toContain(`Your name: <bdi>${shown}</bdi> · Change`)
    expect(body).toContain(`value="${own_name}"`)
  })

  test('leaves room for the mark, whether it gets it or not: the field says how much', async () => {
    const poll = { settings: { specified_voters_only: true }, recipients: { emails: ['gus@far.example'] } }
    const { poll_id, path } = await at.come(poll)
    const [{ id }] = await at.rows("select id from users where email = 'gus@far.example'")
    const { cookie } = await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id: id, poll_id }))
    const send = (own_name: string) =>
      at.web.post(`${path}/ballot`, { ...AGREE, own_name }, { ...SAME_ORIGIN, cookie })
    const refused = await send('x'.repeat(143))
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toMatch(/<a href="#own_name">[^<]*142/)
    expect((await send('x'.repeat(142))).statusCode).toBe(303)
  })
})
