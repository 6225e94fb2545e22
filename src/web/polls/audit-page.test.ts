import { describe, expect, test } from 'vitest'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { tokenFor } from '../../../test/web.ts'
import { addMembers } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { removeMember } from '../../members/remove-member.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'

const { world, web, people, ada, make, vote } = await openGroupPolls()

const asAda = () => ({ kind: 'person', user_id: world.ada.id }) as const

describe('the audit page', () => {
  test('shows members who got a ballot, why, from whom, and whether it was withdrawn', async () => {
    const [gone] = await addMembers(world, ['gwen@mill.example'])
    await world.db.pool.query("update users set name = 'Gwen Lee' where id = $1", [gone])
    const { poll_id, path } = await make()
    const secret = await make({ settings: { anonymous: true } })
    await change(world.db, asAda(), (act) =>
      inviteVoters(act, { poll_id, emails: ['fay@far.example'], user_ids: [] }),
    )
    await vote(poll_id, 0, 'agree')
    const { rows } = await world.db.pool.query('select id from memberships where user_id = $1', [gone])
    await change(world.db, asAda(), (act) =>
      removeMember(act, { group_id: world.group.id, membership_id: rows[0].id }),
    )
    const { body } = await web.get(`${path}/audit`, ada)
    expect(body).toMatch(/Gwen Lee(?:(?!<li).)*Invited to the group; from(?:(?!<li).)*withdrawn/)
    expect(body).toContain('Invited to this poll')
    expect(body).toContain('5 ballots, 1 of them withdrawn')
    // Admins may see the addresses of people without a name, other members may not.
    expect(body).toContain('>fay@far.example<')
    const seen_by_ben = (await web.get(`${path}/audit`, await sessionOf(world, people[0] ?? 0))).body
    expect(seen_by_ben).toContain('Gwen Lee')
    expect(seen_by_ben).not.toContain('@far.example')
    expect(body).not.toContain('Voted')
    const anonymous = (await web.get(`${secret.path}/audit`, ada)).body
    expect(anonymous).toMatch(/Gwen Lee(?:(?!<li).)*withdrawn/)
    expect(anonymous).toContain('still counts in the number of people who could vote')
  })

  test('shows guests and visitors by link numbers without names; others get a 404', async () => {
    await world.db.pool.query("update users set name = 'Dai Rees' where id = $1", [people[2]])
    const { poll_id, path } = await make()
    await change(world.db, asAda(), (act) =>
      inviteVoters(act, { poll_id, emails: ['fay@far.example'], user_ids: [] }),
    )
    const { rows } = await world.db.pool.query("select id from users where email = 'fay@far.example'")
    const fay = rows[0].id as number
    const byLink = await web.follow(path, await tokenFor(world, 'ballot', { user_id: fay, poll_id }))
    const member = await web.follow(
      path,
      await tokenFor(world, 'ballot', { user_id: people[1] ?? 0, poll_id }),
    )
    for (const cookie of [await sessionOf(world, fay), byLink.cookie, member.cookie]) {
      const { body, statusCode } = await web.get(`${path}/audit`, cookie)
      expect([statusCode, body.includes('1 ballot<'), body.includes('Dai Rees')]).toEqual([200, true, false])
    }
    expect((await web.get(`${path}/audit`, ada)).body).toContain('Dai Rees')
    expect((await web.get(`${path}/audit`)).statusCode).toBe(404)
  })

  test('calls people who were invited to the group and have not joined invited', async () => {
    await world.db.pool.query("update users set name = 'Hal Roe' where id = $1", [people[3]])
    await world.db.pool.query("update users set name = 'Dai Rees' where id = $1", [people[2]])
    await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [people[2]])
    const { path } = await make()
    const { body } = await web.get(`${path}/audit`, ada)
    expect(body).toMatch(/Hal Roe(?:(?!<li).)*Invited to the group; from/)
    expect(body).toMatch(/<dt>Invited to the group<\/dt><dd>3 ballots</)
    expect(body).toMatch(/Dai Rees(?:(?!<li).)*Member of the group; from/)
  })

  test('has 200 rows per page', async () => {
    const { poll_id, path } = await make()
    await world.db.pool.query(
      `with made as (insert into users (name, email) select 'Voter ' || n, 'v' || n || '@x.example'
         from generate_series(1, 250) n returning id)
       insert into electorate (poll_id, user_id, inviter_id, issued_as) select $1, id, $2, 'named' from made`,
      [poll_id, world.ada.id],
    )
    const first = (await web.get(`${path}/audit`, ada)).body
    const second = (await web.get(`${path}/audit?from=200`, ada)).body
    expect(first.match(/; from/g)).toHaveLength(200)
    expect(first).toContain(`${path}/audit?from=200`)
    expect(second.match(/; from/g)?.length).toBeGreaterThanOrEqual(55)
  })
})
