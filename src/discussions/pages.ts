/** What a page holds only so much of. */
export type Limit<Thing> = { most: number; of: (thing: Thing) => number }

/** Bytes of people's texts drawn on one page: cleaning them takes a millisecond for each thousand. */
const PAGE_BYTES = 200_000

/** Bytes of people's texts, as JSON, in one list that a program asks for. */
export const LISTED_BYTES = 1_000_000

/** Texts beyond this many bytes go to the next page. */
export const bySize: Limit<{ size: number }> = { most: PAGE_BYTES, of: ({ size }) => size }

/** So many go on one page. */
export const byNumber = (most: number): Limit<unknown> => ({ most, of: () => 1 })

/** A list in pages that keep to all limits; what is too large for any has a page to itself. */
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
