import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import type { PollSettings } from '../src/polls/poll.ts'
import { sealPoll } from '../src/polls/urn/seal-poll.ts'
import { openPollWorld, type PollWorld } from './poll-web.ts'
import { addMembers } from './world.ts'

/** Ballots as their ranks, and how many there are of each. */
export type Ballots = [times: number, ranks: string][]

export const NAMES = ['Rosa', 'Mei', 'Tom', 'Owen', 'Priya']
export const BOARD: Partial<PollSettings> = {
  poll_type: 'ranked_choice',
  count_method: 'stv_scottish',
  seats: 2,
}

/** `closed`: the poll; `who`: reads its page, by default a voter who has not voted. */
type How = { closed?: boolean; who?: number }

export type Elections = {
  at: PollWorld
  voters: number[]
  /** The page of a poll with these ballots, as one of its voters sees it, and its text without markup. */
  pageOf: (
    settings: Partial<PollSettings>,
    ballots: Ballots,
    how?: How,
  ) => Promise<{ html: string; text: string }>
}

/** A world with this many voters. */
export async function openElections(electors = 12): Promise<Elections> {
  const at = await openPollWorld()
  const voters = await addMembers(
    at.world,
    Array.from({ length: electors }, (_, place) => `elector${place}@mill.example`),
  )
  const pageOf: Elections['pageOf'] = async (
    settings,
    ballots,
    { closed = true, who = voters.at(-1) ?? 0 } = {},
  ) => {
    const { page } = await at.visit(
      { settings, options: NAMES },
      {
        who,
        before: async (poll_id) => {
          const left = [...voters]
          for (const [times, ranks] of ballots)
            for (let time = 0; time < times; time++) {
              const choices = Object.fromEntries(ranks.split(' ').map((name, place) => [name, place + 1]))
              await castBallot(at.world.db, { poll_id, user_id: left.shift() ?? 0, choices, reason: null })
            }
          if (closed) await at.close(poll_id)
          if (closed && settings.anonymous === true) await sealPoll(at.world.db, poll_id)
        },
      },
    )
    const text = page.body.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')
    return { html: page.body, text: text.replace(/&#39;/g, '’').replace(/\s+/g, ' ') }
  }
  return { at, voters, pageOf }
}
