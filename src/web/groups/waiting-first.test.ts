import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { HOUR_MS, makePoll } from '../../../test/tell.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const at = await openGroupWorld()

test('open polls that wait for the reader’s vote come first, each kind by closing time', async () => {
  const voted: string[] = []
  const waiting: string[] = []
  for (const number of Array.from({ length: 12 }, (_, place) => 10 + place)) {
    const settings = { title: `Poll ${number}`, closing_at: new Date(Date.now() + number * 24 * HOUR_MS) }
    const poll_id = await makePoll(at.world, { settings, recipients: { audience: 'group' } })
    const waits = number >= 20
    ;(waits ? waiting : voted).push(settings.title)
    if (waits) continue
    const choices = { agree: 1 }
    await castBallot(at.world.db, { poll_id, user_id: at.people.ben, choices, reason: null })
  }
  const titlesAt = async (path: string, who: 'ada' | 'ben') =>
    (await at.get(path, who)).body.match(/(?<=>)Poll \d+(?=<)/g)
  expect(await titlesAt('/g/mill-lane', 'ben')).toEqual([...waiting, ...voted].slice(0, 8))
  expect(await titlesAt('/g/mill-lane/polls', 'ben')).toEqual([...waiting, ...voted])
  expect(await titlesAt('/g/mill-lane/polls', 'ada')).toEqual([...voted, ...waiting])
})
