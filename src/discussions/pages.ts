/** A limit of a page. */
export type Limit<Thing> = { most: number; of: (thing: Thing) => number }

/** Bytes of user texts shown on one page: sanitizing takes a millisecond per thousand bytes. */
const PAGE_BYTES = 200_000

/** Bytes of user texts, as JSON, in one list of the API. */
export const LISTED_BYTES = 1_000_000

/**
 * The end of a list's statement: `found` are its rows, one more than a page holds, with the `size` of their
 * texts. A page contains at least one, and no more than fit.
 */
export const MEASURED = `measured as (
     select id, row_number() over way as place, sum(size) over way as bytes, count(*) over () as found
     from found window way as (order by id desc)
   )`
export const FITS = 'm.place <= :per::int and (m.place = 1 or m.bytes <= :bytes::int)'
/** How many rows come after this one, counted only to see whether any does. */
export const FOLLOW = '(m.found - m.place)::int as follow'

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
