import { type Fields, is } from '../db/row-types.ts'
import { t } from '../locales/say.ts'
/**
 * How much a key was used on one day (UTC, such as 2026-11-21): all its requests, and those of them that
 * failed.
 */
export type DayOfUse = { day: string; requests: number; refused: number }

export const KEY_USE_ROW: Fields<DayOfUse> = { day: is.day, requests: is.integer, refused: is.integer }

/** Days that are shown, today among them. */
export const SHOWN_DAYS = 30

/** The requests of all these days. */
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
