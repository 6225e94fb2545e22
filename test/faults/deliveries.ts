import type { Received } from '../smtp.ts'
import { control, type Figure, none } from './figures.ts'

/** Compares arrivals with expectations, by a name that is the same for every attempt. */
export type Arrivals = { missing: number; repeated: number }

function compare(expected: string[], arrived: string[]): Arrivals {
  const wanted = new Set(expected)
  const ours = arrived.filter((name) => wanted.has(name))
  const once = new Set(ours)
  return { missing: wanted.size - once.size, repeated: ours.length - once.size }
}

/**
 * The figures of deliveries that must arrive exactly once, and the planted faults that the comparison must
 * detect.
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

/** The event and person in a mail's Message-ID. */
export const nameOf = ({ email }: Received) => /<(\d+\.\d+)[.@]/.exec(email.messageId ?? '')?.[1] ?? ''

/** The names of the mails that these people must get about these events. */
export const namesOf = (event_ids: number[], user_ids: number[]) =>
  event_ids.flatMap((event_id) => user_ids.map((user_id) => `${event_id}.${user_id}`))
