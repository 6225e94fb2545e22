import { expect, test } from 'vitest'
import { base, closedPoll, codes, openImports } from '../../test/imports.ts'
import { choiceRecord, type Entry, outcomeRecord, stanceRecord } from '../../test/loomio-records.ts'
import { change } from '../db/db.ts'
import { closePoll } from '../polls/close-poll.ts'
import { openPoll, reopenPoll } from '../polls/open-poll.ts'

const { at, rows, bring } = openImports()

const TOMORROW = new Date(Date.now() + 86_400_000)

const file = (more: Record<string, unknown> = {}): Entry[] => [
  ...base(),
  ...closedPoll(more),
  stanceRecord(1, { participant_id: 1 }),
  choiceRecord(1, 1, 11),
]

async function act(run: (poll: number) => Parameters<typeof change>[2]): Promise<void> {
  const [{ id, author_id }] = await rows('select id, author_id from polls')
  await change(at.world.db, { kind: 'person', user_id: author_id }, run(id))
}

test('a poll that was reopened here keeps its votes, which count as here already', async () => {
  await bring(file())
  await act((id) => (tx) => reopenPoll(tx, id, TOMORROW))
  for (const outcomes of [[], [outcomeRecord(1, { poll_id: 1 })]]) {
    const report = await bring([...file(), ...outcomes])
    expect(report.counts.vote).toEqual({ imported: 0, already: 1, left_out: 0 })
    expect(codes(report)).toEqual(outcomes.map(() => 'draft_outcome'))
  }
  await act((id) => (tx) => closePoll(tx, id))
  expect((await bring(file())).counts.vote).toEqual({ imported: 0, already: 1, left_out: 0 })
})

test('a poll that came as a draft has no votes from there, also when it was opened here', async () => {
  const open = file({ closed_at: null, closing_at: null })
  await bring(open)
  await act((id) => (tx) => openPoll(tx, id, TOMORROW))
  const report = await bring(open)
  expect(report.counts.vote).toEqual({ imported: 0, already: 0, left_out: 1 })
  expect(codes(report)).toEqual(['draft'])
})
