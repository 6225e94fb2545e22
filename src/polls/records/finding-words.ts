import { sayTo } from '../../locales/say.ts'
import type { Finding } from './finding.ts'

/** What a check found, as sentences in the current language: one, or one for each fault. */
export function findingText({ remark, params, faults }: Finding): string[] {
  if (remark !== null) return [sayTo({}, `verify_says.${remark}`, params)]
  return faults.map(({ code, params: about }) => sayTo({}, `verify_fault.${code}`, about))
}
