import type { Received } from '../smtp.ts'
import { control, type Figure, none } from './figures.ts'

/** What arrived, each by the name that is the same at every try, against what should have. */
export type Arrivals = { missing: number; repeated: number }

function compare(expected: string[], arrived: string[]): Arrivals {
  const wanted = new Set(expected)
  const ours = arrived.filter((name) => wanted.has(name))
  const once = new Set(ours)
  return { missing: wanted.size - once.size, repeated: ours.length - once.size }
}

/**
 * The figures of things that each arrive exactly once, and the planted faults that the comparison must see.
 */
export function exactlyOnce(things: string, expected: string[], arrived: string[]): Figure[] {
  const { missing, repeated } = compare(expected, arrived)
  return [
    { what: `${things} expected`, value: expected.length, promised: { at_least: 1 } },
    none(`${things} that did not arrive`, missing),
    none(`${things} that arrived twice`, repeated),
    control(`${things}: an invented one is missed`, compare([...expected, 'invented'], arrived).missing),
    control(
      `${things}: a second copy is seen`,
      compare(expected, [...arrived, ...expected.slice(0, 1)]).repeated,
    ),
  ]
}

/** Event and person, which the number of a mail is made of. */
export const nameOf = ({ email }: Received) => /<(\d+\.\d+)[.@]/.exec(email.messageId ?? '')?.[1] ?? ''

/** The names of the mails that these people are to get of these events. */
export const namesOf = (event_ids: number[], user_ids: number[]) =>
  event_ids.flatMap((event_id) => user_ids.map((user_id) => `${event_id}.${user_id}`))
