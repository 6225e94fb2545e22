import { type Fields, is } from '../db/row-types.ts'
import { t } from '../locales/say.ts'
/** The use of a key on one day (UTC, such as 2026-11-21): all its requests, and the failed ones. */
export type DayOfUse = { day: string; requests: number; refused: number }

export const KEY_USE_ROW: Fields<DayOfUse> = { day: is.day, requests: is.integer, refused: is.integer }

/** Days shown, including today. */
export const SHOWN_DAYS = 30

/** The sum of all these days. */
export function sumOfUse(days: readonly DayOfUse[]): Omit<DayOfUse, 'day'> {
  const sum = (of: 'requests' | 'refused') => days.reduce((total, day) => total + day[of], 0)
  return { requests: sum('requests'), refused: sum('refused') }
}

/** "1,204" */
export function numberWords(count: number): string {
  return t('key.number', { count })
}

/** "1,204 requests, 12 refused" */
export function useWords({ requests, refused }: Omit<DayOfUse, 'day'>): string {
  return t('key.use', { requests, refused })
}
