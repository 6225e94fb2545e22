import { join } from 'node:path'
import { POLL_RECORD } from '@folkmoot/check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRecounts, type Recounts } from '../../../test/recounts.ts'
import type { BallotExport } from '../../polls/results/ballot-export.ts'

let at: Recounts

beforeAll(async () => {
  at = await openRecounts()
})

describe('an altered file fails, and the differences are named', () => {
  let sealed: BallotExport
  let named: BallotExport
  beforeAll(async () => {
    const ballots = [{ A: 1 }, { B: 1 }, { B: 1 }]
    sealed = await at.exported({ poll_type: 'poll', anonymous: true }, ['A', 'B'], ballots)
    named = await at.exported({ poll_type: 'poll' }, ['A', 'B'], ballots)
  })

  const altered = (file: BallotExport, alter: (copy: BallotExport) => void) => {
    const copy = structuredClone(file)
    alter(copy)
    return at.recounted(copy)
  }

  test('a ballot left out, copied or changed', async () => {
    const out = await altered(sealed, (copy) => void copy.ballots.pop())
    expect(out.fault).toContain('2 ballots are counted, but the file says 3')
    const twice = await altered(sealed, (copy) => void copy.ballots.push(copy.ballots[0] as never))
    expect(twice.fault).toContain('appears twice')
    const changed = await altered(sealed, (copy) => {
      const ballot = copy.ballots.find(({ scores }) => scores[0] === 1)!
      ballot.scores = [null, 1]
    })
    expect(changed.fault).toMatch(/ballot [0-9a-f]{64} does not match its hash/)
    expect(changed.fault).toContain('the score of "A" is 0, but the file says 1')
    expect(changed.fault).not.toContain('\n')
  })

  test('a total changed, left out or given twice', async () => {
    const { fault } = await altered(named, (copy) => {
      copy.totals.rows[0]!.score = 9
    })
    expect(fault).toContain('the score of "B" is 2, but the file says 9')
    const less = await altered(named, (copy) => void copy.totals.rows.pop())
    expect(less.fault).toContain('no total for "A"')
    const more = await altered(named, (copy) => void copy.totals.rows.unshift(copy.totals.rows[0]!))
    expect(more.fault).toContain('two totals')
  })

  test('a file that is not an export fails with one line', async () => {
    expect((await at.runOn(join(at.folder, 'none.json'))).fault).toMatch(/^There is no file \S+none\.json\.$/)
    expect((await at.runOn(at.folder)).fault).toContain('is a folder, not a file')
    expect((await at.recounted('voter,A,B')).fault).toContain('is not JSON')
    expect((await at.recounted({ format: POLL_RECORD })).fault).toContain(
      'is the record of a poll, which "verify" checks',
    )
    for (const content of ['null', '[]', '{}', '"x"', '1'])
      expect((await at.recounted(content)).fault).toContain('is not')
    const bad = await altered(named, (copy) => {
      copy.poll.options[0]!.slot = 0
    })
    expect(bad.fault).toContain('poll.options.0.slot')
    const mixed = await altered(named, (copy) => {
      copy.poll.anonymous = true
    })
    expect(mixed.fault).toContain('see "ballots"')
  })
})
