import { beforeEach, describe, expect, test } from 'vitest'
import { openHome, waitingIn } from '../../../test/home.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { loadWaitingCount } from '../../members/load-home.ts'
import { addOptions } from '../../polls/add-options.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { ensurePeople } from '../../users/users-store.ts'

const { world, web, ben, comeIn } = await openHome()
let cookie: string

beforeEach(async () => {
  cookie = await comeIn()
})

/** The titles under "Waiting for your vote", in their order. */
const waiting = async () => waitingIn((await web.get('/', cookie)).body)

describe('polls without options', () => {
  const EMPTY = {
    settings: { title: 'Which tree?', poll_type: 'poll' as const, voter_can_add_options: true },
    options: [],
  }
  const WORDS = 'Waiting for the first option'

  test('wait for an option instead of your vote, until there is one', async () => {
    const poll_id = await makePoll(world, EMPTY)
    const { body } = await web.get('/', cookie)
    expect(await waiting()).toEqual([])
    expect(body).toContain('<h1 data-waiting="0">Nothing to vote on</h1>')
    expect(body).toMatch(new RegExp(`${WORDS}</h2>.*Which tree\\?`, 's'))
    expect(await loadWaitingCount(world.db.pool, ben)).toBe(0)
    await change(world.db, SYSTEM, (act) => addOptions(act, poll_id, ['Oak']))
    expect(await waiting()).toEqual(['Which tree?'])
    expect((await web.get('/', cookie)).body).not.toContain(WORDS)
    expect(await loadWaitingCount(world.db.pool, ben)).toBe(1)
  })

  test('are marked so in the lists of their group', async () => {
    await makePoll(world, EMPTY)
    const { body } = await web.get(`/g/${world.group.handle}`, cookie)
    expect(body).toContain(`<strong class="mark">${WORDS}</strong>`)
    expect(body).not.toContain('Waiting for your vote')
  })

  test('are listed for guests too', async () => {
    await makePoll(world, { ...EMPTY, recipients: { emails: ['guest@else.example'] } })
    const [guest = 0] = await ensurePeople(world.db.pool, ['guest@else.example'])
    const { body } = await web.get('/', await sessionOf(world, guest))
    expect(body).toContain(WORDS)
    expect(body).not.toContain('You are not in any group')
    expect(body).not.toContain('Threads and polls you are a guest in')
  })
})

describe('polls with options that were added after your vote', () => {
  const GREW = { settings: { title: 'Which tree?', poll_type: 'poll' as const }, options: ['Oak', 'Ash'] }
  const WORDS = 'New options since you voted'
  const vote = (poll_id: number, user_id = ben) =>
    castBallot(world.db, { poll_id, user_id, choices: { Oak: 1 }, reason: null })
  const grow = (poll_id: number, ...options: string[]) =>
    change(world.db, SYSTEM, (act) => addOptions(act, poll_id, options))
  const home = async () => (await web.get('/', cookie)).body

  test('are listed until you vote again, and no longer once they are closed', async () => {
    const poll_id = await makePoll(world, GREW)
    await vote(poll_id)
    expect(await home()).not.toContain(WORDS)
    await grow(poll_id, 'Elm', 'Yew')
    const body = await home()
    expect(body).toContain(WORDS)
    expect(body).toMatch(/<a href="\/p\/\w+\?own#ballot" dir="auto">Which tree\?<\/a>/)
    expect(body).toContain('2 options were added after you voted.')
    expect(await waiting()).toEqual([])
    await vote(poll_id)
    expect(await home()).not.toContain(WORDS)
    await grow(poll_id, 'Lime')
    expect(await home()).toContain('1 option was added after you voted.')
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect(await home()).not.toContain(WORDS)
  })

  test('are not those in which you have not voted, or others have', async () => {
    const poll_id = await makePoll(world, GREW)
    await vote(poll_id, world.ada.id)
    await grow(poll_id, 'Elm')
    expect(await home()).not.toContain(WORDS)
    expect(await waiting()).toEqual(['Which tree?'])
  })
})
