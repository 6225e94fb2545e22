import { expect, test } from 'vitest'
import { makeWebhook, openHooks } from '../../../test/receiver.ts'
import { makePoll } from '../../../test/tell.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import type { PollSettings } from '../../polls/poll.ts'

const { world, receiver, ben, delivered } = await openHooks()

type Case = { settings: Partial<PollSettings>; options: string[]; choices: Record<string, number> }

const NAMES = ['Ada', 'Ben', 'Cleo']
const DAYS = ['2098-07-01T18:30:00Z', '2098-07-02', '2098-07-03']

const CASES: [string, Case, string][] = [
  [
    'a ranking, by places',
    {
      settings: { poll_type: 'ranked_choice', count_method: 'irv' },
      options: NAMES,
      choices: { Ben: 1, Ada: 2, Cleo: 3 },
    },
    '1\u00a0Ben; 2\u00a0Ada; 3\u00a0Cleo',
  ],
  [
    'of times how many got each answer',
    {
      settings: { poll_type: 'meeting' },
      options: DAYS,
      choices: { [DAYS[0]!]: 2, [DAYS[1]!]: 1, [DAYS[2]!]: 0 },
    },
    '1\u00a0×\u00a0Yes; 1\u00a0×\u00a0If need be; 1\u00a0×\u00a0No',
  ],
  [
    'of times in the same words that none suits',
    {
      settings: { poll_type: 'meeting' },
      options: DAYS,
      choices: Object.fromEntries(DAYS.map((day) => [day, 0])),
    },
    '3\u00a0×\u00a0No',
  ],
  [
    'scores',
    { settings: { poll_type: 'score' }, options: NAMES, choices: { Ada: 0, Ben: 5 } },
    'Ada:\u00a00; Ben:\u00a05',
  ],
  ['no dots', { settings: { poll_type: 'dot_vote' }, options: NAMES, choices: {} }, 'Nothing chosen'],
  [
    'a position in words',
    { settings: { poll_type: 'count' }, options: ['accept', 'decline'], choices: { accept: 1 } },
    'Accept',
  ],
]

test.each(CASES)('the text of a vote says %s, as the page does', async (_, poll, said) => {
  const { settings, options, choices } = poll
  await makeWebhook(world, { url: receiver.url, kinds: ['stance_created'], format: 'slack' })
  const poll_id = await makePoll(world, { settings, options })
  await castBallot(world.db, { poll_id, user_id: ben, choices, reason: null })
  const [told] = await delivered()
  expect(told?.['text']).toContain(`Ben Ash voted: A second bike shed\n${said}`)
})
