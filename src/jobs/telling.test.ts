import { describe, expect, test } from 'vitest'
import { findLink } from '../../test/links.ts'
import { addressees, openPost, tokenOf } from '../../test/post.ts'
import type { Received } from '../../test/smtp.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { addMembers, CAST, createWorld, keyFor } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { unmuteGroup } from '../notifications/unmute-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { openPoll } from '../polls/open-poll.ts'
import { remindVoters } from '../polls/remind-voters.ts'

const world = await createWorld()
const post = await openPost(world)
const ids = await addMembers(world)
const [ben = 0, cleo = 0] = ids
const ADA = world.ada.email
const everybody = [ADA, ...CAST].sort()
const person = { kind: 'person' as const, user_id: world.ada.id }

const pollKey = async (id: number) =>
  (await world.db.pool.query<{ key: string }>('select key from polls where id = $1', [id])).rows[0]?.key
const remind = async (id: number) => {
  await world.db.pool.query("update polls set reminder_due_at = now() - interval '1 second' where id = $1", [
    id,
  ])
  await remindVoters(world.db)
}
const vote = (poll_id: number, user_id: number, choices: Record<string, number> = { agree: 1 }) =>
  castBallot(world.db, { poll_id, user_id, choices, reason: null })

function checkEnvelope(mail: Received): void {
  const header = (name: string) => mail.email.headers.find(({ key }) => key === name)?.value
  expect(mail.from).toBe('moot@example.org')
  expect(mail.email.from).toEqual({ name: 'Mill Lane Co-op (Folkmoot)', address: 'moot@example.org' })
  expect(mail.email.to).toEqual([{ name: '', address: mail.to[0] }])
  expect(mail.email.messageId).toMatch(/^<\d+\.\d+@moot\.example\.org>$/)
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/moot\.example\.org\/unsubscribe\?k=[\w-]{32}>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const body of [mail.email.text ?? '', mail.email.html ?? '']) {
    expect(body).toMatch(/https:\/\/moot\.example\.org\/[pdg]\/[\w-]+\?k=[\w-]{32}/)
    expect(body).toMatch(/https:\/\/moot\.example\.org\/unsubscribe\?k=[\w-]{32}/)
    expect(body).not.toMatch(/[^\P{Cc}\n\r\t]/u)
  }
  expect(mail.email.html).toContain(`<title>${mail.email.subject?.replaceAll("'", '&#39;')}</title>`)
}

test('an invitation to the group', async () => {
  const mails = await post.deliver()
  expect(addressees(mails)).toEqual(CAST)
  for (const mail of mails) checkEnvelope(mail)
  const [mail] = mails
  expect(mail?.email.subject).toBe('You are invited to Mill Lane Co-op')
  expect(mail?.email.text).toContain('/g/mill-lane?k=')
  const link = await findLink(world.db.pool, mail === undefined ? '' : tokenOf(mail))
  expect(link).toMatchObject({ purpose: 'invitation', group_id: world.group.id, discreet: false })
  // Joined: from here on they get the mails of members.
  await world.db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
})

test('a new thread: members are notified, others are invited, its author gets nothing', async () => {
  await makeThread(world, {
    audience: 'group',
    emails: ['guest@far.example'],
    message: 'Please read.\nAll of it.',
  })
  const mails = await post.deliver()
  expect(addressees(mails)).toEqual([...CAST, 'guest@far.example'].sort())
  for (const mail of mails) checkEnvelope(mail)
  const by = (address: string) => mails.find((mail) => mail.to[0] === address)?.email
  expect(by('ben@mill.example')?.subject).toBe('New thread: Bikes')
  expect(by('guest@far.example')?.subject).toBe('You are invited to a thread: Bikes')
  expect(by('guest@far.example')?.text).toContain('> Please read.\n> All of it.')
  expect(by('guest@far.example')?.html).toContain('There are <em>too many</em> bikes.')
})

test('a poll by a key: its recipients are asked to vote, the bot gets nothing', async () => {
  const key = await keyFor(world)
  const actor = {
    kind: 'key' as const,
    user_id: key.bot_user_id,
    api_key_id: key.id,
    group_id: world.group.id,
  }
  const id = await makePoll(world, { actor, recipients: { audience: 'group' } })
  const mails = await post.deliver()
  expect(addressees(mails)).toEqual(everybody)
  const mail = mails[0]?.email
  for (const one of mails) checkEnvelope(one)
  expect(mail?.subject).toBe('Please vote: A second bike shed')
  expect(mail?.text).toContain('Test key asks you to vote in Mill Lane Co-op')
  expect(mail?.text).toMatch(/- Agree:\n {2}\S+\?k=\S+&choice=agree\n- Abstain:/)
  expect(mail?.text).toMatch(/Closes: \w+ \d+ \w+ \d{4}, \d\d:\d\d UTC/)
  expect(mail?.text).toContain(`/p/${await pollKey(id)}?k=`)
  expect(mail?.html).toContain('We <strong>need</strong> room')
})

test('a closing goes to the admins when the key came from the command line, to its issuer otherwise', async () => {
  const plain = await keyFor(world)
  const issued = await keyFor(world)
  await world.db.pool.query('update api_keys set issuer_id = $1 where id = $2', [ben, issued.id])
  for (const key of [plain, issued]) {
    const actor = {
      kind: 'key' as const,
      user_id: key.bot_user_id,
      api_key_id: key.id,
      group_id: world.group.id,
    }
    const id = await makePoll(world, { actor })
    await vote(id, ben)
    await vote(id, cleo, { disagree: 1 })
    await change(world.db, SYSTEM, (act) => closePoll(act, id))
  }
  const mails = await post.deliver()
  expect(mails.map((mail) => mail.to[0]).sort()).toEqual([ADA, 'ben@mill.example'].sort())
  expect(mails[0]?.email.subject).toBe('Closed: A second bike shed')
  expect(mails[0]?.email.text).toMatch(/\n2 of 5 voted\.[\s\S]*Agree: 1\b[\s\S]*Disagree: 1\b/)
  for (const mail of mails) checkEnvelope(mail)
})

test('nobody is notified of a closing by themselves', async () => {
  const id = await makePoll(world)
  await change(world.db, person, (act) => closePoll(act, id))
  expect(await post.deliver()).toEqual([])
})

test('a draft says that voting has not opened; its opening goes to everyone with a ballot', async () => {
  const id = await makePoll(world, { settings: { closing_at: null }, recipients: { user_ids: [ben] } })
  const [draft, ...none] = await post.deliver()
  expect(none).toEqual([])
  expect(draft?.email.subject).toBe('Coming up for a vote: A second bike shed')
  expect(draft?.email.text).toContain('Voting has not opened yet.')
  await change(world.db, person, (act) => openPoll(act, id, new Date(Date.now() + 3_600_000)))
  const opened = await post.deliver()
  expect(addressees(opened)).toEqual(CAST)
  expect(opened[0]?.email.subject).toBe('Voting is open: A second bike shed')
})

test('a person gets one mail, however many lists name them, and none when nobody should be notified', async () => {
  await makePoll(world, { recipients: { audience: 'group', user_ids: [ben], emails: ['BEN@mill.example'] } })
  expect(addressees(await post.deliver()).filter((to) => to === 'ben@mill.example')).toHaveLength(1)
  await makePoll(world, { told: 'nobody', recipients: { audience: 'group', emails: ['new@far.example'] } })
  expect(await post.deliver()).toEqual([])
})

describe('the reminder', () => {
  test('goes to all voters, or to the author', async () => {
    const all = await makePoll(world, { settings: { notify_on_closing_soon: 'voters' } })
    await vote(all, ben)
    await remind(all)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(everybody)
    expect(mails[0]?.email.subject).toBe('Closing soon: A second bike shed')
    expect(mails[0]?.email.text).not.toContain('not voted')
    const one = await makePoll(world, { settings: { notify_on_closing_soon: 'author' } })
    await remind(one)
    expect(addressees(await post.deliver())).toEqual([ADA])
  })

  test('is not sent to those who voted after it was written, and only once', async () => {
    const id = await makePoll(world, { settings: { notify_on_closing_soon: 'undecided_voters' } })
    await vote(id, ben)
    await remind(id)
    expect(await post.dispatch()).toBe(4)
    await vote(id, cleo)
    const before = post.smtp.received.length
    await post.send()
    const mails = post.smtp.received.slice(before)
    expect(addressees(mails)).toEqual([ADA, 'dai@mill.example', 'esi@mill.example'])
    expect(mails[0]?.email.text).toContain('You haven’t voted yet')
    expect(
      (await post.outbox()).filter((mail) => mail.status === 'dropped').map((mail) => mail.email),
    ).toEqual(['cleo@mill.example'])
    await remindVoters(world.db)
    expect(await post.deliver()).toEqual([])
  })

  test('is not sent when the poll closed in the meantime', async () => {
    const id = await makePoll(world, { settings: { notify_on_closing_soon: 'voters' } })
    await remind(id)
    await post.dispatch()
    await change(world.db, person, (act) => closePoll(act, id))
    expect(await post.deliver()).toEqual([])
  })
})

describe('a person who muted the group', () => {
  test('gets nothing, not even waiting mails, and gets mails again after unmuting', async () => {
    const mute = { user_id: ben, group_id: world.group.id }
    await makePoll(world, { recipients: { user_ids: [ben, cleo] } })
    await post.dispatch()
    await change(world.db, person, (act) => muteGroup(act, mute))
    expect(addressees(await post.deliver())).toEqual(['cleo@mill.example'])
    await makeThread(world, { user_ids: [ben, cleo] })
    expect(addressees(await post.deliver())).toEqual(['cleo@mill.example'])
    await change(world.db, person, (act) => unmuteGroup(act, mute))
    await makeThread(world, { user_ids: [ben] })
    expect(addressees(await post.deliver())).toEqual(['ben@mill.example'])
  })
})

test('tokens are stored only as hashes, and bodies contain none', async () => {
  await makeThread(world, { user_ids: [ben] })
  const [mail] = await post.deliver()
  const token = mail === undefined ? '' : tokenOf(mail)
  expect(token).toMatch(/^[\w-]{32}$/)
  const { rows } = await world.db.pool.query(
    `select (select count(*) from personal_links l where l::text like $1)
       + (select count(*) from mail_bodies b where b::text like $1)
       + (select count(*) from mails m where m::text like $1) as found`,
    [`%${token}%`],
  )
  expect(rows[0].found).toBe(0)
  expect(await findLink(world.db.pool, token)).toMatchObject({ purpose: 'thread', user_id: ben })
  expect(post.log.lines.join()).not.toContain('k=')
})

test('line breaks in names and titles add no headers; nobody can forge the reader’s link', async () => {
  const evil = 'Bikes\r\nBcc: eve@evil.example\r\nX-Evil: 1'
  await world.db.pool.query('update groups set name = $1 where id = $2', [
    'Mill\r\nX-Evil: 2',
    world.group.id,
  ])
  await world.db.pool.query('update users set name = $1 where id = $2', ['Ada\nX-Evil: 3', world.ada.id])
  await makeThread(
    world,
    { user_ids: [ben], message: 'hello \u0002personal\u0003' },
    `${evil} \u0002personal\u0003`,
  )
  const [mail, ...others] = await post.deliver()
  expect(others).toEqual([])
  expect(mail?.to).toEqual(['ben@mill.example'])
  expect(mail?.email.headers.filter(({ key }) => key === 'x-evil' || key === 'bcc')).toEqual([])
  expect(mail?.email.subject).toBe('New thread: Bikes Bcc: eve@evil.example X-Evil: 1 personal')
  expect(mail?.email.from?.name).toBe('Mill X-Evil: 2 (Folkmoot)')
  expect(mail?.email.text?.match(/\/d\//g)).toHaveLength(1)
  await world.db.pool.query('update groups set name = $1 where id = $2', ['Mill Lane Co-op', world.group.id])
  await world.db.pool.query('update users set name = null where id = $1', [world.ada.id])
})

test('a change that is rolled back notifies nobody', async () => {
  const undone = change(world.db, person, async (act) => {
    await muteGroup(act, { user_id: ben, group_id: world.group.id })
    await act.tx.query(
      `insert into events (kind, group_id, subject_type, subject_id, actor_id, recipient_ids)
       values ('membership_created', $1, 'Membership', 1, $2, $3)`,
      [world.group.id, world.ada.id, [ben]],
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await post.deliver()).toEqual([])
})
