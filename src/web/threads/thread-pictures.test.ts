import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

type Wish = NonNullable<Parameters<typeof makePoll>[1]>
type Choices = Record<string, number>

/** A thread with a poll in which Ada and Ben voted so; returns its path. */
async function votedIn(wish: Wish, [ada, ben]: [Choices, Choices], closed = false): Promise<string> {
  const { id, path } = await at.thread()
  const poll_id = await makePoll(at.world, { ...wish, discussion_id: id })
  const cast = (user_id: number, choices: Choices) =>
    castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
  await cast(at.world.ada.id, ada)
  await cast(at.people.ben, ben)
  if (closed) await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
  return path
}

const seenBy = async (path: string, who: Parameters<typeof at.get>[1]) => (await at.get(path, who)).body

describe('the picture of a poll in its thread', () => {
  test.each([false, true])('names the voters under what they chose; closed: %s', async (closed) => {
    const body = await seenBy(await votedIn({}, [{ agree: 1 }, { disagree: 1 }], closed), 'cleo')
    expect(body).toMatch(/Who chose Agree"(?:(?!<\/ul>).)*Ada/)
    expect(body).toMatch(/Who chose Disagree"(?:(?!<\/ul>).)*Ben/)
    expect(body).not.toContain('Who chose Abstain')
  })

  test.each([false, true])('marks the reader’s own choice; closed: %s', async (closed) => {
    const path = await votedIn({}, [{ agree: 1 }, { disagree: 1 }], closed)
    expect(await seenBy(path, 'ben')).toContain('<em class="badge own">Your choice</em>')
    expect(await seenBy(path, 'cleo')).not.toContain('Your choice')
  })

  test('draws how many gave each score, and says what the reader gave', async () => {
    const wish = {
      settings: { poll_type: 'score', title: 'How warm?', max_score: 5 },
      options: ['Warm', 'Cold'],
    } as const
    const path = await votedIn({ ...wish, options: [...wish.options] }, [
      { Warm: 4, Cold: 1 },
      { Warm: 5, Cold: 1 },
    ])
    expect(await seenBy(path, 'cleo')).toContain('<svg class="columns"')
    expect(await seenBy(path, 'ben')).toContain('You: 5')
  })

  test('says of a ranking which rank the reader gave: the numbers beside it are points', async () => {
    const path = await votedIn(
      { settings: { poll_type: 'ranked_choice', title: 'Which first?' }, options: ['Oak', 'Ash', 'Elm'] },
      [
        { Oak: 1, Ash: 2, Elm: 3 },
        { Elm: 1, Ash: 2, Oak: 3 },
      ],
    )
    const body = await seenBy(path, 'ben')
    expect(body).toMatch(/Oak(?:(?!<\/li>).)*<em class="badge own">Your rank: 3</)
    expect(body).not.toContain('You: 3')
  })

  test('names nobody, and marks nothing, in an anonymous poll', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const path = await votedIn({ settings }, [{ agree: 1 }, { disagree: 1 }], true)
    for (const who of ['ben', 'cleo'] as const) {
      const body = await seenBy(path, who)
      expect(body).not.toContain('Who chose')
      expect(body).not.toContain('Your choice')
    }
  })

  test('names nobody before the reader may see the results', async () => {
    const settings = { hide_results: 'until_closed' } as const
    const path = await votedIn({ settings }, [{ agree: 1 }, { disagree: 1 }])
    expect(await seenBy(path, 'cleo')).not.toContain('Who chose')
  })
})

describe('the picture of a count whose sums mean nothing, in a thread', () => {
  const NAMES = ['Oak', 'Ash', 'Elm']
  const ranked = (settings: object) => ({
    settings: { poll_type: 'ranked_choice', title: 'Which tree?', ...settings } as const,
    options: NAMES,
  })
  const BALLOTS: [Choices, Choices] = [
    { Oak: 1, Ash: 2 },
    { Oak: 1, Elm: 2 },
  ]

  test.each([
    ['irv', 1, 'Needed: more than half (1)', 'Chosen'],
    ['stv_scottish', 2, 'Enough for a seat: 1', 'Seat'],
    ['stv_meek', 2, 'For a seat: more than ', 'Seat'],
  ] as const)('by %s is its last round, and says so', async (count_method, seats, needed, badge) => {
    const path = await votedIn(ranked({ count_method, seats }), BALLOTS, true)
    const body = await seenBy(path, 'cleo')
    expect(body.match(/class="round still"/g)).toHaveLength(1)
    expect(body).toMatch(/Votes by first choice|Votes in round \d, the last one/)
    expect(body).toContain(needed)
    expect(body).toMatch(new RegExp(`Oak</bdi> <em class="badge">${badge}<`))
    expect(body).toContain('both people who voted')
    expect(body).toMatch(/href="\/assets\/[a-z.-]*\bcount[.-]/)
    expect(body).not.toContain('class="arcs')
  })

  test.each(['schulze', 'ranked_pairs'] as const)(
    'by %s is the winner head to head with each other option',
    async (count_method) => {
      const path = await votedIn(ranked({ count_method }), BALLOTS, true)
      const body = await seenBy(path, 'cleo')
      expect(body).toContain('“Oak” head to head with each other option')
      expect(body).toMatch(/Ash<\/bdi>(?:(?!<\/li>).)*2 to 0/)
      expect(body).toContain('both people who voted')
    },
  )

  test('while voting is open says that an option is ahead', async () => {
    const path = await votedIn(ranked({ count_method: 'irv' }), BALLOTS)
    expect(await seenBy(path, 'cleo')).toContain('<em class="badge">Ahead</em>')
  })

  test.each(['until_vote', 'until_closed'] as const)(
    'is not shown where results are hidden %s',
    async (hide_results) => {
      for (const count_method of ['irv', 'stv_scottish', 'schulze'] as const) {
        const path = await votedIn(ranked({ count_method, hide_results }), BALLOTS)
        const body = await seenBy(path, 'cleo')
        expect(body).not.toContain('class="round')
        expect(body).not.toContain('head to head')
      }
    },
  )

  test('adds no styles to threads without one', async () => {
    const body = await seenBy(await votedIn({}, [{ agree: 1 }, { disagree: 1 }]), 'cleo')
    expect(body).not.toMatch(/\/assets\/[a-z.-]*\bcount[.-]/)
  })
})
