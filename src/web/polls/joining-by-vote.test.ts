import { describe, expect, test } from 'vitest'
import { openPollWorld } from '../../../test/poll-web.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { addMembers } from '../../../test/world.ts'

const at = await openPollWorld()

describe('an invited person who votes by a link', () => {
  const invited = async (email: string, make: typeof tokenFor) => {
    const [user_id = 0] = await addMembers(at.world, [email])
    const poll_id = await makePoll(at.world, { settings: { title: `For ${email}` } })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const came = await at.web.follow(path, await make(at.world, 'ballot', { user_id, poll_id }))
    const ballot = { choice: '1', own_name: email.replace(/@.*/, '') }
    const vote = () => at.web.post(`${path}/ballot`, ballot, { ...SAME_ORIGIN, cookie: came.cookie })
    const standing = async () => {
      const { rows } = await at.world.db.pool.query(
        `select accepted_at is not null as joined, email_verified as verified
         from memberships m join users u on u.id = m.user_id where u.id = $1`,
        [user_id],
      )
      return rows[0]
    }
    return { ...came, user_id, poll_id, vote, standing, again: (to = path) => at.web.get(to, came.cookie) }
  }
  const JOINED = 'You are now a member of Mill Lane Co-op.'
  const SAYS = 'Voting makes you a member of Mill Lane Co-op'

  test('learns that voting makes them a member, and has verified their address', async () => {
    const { page, vote, standing, again } = await invited('jo@mill.example', tokenFor)
    expect(page.body).toContain(SAYS)
    const { headers } = await vote()
    expect(await standing()).toEqual({ joined: true, verified: true })
    expect((await again()).body).not.toContain(SAYS)
    expect(headers.location).toMatch(/\?joined=\w+#your-vote$/)
    expect((await again(String(headers.location))).body).toMatch(
      new RegExp(`id="your-vote".*</details>.*${JOINED}`, 's'),
    )
    expect((await again(String(headers.location))).body).toContain('href="/sign-in?next=%2Fg%2Fmill-lane"')
    expect((await again()).body).not.toContain(JOINED)
    expect((await vote()).headers.location).not.toContain('joined')
  })

  test('finds in the invitation only polls that still wait for their vote', async () => {
    const { user_id, vote } = await invited('lea@mill.example', tokenFor)
    await makePoll(at.world, { settings: { title: 'A new roof' } })
    const invitation = async () => {
      const token = await tokenFor(at.world, 'invitation', { user_id })
      return (await at.web.follow('/g/mill-lane', token)).page.body
    }
    expect(await invitation()).toContain('For lea@mill.example')
    await vote()
    const body = await invitation()
    expect([body.includes('For lea@mill.example'), body.includes('A new roof')]).toEqual([false, true])
  })

  test('joins by a link that an admin copied, without verifying the address', async () => {
    const { page, vote, standing, again } = await invited('kit@mill.example', copiedTokenFor)
    expect(page.body).toContain(SAYS)
    const { headers } = await vote()
    const { body } = await again(String(headers.location))
    expect(body).toMatch(new RegExp(`id="your-vote".*${JOINED}`, 's'))
    expect(body.split(JOINED)).toHaveLength(2)
    expect(await standing()).toEqual({ joined: true, verified: false })
  })

  test('sees nothing about joining if the poll is anonymous: voting there does not join', async () => {
    const [user_id = 0] = await addMembers(at.world, ['lu@mill.example'])
    const poll_id = await makePoll(at.world, { settings: { anonymous: true } })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const { page } = await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id, poll_id }))
    expect(page.body).toContain('Cast vote')
    expect(page.body).not.toContain(SAYS)
  })
})

describe('an invited person who votes signed in', () => {
  const signedIn = async (email: string, settings = {}) => {
    const [user_id = 0] = await addMembers(at.world, [email])
    await at.world.db.pool.query('update users set name = $2 where id = $1', [user_id, email.slice(0, 3)])
    const poll_id = await makePoll(at.world, { recipients: { audience: 'group' }, settings })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const cookie = await sessionOf(at.world, user_id)
    const vote = () => at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie })
    const joined = async () => {
      const { rows } = await at.world.db.pool.query(
        'select accepted_at is not null as joined from memberships where user_id = $1',
        [user_id],
      )
      return rows[0].joined
    }
    return { cookie, path, joined, vote, body: async (to = path) => (await at.web.get(to, cookie)).body }
  }
  const SAYS = 'Voting makes you a member of Mill Lane Co-op'

  test('becomes a member too, and reads so before and after', async () => {
    const { cookie, joined, vote, body } = await signedIn('dora@mill.example')
    expect(await body('/')).toContain('You are invited')
    expect(await body()).toContain(SAYS)
    const to = String((await vote()).headers.location)
    expect(await joined()).toBe(true)
    expect(to).toMatch(/\?joined=\w+#your-vote$/)
    const shown = await body(to)
    expect(shown).toContain('You are now a member of Mill Lane Co-op.')
    expect(shown).not.toContain('/sign-in?next')
    expect((await at.web.get('/', cookie)).body).not.toContain('You are invited')
    expect((await vote()).headers.location).not.toContain('joined')
  })

  test('does not in an anonymous poll', async () => {
    const { joined, vote, body } = await signedIn('lucy@mill.example', { anonymous: true })
    expect(await body()).not.toContain(SAYS)
    await vote()
    expect(await joined()).toBe(false)
  })
})
