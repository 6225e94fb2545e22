/** A limit of a page. */
export type Limit<Thing> = { most: number; of: (thing: Thing) => number }

/** Bytes of user texts shown on one page: sanitizing takes a millisecond per thousand bytes. */
const PAGE_BYTES = 200_000

/** Bytes of user texts, as JSON, in one list of the API. */
export const LISTED_BYTES = 1_000_000

/** Text beyond this many bytes goes to the next page. */
export const bySize: Limit<{ size: number }> = { most: PAGE_BYTES, of: ({ size }) => size }

/** Items on one page. */
export const byNumber = (most: number): Limit<unknown> => ({ most, of: () => 1 })

/** Splits a list into pages within all limits; an item too large for any gets its own page. */
export function inPages<Thing>(things: Thing[], limits: Limit<Thing>[]): Thing[][] {
  const pages: Thing[][] = []
  let room: number[] = []
  for (const thing of things) {
    const needs = limits.map(({ of }) => of(thing))
    const fits = needs.every((need, limit) => need <= (room[limit] ?? 0))
    const page = pages.at(-1)
    if (page !== undefined && fits) page.push(thing)
    else {
      pages.push([thing])
      room = limits.map(({ most }) => most)
    }
    room = room.map((left, limit) => left - (needs[limit] ?? 0))
  }
  return pages
}
