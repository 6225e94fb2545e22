import { expect, type TestContext } from 'vitest'

/** A measured number, and its promised limit; without a limit it is only reported. */
export type Figure = { what: string; value: number; unit?: string; promised?: Promised }
export type Promised = { exactly: number } | { at_least: number } | { at_most: number }

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[]
  }
}

/** Adds the figures of a check to the table, and fails the check if a promise is broken. */
export function report({ task }: Pick<TestContext, 'task'>, figures: Figure[]): void {
  task.meta.figures = [...(task.meta.figures ?? []), ...figures]
  expect(figures.filter((figure) => !isKept(figure))).toEqual([])
}

export function isKept({ value, promised }: Figure): boolean {
  if (promised === undefined) return true
  if ('exactly' in promised) return value === promised.exactly
  return 'at_least' in promised ? value >= promised.at_least : value <= promised.at_most
}

/** A planted fault that the same check must detect: it detected `found`. */
export function control(what: string, found: number): Figure {
  return { what: `control: ${what}`, value: found, promised: { at_least: 1 } }
}

export const none = (what: string, value: number): Figure => ({ what, value, promised: { exactly: 0 } })
export const some = (what: string, value: number): Figure => ({ what, value, promised: { at_least: 1 } })
