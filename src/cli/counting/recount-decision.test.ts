import { beforeAll, describe, expect, test } from 'vitest'
import { openRecounts, type Recounts } from '../../../test/recounts.ts'
import type { BallotExport } from '../../polls/results/ballot-export.ts'

let at: Recounts

beforeAll(async () => {
  at = await openRecounts()
})

describe('the decision', () => {
  const settings = {
    poll_type: 'proposal',
    quorum_pct: 50,
    thresholds: [{ option: 'agree', percent: 66, of: 'cast', at: 'least' }],
    no_block: true,
  }
  const OPTIONS = ['agree', 'disagree', 'block']
  let file: BallotExport
  beforeAll(async () => {
    file = await at.exported(settings, OPTIONS, [{ agree: 1 }, { agree: 1 }, { disagree: 1 }])
  })

  test('is in the file with its rules, and the recount reaches the same decision', async () => {
    expect(file.decision).toMatchObject({
      eligible: 5,
      quorum_pct: 50,
      no_block: true,
      rules: [
        { rule: 'threshold', option: 'agree', percent: 66, part: 2, whole: 3, passed: true },
        { rule: 'no_block', part: 0, whole: 3, passed: true },
        { rule: 'quorum', part: 3, whole: 5, passed: true },
      ],
      passed: true,
    })
    const { out, fault } = await at.recounted(file)
    expect(fault).toBe('')
    expect(out).toContain(
      '\nPassed: 2 of 3 who voted agree (66.7%, at least 66% needed); no blocks; 3 of 5 voted (60%, quorum 50%).\n',
    )
    expect(out).toContain('Recounted: equal to the totals and the decision in the file.')
    const { out: json } = await at.recounted(file, true)
    expect(JSON.parse(json).decision).toMatchObject({
      passed: true,
      sentence: expect.stringMatching(/^Passed/),
    })
  })

  test('is empty in the file and in the recount if nobody voted and nothing is required', async () => {
    const limits = {
      ...settings,
      quorum_pct: null,
      thresholds: [{ option: 'disagree', percent: 25, of: 'cast', at: 'most' }],
    }
    const unused = await at.exported(limits, OPTIONS, [])
    expect(unused.decision).toMatchObject({ rules: [{ passed: null }, { passed: null }], passed: null })
    const { out, fault } = await at.recounted(unused)
    expect([fault, out.includes('\nNot decided: nobody voted. 5 could have.\n')]).toEqual(['', true])
    const altered = { ...unused, decision: { ...unused.decision!, passed: true } }
    expect((await at.recounted(altered)).fault).toContain(
      'the poll was not decided, but the file says it passed',
    )
  })

  type Decision = NonNullable<BallotExport['decision']>
  test.each<[string, (said: Decision) => Partial<Decision>, string]>([
    ['its end', () => ({ passed: false }), 'the poll passed, but the file says it did not pass'],
    [
      'a rule',
      ({ rules: [first, ...others] }) => ({ rules: [{ ...first!, part: 3 }, ...others] }),
      'the file says 3 of 3 for at least 66% (kept)',
    ],
    [
      'a bound',
      ({ thresholds: [one] }) => ({ thresholds: [{ ...one!, percent: 67 }] }),
      'by its conditions the poll did not pass',
    ],
    [
      'a rule left out',
      ({ rules }) => ({ rules: rules.slice(0, 2) }),
      'the file has no result for the quorum',
    ],
    ['a rule not set', () => ({ quorum_pct: null }), 'conditions that the poll does not have'],
    ['who could vote', () => ({ eligible: 2 }), '3 ballots are counted, but 2 could be cast'],
  ])('that was altered fails: %s', async (_, alter, fault) => {
    const decision = { ...file.decision!, ...alter(file.decision!) }
    expect((await at.recounted({ ...file, decision })).fault).toContain(fault)
  })

  test('is empty in the recount of files without one', async () => {
    const { decision: _, ...old } = file
    const { out, fault } = await at.recounted(old)
    expect([fault, out.includes('equal to the totals in the file')]).toEqual(['', true])
  })

  test('is named if it cannot be read', async () => {
    const decision = { ...file.decision!, eligible: -1 }
    expect((await at.recounted({ ...file, decision })).fault).toContain('see "decision.eligible"')
  })
})
