import { beforeEach, describe, expect, test } from 'vitest'
import { type JoiningWorld, LINKS, NEW, openJoiningWorld } from '../../../test/joining.ts'
import { cookiesOf, insideOf, mailed, withCookie } from '../../../test/sign-in.ts'
import { LIMITS } from '../../users/limit.ts'

let at: JoiningWorld

beforeEach(async () => {
  at = await openJoiningWorld()
})

describe('a link that accepts nobody', () => {
  const refused = async (token: string) => {
    const page = await at.web.get(`/join?k=${token}`)
    const sent = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const own = await at.post('/join', 'stranger', { k: token })
    expect(await at.states()).toEqual([])
    return [page.statusCode, sent.statusCode, own.statusCode, /<h1>([^<]*)/.exec(page.body)?.[1]]
  }

  test('was ended by an admin', async () => {
    const { token } = await at.makeLink()
    const end = /action="([^"]+\/end)"/.exec((await at.get(LINKS, 'ada')).body)?.[1] ?? ''
    expect((await at.get(LINKS, 'ada')).body).toContain('Nobody can join with it any more')
    expect((await at.post(end, 'ben')).statusCode).toBe(403)
    await at.post(end, 'ada')
    expect(await refused(token)).toEqual([410, 410, 410, 'This link no longer works'])
    expect((await at.post(end, 'ada')).statusCode).toBe(303)
    expect((await at.post(`${LINKS}/999/end`, 'ada')).statusCode).toBe(404)
  })

  test('is over', async () => {
    const { token } = await at.makeLink({ ends_at: '2099-01-01T12:00' })
    await at.query("update join_links set ends_at = now() - interval '1 second'")
    expect(await refused(token)).toEqual([410, 410, 410, 'This link has expired'])
  })

  test('was used up while someone typed the code', async () => {
    const { token } = await at.makeLink({ most: '1' })
    const asked = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const [mail] = await mailed(at.world, at.outbox)
    await at.post('/join', 'stranger', { k: token })
    const fields = { code: insideOf(mail).code, name: 'Nina' }
    const entered = await at.web.post('/join/code', fields, withCookie(cookiesOf(asked)))
    expect(await at.member(NEW)).toBeUndefined()
    const page = await at.web.get(String(entered.headers.location), cookiesOf(entered))
    expect([page.statusCode, page.body]).toEqual([
      410,
      expect.stringContaining('This link has reached its limit'),
    ])
  })

  test('is unknown, or its group is deleted', async () => {
    const { token } = await at.makeLink()
    for (const path of ['/join?k=nobodys', '/join?k=', '/join']) {
      const { statusCode, body } = await at.web.get(path)
      expect([statusCode, body.includes('This link for joining doesn’t work')]).toEqual([404, true])
      expect(body).not.toMatch(/Sign in to open|invitation email/)
    }
    await at.query('update groups set suspended_at = now()')
    expect((await at.web.get(`/join?k=${token}`)).statusCode).toBe(403)
    await at.query('update groups set deleted_at = now()')
    expect((await at.web.get(`/join?k=${token}`)).statusCode).toBe(404)
    expect((await at.post('/join', 'stranger', { k: token })).statusCode).toBe(404)
  })

  test('is flooded: admins are told once', async () => {
    const { token } = await at.makeLink()
    const [{ id } = { id: 0 }] = await at.query('select id from join_links')
    await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    await at.query('update attempts set count = $1 where count < $1', [LIMITS.join_link.most])
    await at.query("delete from attempts where hash <> (select sha256(convert_to($1, 'UTF8')))", [
      `join_link ${id}`,
    ])
    for (const address of ['a@far.example', 'b@far.example'])
      expect((await at.web.post('/join', { k: token, name: 'Nina', address })).statusCode).toBe(429)
    expect(await at.news()).toEqual([
      'ada@mill.example: A link to join Mill Lane Co-op is being used too often',
    ])
  })
})

describe('making a link', () => {
  test('shows it once, with its QR code and a sheet, and stores no token', async () => {
    const { body, token } = await at.makeLink({ ends_at: '2099-01-01T12:00', most: '30' })
    expect(body).toContain('<svg class="qr"')
    const sheet = await at.web.get(`/join/sheet?k=${token}`)
    for (const words of ['Mill Lane Co-op', `https://moot.example/join?k=${token}`, '<svg class="qr"'])
      expect(sheet.body).toContain(words)
    expect((await at.get(LINKS, 'ada')).body).not.toContain(token)
    expect(JSON.stringify(await at.query('select * from join_links'))).not.toContain(token)
    const [{ ends_at } = { ends_at: null }] = await at.query('select ends_at from join_links')
    expect(ends_at).toEqual(new Date('2099-01-01T11:00:00Z'))
  })

  test('every wrong setting is named, and nothing is made', async () => {
    for (const fields of [
      { most: '0' },
      { most: '10001' },
      { most: 'x' },
      { ends_at: 'soon' },
      { ends_at: '2020-01-01T00:00' },
    ])
      expect((await at.post(LINKS, 'ada', fields)).statusCode).toBe(422)
    for (const most of ['0', 'many']) {
      const { body } = await at.post(LINKS, 'ada', { most, ends_at: '2020-01-01T00:00' })
      expect(body.match(/class="mend"/g)).toHaveLength(2)
    }
    expect(await at.query('select 1 from join_links')).toEqual([])
  })
})
