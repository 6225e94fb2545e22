import { describe, expect, test } from 'vitest'
import { checkIndependently } from '../../../test/independent-checker.ts'
import {
  check,
  faultsOf,
  type Made,
  openRecordWorld,
  PROPOSAL_WITH_RULES,
} from '../../../test/poll-records.ts'
import { CHECKS } from './finding.ts'
import { recordedPoll, scoresOf } from './recorded-poll.ts'

const { recordOf } = await openRecordWorld()

const MADE: Record<string, Made> = {
  'a poll': { settings: { poll_type: 'poll' }, ballots: [{ Oak: 1 }, { Elm: 1 }, { Oak: 1 }] },
  'a proposal with rules': PROPOSAL_WITH_RULES,
  'a dot vote': {
    settings: { poll_type: 'dot_vote' },
    ballots: [{ Oak: 5, Elm: 3 }, {}, { Ash: 8 }],
  },
  'a meeting': {
    settings: { poll_type: 'meeting' },
    options: ['2099-01-01', '2099-01-02'],
    ballots: [
      { '2099-01-01': 0, '2099-01-02': 2 },
      { '2099-01-01': 1, '2099-01-02': 1 },
    ],
  },
  'a score poll': {
    settings: { poll_type: 'score', count_method: 'star' },
    ballots: [{ Oak: 0, Elm: 5 }, { Ash: 4, Elm: 2 }, { Oak: 3 }],
  },
  'a poll of type count': { settings: { poll_type: 'count' }, options: null, ballots: [{ accept: 1 }] },
  'an election by STV': {
    settings: { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 2 },
    ballots: [{ Oak: 1, Elm: 2 }, { Elm: 1 }, { Ash: 1, Oak: 2, Elm: 3 }, { Ash: 1 }],
  },
  'a ranking by points': {
    settings: { poll_type: 'ranked_choice' },
    ballots: [
      { Oak: 1, Elm: 2, Ash: 3 },
      { Ash: 1, Elm: 2, Oak: 3 },
    ],
  },
  'a poll that nobody voted in': { settings: { poll_type: 'poll' }, ballots: [] },
}

describe.each(Object.entries(MADE))('%s', (_, made) => {
  test.each([false, true])('checks out (anonymous: %s)', async (anonymous) => {
    const settings = {
      ...made.settings,
      ...(anonymous ? { anonymous, stance_reason_required: 'disabled' } : {}),
    }
    const record = await recordOf({ ...made, settings, reasons: anonymous ? [] : (made.reasons ?? []) })
    expect(faultsOf(check(record))).toEqual([])
    expect(checkIndependently(record)).toEqual([])
    expect(check(record).map((finding) => finding.check)).toEqual(CHECKS)
    expect(record.ballots).toHaveLength(made.ballots.length)
  })
})

test('empty votes of a poll that closed without options fit its rules', async () => {
  const settings = { poll_type: 'poll', anonymous: true, voter_can_add_options: true }
  const record = await recordOf({ settings, options: [], ballots: [] })
  const poll = recordedPoll(record.manifest)
  expect(poll === null ? null : scoresOf(poll, [])).toEqual([])
})
