import { expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openThreadWorld } from '../../../test/thread-web.ts'

const at = await openThreadWorld()
const FORM = '/new-poll?group=mill-lane&type=proposal'

test('the form of a poll says that the guests of its thread vote, too, and counts them', async () => {
  const { path } = await at.thread({ emails: ['gus@far.example'] })
  const key = path.slice('/d/'.length)
  const fields = { group: 'mill-lane', poll_type: 'proposal', title: 'Blue?', closing_at: '2031-01-31T18:00' }
  const plan = async (thread: Record<string, string>) => {
    const sent = { ...fields, ...thread, positions: ['agree', 'disagree'], step: 'preview' }
    return decoded((await at.post('/new-poll', 'ada', sent)).body)
  }
  const [alone, inThread] = [await plan({}), await plan({ thread: key })]
  const voters = (page: string) => Number(/(\d+) people, and everyone who joins/.exec(page)?.[1])
  expect(voters(inThread)).toBe(voters(alone) + 1)
  const form = decoded((await at.get(`${FORM}&thread=${key}`, 'ada')).body)
  expect(form).toContain('Including people who join while voting is open and, in a thread, its guests.')
  expect(form).toContain('Everyone in the group and the guests of the thread may vote')
  expect((await at.get(FORM, 'ada')).body).not.toContain('and the guests of the thread may vote')
})

test('the forms that invite guests say in which polls they vote', async () => {
  const { path } = await at.thread()
  for (const form of ['/g/mill-lane/new-thread', `${path}/people`])
    expect((await at.get(form, 'ada')).body).toContain(
      'They can vote in its polls that are open to everyone in the group',
    )
})
