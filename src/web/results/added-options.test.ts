import { beforeAll, describe, expect, test } from 'vitest'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { change } from '../../db/db.ts'
import { addOptions } from '../../polls/add-options.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: Awaited<ReturnType<typeof openGroupPolls>>

beforeAll(async () => {
  at = await openGroupPolls()
})

const BOTH: Record<string, number> = { Apples: 1, Pears: 2 }
const VOTES = { dot_vote: BOTH, score: BOTH, ranked_choice: BOTH, poll: { Apples: 1 } }
type Type = keyof typeof VOTES
const TYPES = Object.keys(VOTES) as Type[]

async function grownPoll(poll_type: Type, hide_results: 'off' | 'until_closed' = 'off', thread?: number) {
  const id = await makePoll(at.world, {
    settings: { poll_type, hide_results },
    options: ['Apples', 'Pears'],
    ...(thread === undefined ? {} : { discussion_id: thread }),
  })
  const cast = (voter: number, choices: Record<string, number>) =>
    castBallot(at.world.db, { poll_id: id, user_id: at.people[voter] ?? 0, choices, reason: null })
  await cast(0, VOTES[poll_type])
  await cast(1, VOTES[poll_type])
  const add = () =>
    change(at.world.db, { kind: 'person', user_id: at.world.ada.id }, (act) => addOptions(act, id, ['Plums']))
  return { id, path: `/p/${await keyOf(at.world, 'polls', id)}`, add, cast }
}

const page = async (path: string) => (await at.web.get(path, at.ada)).body

describe('an option added after votes', () => {
  test.each(TYPES)('of a %s: its result says how many voted before', async (poll_type) => {
    const { path, add, cast } = await grownPoll(poll_type)
    expect(await page(path)).not.toContain('before this option was added')
    await add()
    await cast(2, VOTES[poll_type])
    const body = await page(path)
    expect(body.match(/\d (person|people) voted before this option was added\./g)).toEqual([
      '2 people voted before this option was added.',
    ])
    expect(body).toMatch(/>Plums<.*?2 people voted before this option was added\./s)
  })

  test('is mentioned in the ballots cast before, until they are changed', async () => {
    const { id, path, add, cast } = await grownPoll('dot_vote')
    const { cookie } = await at.web.follow(
      path,
      await tokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id: id }),
    )
    const own = async () => (await at.web.get(path, cookie)).body
    expect(await own()).not.toContain('after you voted')
    await add()
    expect(await own()).toMatch(/<summary.*1 option was added after you voted\..*Change<.*<\/summary>/s)
    await cast(0, { Plums: 3 })
    expect(await own()).not.toContain('after you voted')
  })

  test('is not mentioned while the results are hidden', async () => {
    const { path, add } = await grownPoll('score', 'until_closed')
    await add()
    expect(await page(path)).not.toContain('before this option was added')
  })

  test('is told below the title, with the history, as soon as it is added', async () => {
    const { path, add } = await grownPoll('poll')
    const past = async () =>
      /Edited by <bdi>Unnamed person<\/bdi> on .*?: Options(?=<).*?href="[^"]*\/history"/s.test(
        await page(path),
      )
    expect(await past()).toBe(false)
    await add()
    expect(await past()).toBe(true)
  })

  test('is mentioned in the thread too', async () => {
    const thread = await makeThread(at.world)
    const { add } = await grownPoll('dot_vote', 'off', thread)
    await add()
    const body = await page(`/d/${await keyOf(at.world, 'discussions', thread)}`)
    expect(body).toContain('2 people voted before this option was added.')
  })
})
