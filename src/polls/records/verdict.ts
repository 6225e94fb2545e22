import type { FaultCode, Finding } from './finding.ts'

/** The verdicts on a record, and on what its reader brought along, each in one sentence. */
export const VERDICTS = [
  'result_right',
  'result_wrong',
  'result_incomplete',
  'result_unsigned',
  'receipt_right',
  'receipt_of_other',
  'receipt_missing',
  'receipt_wrong',
  'entry_of_other',
  'entry_wrong',
] as const
export type VerdictName = (typeof VERDICTS)[number]
export type CheckVerdict = { verdict: VerdictName; right: boolean }

const right = (verdict: VerdictName): CheckVerdict => ({ verdict, right: true })
const wrong = (verdict: VerdictName): CheckVerdict => ({ verdict, right: false })

/**
 * The verdict on the result first. A receipt or an entry that does not fit says nothing against the result,
 * except a receipt that proves that a ballot is missing.
 */
export function verdictsOf(findings: readonly Finding[]): CheckVerdict[] {
  const found = (check: Finding['check']) => findings.filter((one) => one.check === check)
  return [resultVerdict(findings), ...found('receipt').flatMap(ofReceipt), ...found('entry').flatMap(ofEntry)]
}

function resultVerdict(findings: readonly Finding[]): CheckVerdict {
  const own = findings.filter(({ check }) => check !== 'receipt' && check !== 'entry')
  const faults = own.flatMap(({ faults }) => faults)
  if (faults.some(({ code }) => code !== 'unsigned')) return wrong('result_wrong')
  if (findings.some((one) => has(one, 'receipt_missing'))) return wrong('result_incomplete')
  return faults.length > 0 ? wrong('result_unsigned') : right('result_right')
}

function ofReceipt(finding: Finding): CheckVerdict[] {
  if (finding.state === 'skipped') return []
  if (finding.state === 'passed') return [right('receipt_right')]
  if (has(finding, 'receipt_missing')) return [wrong('receipt_missing')]
  return [wrong(has(finding, 'receipt_poll') ? 'receipt_of_other' : 'receipt_wrong')]
}

/** Whether an entry that is in the list tells the truth, only its reader knows. */
function ofEntry(finding: Finding): CheckVerdict[] {
  if (finding.state !== 'failed') return []
  return [wrong(has(finding, 'entry_poll') ? 'entry_of_other' : 'entry_wrong')]
}

const has = ({ faults }: Finding, wanted: FaultCode): boolean => faults.some(({ code }) => code === wanted)
