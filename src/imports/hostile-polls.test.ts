import { describe, expect, test } from 'vitest'
import { base, closedPoll, codes, openImports } from '../../test/imports.ts'
import {
  choiceRecord,
  discussionRecord,
  groupRecord,
  keyOf,
  optionRecord,
  outcomeRecord,
  pollRecord,
  stanceRecord,
  userRecord,
} from '../../test/loomio-records.ts'

const { at, rows, bring } = openImports()

describe('polls', () => {
  test('of unknown types, without options, of deleted threads, or without a group are left out with their votes', async () => {
    const report = await bring([
      ...base(),
      discussionRecord(2, { group_id: 1, discarded_at: '2024-06-01T00:00:00Z' }),
      pollRecord(1, { group_id: 1, poll_type: 'lottery' }),
      pollRecord(2, { group_id: 1, poll_type: 'poll' }),
      pollRecord(3, { group_id: 1, discussion_id: 2 }),
      pollRecord(4, { group_id: null }),
      pollRecord(5, { group_id: 44 }),
      optionRecord(31, 3, 'A'),
      stanceRecord(1, { poll_id: 1 }),
      stanceRecord(2, { poll_id: 77 }),
      outcomeRecord(1),
    ])
    expect(report.counts.poll).toEqual({ imported: 0, already: 0, left_out: 5 })
    expect([8, 9, 10, 11, 12].map((line) => codes(report, line)[0])).toEqual([
      'unknown_type',
      'no_options',
      'deleted_there',
      'no_group',
      'missing',
    ])
    expect(report.counts.vote.left_out).toBe(2)
    expect(report.counts.outcome.left_out).toBe(1)
  })

  test('take no vote that fits no option, is a second one, or is by nobody', async () => {
    const report = await bring([
      ...base(),
      userRecord(3, { email: 'person2@tide.example' }),
      ...closedPoll(),
      stanceRecord(1, { participant_id: 1 }),
      choiceRecord(1, 1, 11),
      stanceRecord(2, { participant_id: 2 }),
      choiceRecord(2, 2, 99),
      stanceRecord(3, { participant_id: 3 }),
      choiceRecord(3, 3, 11),
      choiceRecord(4, 3, 12),
      stanceRecord(4, { participant_id: null }),
      choiceRecord(5, 4, 11),
      stanceRecord(5, { participant_id: 3 }),
      choiceRecord(6, 5, 12),
      stanceRecord(6, { participant_id: 2 }),
      choiceRecord(7, 6, 12, 2_000_000_000),
    ])
    expect(report.counts.vote).toEqual({ imported: 2, already: 0, left_out: 4 })
    expect(report.notes.filter(({ table }) => table === 'stances').map(({ id, code }) => [id, code])).toEqual(
      [
        ['2', 'bad_ballot'],
        ['3', 'bad_ballot'],
        ['4', 'missing'],
        ['6', 'bad_ballot'],
      ],
    )
    const [tally] = await rows('select voters, cast_count, sums from tallies')
    expect(tally).toEqual({ voters: 2, cast_count: 2, sums: [1, 1] })
  })

  test('keep their keys only where these are free', async () => {
    await bring([...base(), ...closedPoll({ discussion_id: 1 })])
    const other = [
      userRecord(1),
      groupRecord(9, { handle: 'other', key: 'otherkey' }),
      discussionRecord(9, { group_id: 9, key: 'Other123' }),
      pollRecord(9, { group_id: 9, key: 'x' }),
      optionRecord(91, 9, 'agree'),
    ]
    await at.world.db.pool.query(`update polls set key = 'Taken123' where key = '${keyOf('p', 1)}'`)
    const report = await bring([
      ...other,
      pollRecord(10, { group_id: 9, key: 'Taken123' }),
      optionRecord(99, 10, 'agree'),
    ])
    expect(report.counts.poll.imported).toBe(2)
    expect(
      report.notes.filter(({ code }) => code === 'key_changed').map(({ params }) => params['from']),
    ).toEqual(['Taken123'])
  })

  test('that were anonymous leave no name, no reason and no list of who voted', async () => {
    const report = await bring([
      ...base(),
      ...closedPoll({ anonymous: true }),
      stanceRecord(1, { participant_id: 1, reason: 'It is me, Person 1' }),
      choiceRecord(1, 1, 11),
      stanceRecord(2, { participant_id: 2, cast_at: null }),
    ])
    expect(codes(report)).toEqual(['reasons_dropped'])
    const [poll] = await rows(
      `select p.sealed_at is not null as sealed, p.urn_key, t.voters, t.cast_count, t.sums,
         (select count(*)::int from electorate) as named, (select count(*)::int from ballots) as ballots
       from polls p join tallies t on t.poll_id = p.id`,
    )
    expect(poll).toEqual({
      sealed: true,
      urn_key: null,
      voters: 2,
      cast_count: 1,
      sums: [1, 0],
      named: 0,
      ballots: 0,
    })
  })

  test('of a proposal whose options are no positions arrive as a choice with their words', async () => {
    const report = await bring([
      ...base(),
      pollRecord(1, { group_id: 1 }),
      optionRecord(1, 1, 'Fully support', { icon: 'agree' }),
      optionRecord(2, 1, 'Support', { icon: 'agree' }),
      optionRecord(3, 1, 'Veto', { icon: 'block' }),
      pollRecord(2, { group_id: 1 }),
      optionRecord(4, 2, 'Consent', { icon: 'agree', meaning: 'Good enough for now' }),
      optionRecord(5, 2, 'Objection', { icon: 'disagree' }),
    ])
    expect(report.notes.map(({ code, params }) => [code, params])).toEqual([
      ['other_type', { from: 'proposal', to: 'poll' }],
    ])
    const options = await rows(
      'select p.poll_type, o.name, o.meaning from polls p join poll_options o on o.poll_id = p.id order by p.id, o.slot',
    )
    expect(options).toEqual([
      { poll_type: 'poll', name: 'Fully support', meaning: null },
      { poll_type: 'poll', name: 'Support', meaning: null },
      { poll_type: 'poll', name: 'Veto', meaning: null },
      { poll_type: 'proposal', name: 'agree', meaning: 'Consent: Good enough for now' },
      { poll_type: 'proposal', name: 'disagree', meaning: 'Objection' },
    ])
  })
})
