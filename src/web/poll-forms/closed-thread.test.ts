import { beforeEach, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'

let at: GroupWorld
let thread: string
let path: string

const SCORE = {
  group: 'mill-lane',
  poll_type: 'score',
  title: 'Which trees?',
  options: ['Elm', 'Ash'],
  option_meanings: ['Tall', ''],
  max_score: '7',
  eligible: 'all',
}
const CLOSED = 'is closed, so no poll can be started in it'
const IN_GROUP = 'Start it in the group instead'

beforeEach(async () => {
  at = await openGroupWorld()
  thread = await keyOf(at.world, 'discussions', await makeThread(at.world, {}, 'Yard'))
  path = `/new-poll?group=mill-lane&thread=${thread}&type=score`
  await at.world.db.pool.query('update discussions set closed_at = now()')
})

const typedIn = (body: string, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(body)?.[1]

describe('a poll in a thread that is closed', () => {
  test.each(['start', 'preview'])(
    '%s: the form says so, with all that was typed, kept as the draft',
    async (step) => {
      const answer = await at.post(path, 'ben', { ...SCORE, thread, step })
      expect(answer.statusCode).toBe(409)
      for (const { body } of [answer, await at.get(path, 'ben')]) {
        expect(body).toContain(`href="/d/${thread}"><bdi>Yard</bdi></a>” ${CLOSED}`)
        expect(body).toContain('Your draft, saved')
        expect(body).toContain(IN_GROUP)
        expect(body).not.toContain('was not saved')
        expect(body).toContain('value="Elm"')
        expect(typedIn(body, 'max_score')).toBe('7')
      }
    },
  )

  test('its draft moves to the group, where it can be started', async () => {
    await at.post(path, 'ben', { ...SCORE, thread, step: 'check' })
    const moved = await at.post(path, 'ben', {
      group: 'mill-lane',
      thread,
      poll_type: 'score',
      step: 'in_group',
    })
    expect([moved.statusCode, moved.headers.location]).toEqual([303, '/new-poll?group=mill-lane&type=score'])
    const { body } = await at.get('/new-poll?group=mill-lane&type=score', 'ben')
    expect(body).toContain('value="Elm"')
    expect(body).not.toContain(CLOSED)
    expect(typedIn(body, 'max_score')).toBe('7')
    expect((await at.get(path, 'ben')).body).not.toContain('value="Elm"')
  })

  test('a draft of the group is not replaced, and the form says so', async () => {
    const group_path = '/new-poll?group=mill-lane&type=score'
    await at.post(group_path, 'ben', { ...SCORE, options: ['Oak'], step: 'check' })
    await at.post(path, 'ben', { ...SCORE, thread, step: 'check' })
    const { body } = await at.get(path, 'ben')
    expect(body).not.toContain(IN_GROUP)
    expect(body).toContain('This draft stays in the thread')
    expect(body).toContain('<a href="/new-poll?group=mill-lane&amp;type=score">another draft of yours</a>')
    await at.post(path, 'ben', { group: 'mill-lane', thread, poll_type: 'score', step: 'in_group' })
    expect((await at.get(group_path, 'ben')).body).toContain('value="Oak"')
    expect((await at.get(path, 'ben')).body).toContain('value="Elm"')
  })

  test('its address says so before anything is typed', async () => {
    const { body } = await at.get(path, 'ben')
    expect(body).toContain(CLOSED)
    expect(body).toContain(
      '<a href="/new-poll?group=mill-lane&amp;type=score">Start a poll in the group instead</a>',
    )
    const types = (await at.get(`/new-poll?group=mill-lane&thread=${thread}`, 'ben')).body
    expect(types).toContain(CLOSED)
    expect(types).toContain('<a href="/new-poll?group=mill-lane">Start a poll in the group instead</a>')
  })
})
