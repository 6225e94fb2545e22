import { describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { writerOf } from '../../../test/written-mails.ts'
import { change } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)

const vote = (poll_id: number, user_id: number, choices: Record<string, number>) =>
  castBallot(world.db, { poll_id, user_id, choices, reason: null })

const write = writerOf(world)

describe('the result line', () => {
  const cases: [Partial<PollSettings>, string[] | null, Record<string, number>[], string][] = [
    [
      { poll_type: 'proposal' },
      null,
      [{ agree: 1 }, { disagree: 1 }],
      'Agree 1, Abstain 0, Disagree 1. 2 of 5 voted.',
    ],
    [
      { poll_type: 'count', agree_target: 3 },
      null,
      [{ accept: 1 }, { decline: 1 }],
      'Not reached: 1 of 3 needed. Accept 1, Decline 1. 2 of 5 voted.',
    ],
    [
      { poll_type: 'count', agree_target: 3 },
      null,
      [],
      'Not reached: 0 of 3 needed. Nobody voted. 5 could have.',
    ],
    [{ poll_type: 'proposal' }, null, [], 'Nobody voted. 5 could have.'],
    [
      { poll_type: 'proposal', no_block: true },
      ['agree', 'block'],
      [],
      'Not decided: nobody voted. 5 could have.',
    ],
    [
      { poll_type: 'score' },
      ['a', 'b'],
      [{ a: 5, b: 0 }, { a: 4 }],
      'a 9 points (average 4.5), b 0 points (average 0). 2 of 5 voted.',
    ],
    [{ poll_type: 'dot_vote' }, ['a', 'b'], [{ a: 7, b: 1 }], 'a 7 dots, b 1 dot. 1 of 5 voted.'],
    [{ poll_type: 'ranked_choice' }, ['a', 'b'], [{ b: 1, a: 2 }], 'b 2 points, a 1 point. 1 of 5 voted.'],
    [
      { poll_type: 'meeting' },
      ['2027-03-02T18:00:00Z', '2027-03-01'],
      [{ '2027-03-01': 0, '2027-03-02T18:00:00Z': 2 }],
      'Tuesday 2 March 2027, 19:00 (Germany Time): 1 can come; Monday 1 March 2027: nobody can come. 1 of 5 voted.',
    ],
    [
      { poll_type: 'meeting' },
      ['2027-03-01'],
      [{ '2027-03-01': 0 }],
      'No time suits anyone. Monday 1 March 2027: nobody can come. 1 of 5 voted.',
    ],
    [
      { poll_type: 'poll' },
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [{ c: 1 }],
      'c 1, a 0, b 0, d 0 and 2 more. 1 of 5 voted.',
    ],
  ]
  test.each(cases)('%j of %j by %j', async (settings, options, votes, words) => {
    const id = await makePoll(world, { settings, options })
    for (const [index, choices] of votes.entries()) await vote(id, [ben, cleo][index] ?? 0, choices)
    await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
    const mail = await write(id, 'poll_closed', 'poll_closed_by_user', 'Europe/Berlin')
    // Mail programs show it in the list of mails; in the mail, the sums are listed.
    expect(mail.html_body).toContain(words)
    expect(mail.text_body).toContain(/\d of 5 voted\.$/.exec(words)?.[0] ?? words)
  })
})

describe('the results in the mail about the closing tell the numbers that decide', () => {
  const BALLOTS = [
    { Alder: 2, Birch: 3 },
    { Alder: 2, Birch: 3 },
    { Alder: 5, Birch: 0 },
  ]
  test.each([
    [
      { poll_type: 'score', count_method: 'median' },
      'Birch: median 3 of 5 · average 2',
      'Alder: median 2 of 5 · average 3',
    ],
    [
      { poll_type: 'score', count_method: 'median', anonymous: true },
      'Birch: median 3 of 5 · average 2',
      'Alder: median 2 of 5 · average 3',
    ],
    [{ poll_type: 'score' }, 'Alder: 9 points (average 3)', 'Birch: 6 points (average 2)'],
  ] as const)('%j', async (settings, first, second) => {
    const id = await makePoll(world, { settings, options: ['Alder', 'Birch'] })
    for (const [place, choices] of BALLOTS.entries())
      await vote(id, [ben, cleo, world.ada.id][place] ?? 0, choices)
    await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
    if ('anonymous' in settings) await sealPoll(world.db, id)
    const { text_body, html_body } = await write(id, 'poll_closed', 'poll_closed_by_user')
    expect(text_body).toContain(`- ${first}\n- ${second}\n`)
    for (const line of [first, second]) expect(html_body).toContain(line)
  })
})

describe('where the sums listed in the mail about the closing do not decide, it says what did', () => {
  test('by STAR, the runoff', async () => {
    const id = await makePoll(world, {
      settings: { poll_type: 'score', count_method: 'star' },
      options: ['Alder', 'Birch'],
    })
    for (const voter of [ben, cleo]) await vote(id, voter, { Alder: 1, Birch: 2 })
    await vote(id, world.ada.id, { Alder: 5, Birch: 0 })
    await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
    const { text_body, html_body } = await write(id, 'poll_closed', 'poll_closed_by_user')
    const runoff = '2 ballots prefer “Birch”, 1 prefers “Alder”. “Birch” wins.'
    expect(text_body).toContain(`Chosen: Birch. 3 of 5 voted.\n\n${runoff}\n`)
    expect(text_body).toContain('- Birch: 4 points (average 1.3)\n- Alder: 7 points (average 2.3)\n')
    expect(html_body).toContain(runoff)
  })

  test('by majority judgment, how a tie of medians was decided', async () => {
    const id = await makePoll(world, {
      settings: { poll_type: 'score', count_method: 'median' },
      options: ['Alder', 'Birch'],
    })
    for (const voter of [ben, cleo]) await vote(id, voter, { Alder: 3, Birch: 3 })
    await vote(id, world.ada.id, { Alder: 5, Birch: 1 })
    await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
    const { text_body } = await write(id, 'poll_closed', 'poll_closed_by_user')
    expect(text_body).toContain(
      'Tie for the highest median score (3): “Alder” and “Birch”. Decided by the scores around the median: “Alder” wins.',
    )
  })

  test('by equal shares, why an option with the most dots gets nothing', async () => {
    const id = await makePoll(world, {
      settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 100, dots_per_person: 8 },
      options: ['Alder', 'Birch'],
      option_costs: { Alder: 100, Birch: 60 },
    })
    await vote(id, ben, { Alder: 8 })
    await vote(id, cleo, { Alder: 4, Birch: 4 })
    await vote(id, world.ada.id, { Birch: 4 })
    await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
    const { text_body } = await write(id, 'poll_closed', 'poll_closed_by_user')
    expect(text_body).toContain(
      'Funded: Birch. 3 of 5 voted.\n\n“Alder” has the most dots, but is not funded: ',
    )
  })
})
