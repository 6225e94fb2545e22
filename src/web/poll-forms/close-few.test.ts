import { beforeAll, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

const words = (html: string) => decoded(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')

beforeAll(async () => {
  at = await openToolWorld()
})

async function formAfter(votes: number, anonymous = true): Promise<string> {
  const { poll_id, path } = await at.make({
    settings: { poll_type: 'poll', anonymous },
    options: ['Oak', 'Elm'],
    recipients: { audience: 'group' },
  })
  for (let voter = 0; voter < votes; voter++) await at.vote(poll_id, voter, 'Oak')
  return words((await at.web.get(`${path}/close`, at.sessions.ada)).body)
}

test('closing an anonymous poll in which very few voted says that it reveals their votes', async () => {
  const one = await formAfter(1)
  expect(one).toContain('Only 1 person has voted: closing now reveals how they voted.')
  expect(one).toContain('An anonymous poll cannot be reopened.')
  expect(await formAfter(2)).toContain('Only 2 people have voted: closing now reveals how they voted.')
})

test('it says nothing where nobody voted, more people did, or names are shown anyway', async () => {
  for (const form of [await formAfter(0), await formAfter(3), await formAfter(1, false)])
    expect(form).not.toContain('reveals')
})
