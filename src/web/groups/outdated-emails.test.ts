import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost, type Post } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { type Act, change, SYSTEM } from '../../db/db.ts'
import { discardDiscussion } from '../../members/discard-discussion.ts'
import { muteGroup } from '../../notifications/mute-group.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { discardPoll } from '../../polls/discard-poll.ts'

let at: GroupWorld
let post: Post

const AGAIN = 'Send again</button>'
const COPY = 'Copy the link</button>'
const POLL_DELETED = 'The poll was deleted, so this email can’t be sent again, and there is no link to copy.'
const THREAD_DELETED =
  'The thread was deleted, so this email can’t be sent again, and there is no link to copy.'
const OUTDATED = 'This email is no longer relevant, so it can’t be sent again.'

beforeEach(async () => {
  at = await openGroupWorld()
  post = await openPost(at.world)
})

const act = <T>(run: (act: Act) => Promise<T>) => change(at.world.db, SYSTEM, run)
const shown = async (path: string) => decoded((await at.get(path, 'ada')).body)
const discarded = (poll_id: number) => act((one) => discardPoll(one, poll_id))

/** The page of Ben's newest mail of this kind. */
async function mailTo(kind: string): Promise<string> {
  const { rows } = await at.world.db.pool.query(
    'select id from mails where kind = $1 and user_id = $2 order by id desc limit 1',
    [kind, at.people.ben],
  )
  return `/g/mill-lane/outbox/${rows[0].id}`
}

async function sentVoteInvitation(): Promise<{ poll_id: number; mail: string }> {
  const poll_id = await makePoll(at.world, { told: 'holders' })
  await post.deliver()
  return { poll_id, mail: await mailTo('vote_invitation') }
}

async function sentOfThread(): Promise<{ thread_id: number; mail: string }> {
  const thread_id = await makeThread(at.world, { user_ids: [at.people.ben] })
  await post.deliver()
  return { thread_id, mail: await mailTo('announcement') }
}

/** Both forms as a page shown before would send them. Returns the text of the pages that follow. */
async function sentLate(mail: string, forms: readonly string[] = ['again', 'link']): Promise<string[]> {
  const pages: string[] = []
  for (const form of forms) {
    const answer = await at.post(`${mail}/${form}`, 'ada')
    expect(answer.statusCode).toBe(303)
    pages.push(await shown(String(answer.headers.location)))
  }
  return pages
}

const links = async () =>
  (await at.world.db.pool.query("select 1 from personal_links where origin = 'page'")).rows.length

/** No form remains on the page, which says why, and neither sends anything if it comes late. */
async function expectRefused(mail: string, reason: string): Promise<void> {
  for (const page of [await shown(mail), ...(await sentLate(mail))]) {
    expect(page).toContain(reason)
    expect(page).not.toContain(AGAIN)
    expect(page).not.toContain(COPY)
    expect(page).not.toContain('will be sent again')
    expect(page).toMatch(/<dd>Sent: /)
  }
  expect(await links()).toBe(0)
  expect(await post.deliver()).toEqual([])
  expect(await shown(mail)).toMatch(/<dd>Sent: /)
}

describe('a mail that was sent, of something that was deleted since then, says so and stays sent', () => {
  test('of a poll', async () => {
    const { poll_id, mail } = await sentVoteInvitation()
    expect(await shown(mail)).toContain(AGAIN)
    expect(await shown(mail)).toContain(COPY)
    await discarded(poll_id)
    await expectRefused(mail, POLL_DELETED)
  })

  test('of a thread', async () => {
    const { thread_id, mail } = await sentOfThread()
    expect(await shown(mail)).toContain(AGAIN)
    await act((one) => discardDiscussion(one, thread_id))
    await expectRefused(mail, THREAD_DELETED)
  })
})

test('a mail whose recipient can no longer see the poll has no link to copy either', async () => {
  const { mail } = await sentVoteInvitation()
  await at.world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [
    at.people.ben,
  ])
  await at.world.db.pool.query('update electorate set withdrawn_at = now() where user_id = $1', [
    at.people.ben,
  ])
  await expectRefused(mail, OUTDATED)
})

test('an invitation to a closed poll is not sent again, but its link can be copied', async () => {
  const { poll_id, mail } = await sentVoteInvitation()
  await act((one) => closePoll(one, poll_id))
  await post.deliver()
  for (const page of [await shown(mail), ...(await sentLate(mail, ['again']))]) {
    expect(page).toContain(OUTDATED)
    expect(page).not.toContain(AGAIN)
    expect(page).toContain(COPY)
    expect(page).toMatch(/<dd>Sent: /)
  }
  expect(await post.deliver()).toEqual([])
  const copied = await at.post(`${mail}/link`, 'ada')
  expect(copied.statusCode).toBe(200)
  expect(await links()).toBe(1)
})

test('somebody who stopped the emails gets none again: the page says to pass on the link', async () => {
  const { mail } = await sentVoteInvitation()
  const group_id = at.world.group.id
  await act((one) => muteGroup(one, { group_id, user_id: at.people.ben }))
  const page = await shown(mail)
  expect(page).toContain('This person does not receive emails from this group. Copy the link')
  expect(page).not.toContain(AGAIN)
  expect(page).toContain(COPY)
})

describe('a mail that was delivered and waits to be sent again', () => {
  const waiting = async () => {
    const { poll_id, mail } = await sentVoteInvitation()
    const answer = await at.post(`${mail}/again`, 'ada')
    expect(await shown(String(answer.headers.location))).toContain('The email will be sent again.')
    expect(await shown(mail)).toContain('<dd>Waiting</dd>')
    expect(await shown('/g/mill-lane/outbox?status=waiting')).toContain(mail)
    return { poll_id, mail }
  }

  test('is still sent if its poll is deleted before', async () => {
    const { poll_id, mail } = await waiting()
    await discarded(poll_id)
    expect(await post.deliver()).toEqual([])
    expect(await shown(mail)).toMatch(/<dd>Sent: /)
  })

  test('is still sent if its poll is closed before', async () => {
    const { poll_id, mail } = await waiting()
    await act((one) => closePoll(one, poll_id))
    await post.send()
    expect(await shown(mail)).toMatch(/<dd>Sent: /)
  })

  test('has failed if the mail server refuses it then', async () => {
    const { mail } = await waiting()
    post.smtp.mood = 'never'
    await post.send()
    expect(await shown(mail)).toContain('<dd>Failed</dd>')
    expect(await shown('/g/mill-lane/outbox?status=failed')).toMatch(/ · failed, created/)
  })
})

test('messages that lead to no one’s own page offer no link', async () => {
  const { mail } = await sentVoteInvitation()
  await at.world.db.pool.query("update mails set kind = 'join_request' where user_id = $1", [at.people.ben])
  expect(await shown(mail)).not.toContain(COPY)
  expect(await shown(mail)).toContain(AGAIN)
})

test('an invitation that was accepted in the meantime stays sent', async () => {
  await at.post('/g/mill-lane/invite', 'ada', { emails: 'kim@far.example', step: 'invite' })
  await post.deliver()
  const { pool } = at.world.db
  const { rows } = await pool.query(
    "select m.id, m.user_id from memberships m join users u on u.id = m.user_id where u.email = 'kim@far.example'",
  )
  await pool.query('update memberships set accepted_at = now() where id = $1', [rows[0].id])
  const answer = await at.post(`/g/mill-lane/members/${rows[0].id}/resend`, 'ada')
  expect(await shown(String(answer.headers.location))).not.toContain('will be sent again')
  expect(await post.deliver()).toEqual([])
  const { rows: mails } = await pool.query('select status from mails where user_id = $1', [rows[0].user_id])
  expect(mails).toEqual([{ status: 'sent' }])
})
