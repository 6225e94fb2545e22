import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { openWeb } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ToolWorld
const SENDS = { SMTP_URL: 'smtp://127.0.0.1:2525' }

beforeAll(async () => {
  at = await openToolWorld()
  await at.world.db.pool.query('insert into mutes (user_id, group_id) values ($1, $2)', [
    at.people[0],
    at.world.group.id,
  ])
})

async function told(path: string): Promise<string> {
  const web = await openWeb(at.world, SENDS)
  return (await web.get(`${path}/remind`, at.sessions.ada)).body
}

test('the page counts only people who will get a reminder, and says who gets none, and why', async () => {
  const { poll_id, path } = await at.make({ recipients: { audience: 'group' } })
  await at.vote(poll_id, 3)
  const page = await told(path)
  expect(page).toContain('4 of 5 haven’t voted.')
  expect(page).toContain('2 people get an email with their personal link.')
  expect(page).toContain('1 person has stopped emails from this group and won’t get a reminder.')
  expect(page).toContain('You haven’t voted either, but you won’t get one, because you are the sender.')
})

test('of people who have voted it says nothing', async () => {
  const { poll_id, path } = await at.make({ recipients: { audience: 'group' } })
  await at.vote(poll_id, 0)
  const page = await told(path)
  expect(page).toContain('3 people get an email')
  expect(page).not.toContain('stopped emails')
})

test('it says that the person who sends it is not among them, once they have voted', async () => {
  const { poll_id, path } = await at.make({ recipients: { audience: 'group' } })
  await castBallot(at.world.db, {
    poll_id,
    user_id: at.world.ada.id,
    choices: { agree: 1 },
    reason: null,
  })
  const page = await told(path)
  expect(page).toContain('3 people get an email with their personal link.')
  expect(page).toContain('You are not one of them.')
})

test('it offers no reminder that reaches nobody', async () => {
  const { path } = await at.make({
    settings: { specified_voters_only: true },
    recipients: { user_ids: [at.people[0] ?? 0] },
  })
  const page = await told(path)
  expect(page).toContain('Nobody would get an email.')
  expect(page).not.toContain('Remind them now')
})

test('of an anonymous poll it says the same whoever voted', async () => {
  const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
  const pageAfter = async (voter: number) => {
    const { poll_id, path } = await at.make({ settings, recipients: { audience: 'group' } })
    await at.vote(poll_id, voter)
    const neutral = (await told(path)).replaceAll(path, '').replace(/name="once" value="[^"]+"/, '')
    return neutral.replace(/\d\d:\d\d/g, '')
  }
  const page = await pageAfter(0)
  expect(page).toContain('Of everyone with a ballot, 1 person has stopped emails')
  expect(page).not.toMatch(/\d people get an email/)
  expect(await pageAfter(3)).toBe(page)
})

test('it says when they can be reminded again, unless voting closes before', async () => {
  const page = async (hours: number) => {
    const closing_at = new Date(Date.now() + hours * 3_600_000)
    const { path, send } = await at.make({ settings: { closing_at }, recipients: { audience: 'group' } })
    expect((await send('remind')).statusCode).toBe(303)
    return told(path)
  }
  expect(await page(20)).toContain('You can remind them again ')
  const last = await page(3)
  expect(last).toContain('Voting closes before you could remind them again.')
  expect(last).not.toContain('You can remind them again ')
})
