import type { Position } from './poll-type.ts'

/** THE table of positions on a proposal, in the order in which they are offered. */
export const POSITIONS = {
  agree: { label: 'Agree', one: 'agrees', many: 'agree', color: '#2e7d5b' },
  abstain: { label: 'Abstain', one: 'abstains', many: 'abstain', color: '#8a6d1f' },
  disagree: { label: 'Disagree', one: 'disagrees', many: 'disagree', color: '#b3541e' },
  block: { label: 'Block', one: 'blocks', many: 'block', color: '#a3243b' },
} satisfies { [name: string]: Position }

const BY_NAME = new Map<string, Position>(Object.entries(POSITIONS))

/** "agrees", "agree": a position on a proposal, said of one or of many. */
export function positionVerb(position: string, people: number): string {
  const { one = position, many = position } = BY_NAME.get(position) ?? {}
  return people === 1 ? one : many
}
