import { beforeAll, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import type { PollWish } from '../../../test/tell.ts'

let at: PollWorld

const words = (html: string) => decoded(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')

beforeAll(async () => {
  at = await openPollWorld()
})

const PEOPLE = ['Ada', 'Ben', 'Cem', 'Dora']
const SEATS = '3 seats · Counting method: Single transferable vote (Scottish)'

const ballotOf = async (settings: NonNullable<PollWish['settings']>) =>
  words(await (await at.come({ settings, options: PEOPLE })).page())

test('a ballot says above the answers how many are elected, and how votes are counted', async () => {
  const board = { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 3 } as const
  const [before = '', ballot] = (await ballotOf(board)).split(SEATS)
  expect(before).not.toContain('Dora')
  expect(ballot).toContain('Dora')
})

test('where one is elected, it says how, and of a plain poll nothing', async () => {
  const single = { poll_type: 'ranked_choice', count_method: 'irv' } as const
  expect(await ballotOf(single)).toContain('Counting method: Instant runoff')
  expect(await ballotOf({ poll_type: 'poll', seats: 2 })).toContain('2 seats · Counting method: Most votes')
  expect(await ballotOf({ poll_type: 'ranked_choice' })).not.toContain('seat')
})
