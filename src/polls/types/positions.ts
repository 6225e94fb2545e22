import type { Position } from './poll-type.ts'

/** The table of positions on a proposal, in the order of display. */
export const POSITIONS = {
  agree: { label: 'type.agree', color: '#2e7d5b' },
  abstain: { label: 'type.abstain', color: '#8a6d1f' },
  disagree: { label: 'type.disagree', color: '#b3541e' },
  block: { label: 'type.block', color: '#a3243b' },
} as const satisfies { [name: string]: Position }

type PositionName = keyof typeof POSITIONS

/** The position with this name. Null: there is none. */
export function positionNamed(option: string): PositionName | null {
  return Object.hasOwn(POSITIONS, option) ? (option as PositionName) : null
}
