import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { addressees, openPost } from '../../../test/post.ts'
import { sessionOf, withCookie } from '../../../test/sign-in.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, everyRowMade, keyOf, openWeb, seen, tokenFor } from '../../../test/web.ts'
import { addMembers, nameMembers } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { setMembers } from '../../members/set-members.ts'

let at: GroupWorld
let post: Awaited<ReturnType<typeof openPost>>
const FORM = '/g/mill-lane/new-thread'

beforeAll(async () => {
  at = await openGroupWorld()
  post = await openPost(at.world)
  await post.deliver()
})

describe('a new thread', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo'] as const)('cannot be started by %s', async (who) => {
    const never = seen(await at.get('/g/nobody/new-thread', who))
    expect(seen(await at.get(FORM, who))).toBe(never)
    const before = await everyRow(at.world)
    for (const act of ['start', 'preview'])
      expect((await at.post(FORM, who, { title: 'Mine', act })).statusCode).toBe(404)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('offers to notify the group and says how many people that is', async () => {
    const page = (await at.get(FORM, 'ben')).body
    expect(page).toContain('The whole group: 3 other people')
    expect(page).toContain('checked')
    expect(page).toContain('Ada Vale')
  })

  test('offers each of these people by name, also those who have not joined yet', async () => {
    const named = async () => {
      const { body } = await at.get(FORM, 'ben')
      return [...body.matchAll(/name="recipient_user_ids"[^>]* data-name="([^"]*)"/g)].map(([, name]) => name)
    }
    expect(await named()).toEqual(['Ada Vale'])
    const { pool } = at.world.db
    await pool.query("update users set name = 'Cleo Park' where id = $1", [at.people.cleo])
    expect(await named()).toEqual(['Ada Vale', 'Cleo Park'])
    await pool.query('update users set name = null where id = $1', [at.people.cleo])
  })

  test('says of a large group that its list does not show everyone', async () => {
    const large = await openGroupWorld()
    const note = 'This list does not show everyone, because the group is large.'
    expect((await large.get(FORM, 'ben')).body).not.toContain(note)
    await addMembers(
      large.world,
      Array.from({ length: 61 }, (_, n) => `m${n}@mill.example`),
    )
    await nameMembers(large.world)
    expect((await large.get(FORM, 'ben')).body).toContain(note)
  })

  test('folds the fields for guests until one of them is filled', async () => {
    const folded = /<details><summary>Guests, or a message in the email<\/summary>/
    expect((await at.get(FORM, 'ben')).body).toMatch(folded)
    const filled = await at.post(FORM, 'ben', {
      title: 'Roof',
      recipient_message: 'Please read.',
      act: 'preview',
    })
    expect(filled.body).not.toMatch(folded)
    expect(filled.body).toMatch(/<details open><summary>Guests, or a message in the email<\/summary>/)
  })

  test('warns an admin that nobody gets an email while no mail server is set up', async () => {
    const form = { title: 'Fence', recipient_audience: 'true', act: 'start' }
    const { headers } = await at.post(FORM, 'ada', form)
    const { body } = await at.get(String(headers.location), 'ada')
    expect(body).toMatch(/Thread started\..*Email is not set up/s)
    expect(body).not.toContain('people will get an email.')
    await post.deliver()
  })

  test('is started, announced as requested, and shown', async () => {
    const answer = await at.post(FORM, 'ben', {
      title: ' The roof ',
      description: 'It **leaks**.\r\nBadly.',
      recipient_audience: 'true',
      recipient_emails: 'Gus Far <gus@far.example>, ADA@mill.example\nhal@far.example',
      recipient_message: 'Please read.',
      act: 'start',
    })
    expect(answer.statusCode).toBe(303)
    const page = (await at.get(String(answer.headers.location), 'ada')).body
    expect(page).toContain('<h1 dir="auto">The roof</h1>')
    expect(page).not.toContain('Thread started.')
    const own = (await at.get(String(answer.headers.location), 'ben')).body
    // Without a mail server, nobody gets an email.
    expect(own).toMatch(/Thread started\..*Email is not set up\./)
    expect(own).not.toContain('people will get an email')
    expect(page).toContain('It <strong>leaks</strong>.')
    // The same count as on the pages of the group, and guests apart from it.
    for (const count of ['2 members, 2 invited', '2 guests']) expect(page).toContain(count)
    expect((await at.get('/g/mill-lane/members', 'ada')).body).toContain('2 members, 2 invited')
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([
      'ada@mill.example',
      'cleo@mill.example',
      'esi@mill.example',
      'gus@far.example',
      'hal@far.example',
    ])
    expect(mails[0]?.email.text).toContain('Please read.')
  })

  test('a preview shows it and the number of mails, and writes nothing but a draft', async () => {
    const cookie = await sessionOf(at.world, at.people.ben)
    const before = await everyRowMade(at.world)
    const fields = {
      title: 'Gate & <garden>',
      description: 'It *squeaks*.',
      recipient_user_ids: String(at.people.ada),
      recipient_emails: 'ada@mill.example, gus@far.example, brand@new.example',
      act: 'preview',
    }
    const answer = await at.post(FORM, 'ben', fields)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('It <em>squeaks</em>.')
    expect(decoded(answer.body)).toContain('Gate & <garden>')
    expect(answer.body).toContain('Email is not set up.')
    expect(answer.body).not.toContain('3 people will get an email.')
    const mailing = await openWeb(at.world, { SMTP_URL: 'smtp://localhost' })
    const mailed = await mailing.post(FORM, fields, withCookie(cookie))
    expect(mailed.body).toContain('3 people will get an email.')
    await at.world.db.pool.query('insert into mutes (user_id, group_id) values ($1, $2)', [
      at.people.ada,
      at.world.group.id,
    ])
    const muted = await mailing.post(FORM, fields, withCookie(cookie))
    expect(muted.body).toContain('2 people will get an email.')
    expect(muted.body).toContain('except people who stopped emails from this group.')
    await at.world.db.pool.query('delete from mutes')
    expect(answer.body).toContain('ada@mill.example, gus@far.example, brand@new.example')
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('a preview of a text that is too long shows only the form', async () => {
    const description = `*squeaks* ${'x'.repeat(100_000)}`
    const answer = await at.post(FORM, 'ben', { title: 'Gate', description, act: 'preview' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('<em>squeaks</em>')
    expect(answer.body).toContain('*squeaks* xxx')
  })

  test('with errors keeps everything typed and says at each field how to fix it', async () => {
    const before = await everyRowMade(at.world)
    const answer = await at.post(FORM, 'ben', {
      title: 'x'.repeat(151),
      description: 'Kept <script>alert(1)</script>',
      recipient_emails: 'nonsense, "><script>alert(2)</script>',
      recipient_user_ids: [String(at.people.stranger)],
      recipient_message: 'Kept too',
      act: 'start',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('<script>alert')
    const said = decoded(answer.body)
    for (const words of [
      'x'.repeat(151),
      'Kept <script>alert(1)</script>',
      'Kept too',
      'Title is too long (at most 150 characters).',
      'Addresses contain “nonsense”, which is not an email address',
      `People contain ${at.people.stranger}, not members of the group`,
    ])
      expect(said).toContain(words)
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('cannot be started from another site', async () => {
    const before = await everyRow(at.world)
    const answer = await at.post(
      FORM,
      'ben',
      { title: 'Forged', act: 'start' },
      { origin: 'https://evil.example' },
    )
    expect(answer.statusCode).toBe(403)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

describe('inviting to a thread', () => {
  const voters = async (poll_id: number) => {
    const { rows } = await at.world.db.pool.query(
      `select t.voters, (select count(*) from electorate e where e.poll_id = t.poll_id and e.withdrawn_at is null) as held
       from tallies t where t.poll_id = $1`,
      [poll_id],
    )
    expect(rows[0].voters).toBe(rows[0].held)
    return rows[0].voters
  }

  test('makes guests, gives them ballots for polls open to everyone, and sends mails', async () => {
    const id = await makeThread(at.world)
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    const open = await makePoll(at.world, { discussion_id: id, told: 'nobody' })
    const draft = await makePoll(at.world, {
      discussion_id: id,
      told: 'nobody',
      settings: { closing_at: null },
    })
    const named = await makePoll(at.world, {
      discussion_id: id,
      told: 'nobody',
      settings: { specified_voters_only: true },
      recipients: { user_ids: [at.people.ben] },
    })
    const elsewhere = await makePoll(at.world, { told: 'nobody' })
    await post.deliver()
    const answer = await at.post(`${path}/people`, 'ben', {
      emails: 'ivy@far.example\r\nada@mill.example; IVY@far.example',
      message: 'Come and <see>.',
    })
    expect(answer.headers.location).toBe(`${path}/people?invited=2`)
    expect(await voters(open)).toBe(5)
    expect(await voters(draft)).toBe(5)
    expect(await voters(named)).toBe(1)
    expect(await voters(elsewhere)).toBe(4)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(['ada@mill.example', 'ivy@far.example'])
    for (const mail of mails) {
      expect(mail.email.text).toContain('Ben Ash invites you to a thread in Mill Lane Co-op')
      expect(mail.email.text).toContain('Come and <see>.')
    }
    const page = (await at.get(`${path}/people?invited=2`, 'ben')).body
    expect(page).toContain('2 people were invited.')
    expect(page).toContain('Unnamed person')
    expect(page).not.toContain('far.example')
    await at.post(`${path}/people`, 'ben', { emails: 'ivy@far.example' })
    expect(await voters(open)).toBe(5)
    const { rows } = await at.world.db.pool.query("select id from users where email = 'ivy@far.example'")
    const token = await tokenFor(at.world, 'ballot', { user_id: rows[0].id, poll_id: open })
    const poll = await at.web.follow(`/p/${await keyOf(at.world, 'polls', open)}`, token)
    expect(poll.page.statusCode).toBe(200)
  })

  test('gives former members their ballot back as guests', async () => {
    const id = await makeThread(at.world)
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    const poll_id = await makePoll(at.world, { discussion_id: id, told: 'nobody' })
    const act = { kind: 'person' as const, user_id: at.world.ada.id }
    await change(at.world.db, act, (on) =>
      setMembers(on, {
        group_id: at.world.group.id,
        emails: ['ada@mill.example', 'ben@mill.example', 'cleo@mill.example'],
        remove_absent: true,
        dry_run: false,
        guard: false,
        force: false,
      }),
    )
    const before = await voters(poll_id)
    await at.post(`${path}/people`, 'ada', { emails: 'esi@mill.example' })
    expect(await voters(poll_id)).toBe(before + 1)
    const { rows } = await at.world.db.pool.query(
      `select e.issued_as from electorate e join users u on u.id = e.user_id
       where e.poll_id = $1 and u.email = 'esi@mill.example'`,
      [poll_id],
    )
    expect(rows).toEqual([{ issued_as: 'thread_guest' }])
  })

  test.each([
    ['', 'Addresses can'],
    ['nonsense', 'which is not an email address'],
    [Array.from({ length: 1_001 }, (_, n) => `p${n}@far.example`).join('\n'), 'are too many'],
  ])('without valid addresses changes nothing and says so', async (emails, words) => {
    const path = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
    const before = await everyRow(at.world)
    const answer = await at.post(`${path}/people`, 'ada', { emails, message: 'Kept' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(words)
    expect(answer.body).toContain('>Kept</textarea>')
    expect(await everyRow(at.world)).toEqual(before)
  })
})
