import { readFileSync } from 'node:fs'
import { type Blt, readBlt } from '../src/blt.ts'
import type { RankedBallot, ScoredBallot } from '../src/election.ts'

// Published elections; elections/README.md says where each comes from.

const at = (name: string) => new URL(`elections/${name}`, import.meta.url)

/** The elections of a file, by name. */
export function electionsIn<Own>(name: string): [name: string, Own][] {
  return Object.entries(JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, Own>)
}

export function bltOf(name: string): Blt {
  return readBlt(readFileSync(at(`blt/${name}.blt`), 'utf8'))
}

/** Ballots such as "3 1=2*4;2": of four equal ones, the third option first, then two equally. */
export function ranked(text: string): RankedBallot[] {
  return lines(text).map(({ words, weight }) => ({
    weight,
    ranks: words.map((group) => group.split('=').map((number) => Number(number) - 1)),
  }))
}

/** Ballots such as "5 0 3*4;2 2 1": a score for each option. */
export function scored(text: string): ScoredBallot[] {
  return lines(text).map(({ words, weight }) => ({ weight, scores: words.map(Number) }))
}

/** Groups such as "3 1=2", the best first, by places. */
export function rankingOf(text: string): number[][] {
  return text.split(' ').map((group) => group.split('=').map((number) => Number(number) - 1))
}

/** Options named after their numbers. */
export const numbered = (options: number): string[] => Array.from({ length: options }, (_, at) => `${at + 1}`)

function lines(text: string): { words: string[]; weight: number }[] {
  return text.split(';').map((line) => {
    const [words = '', weight = '1'] = line.split('*')
    return { words: words.split(' '), weight: Number(weight) }
  })
}
