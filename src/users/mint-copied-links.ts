import type { Act } from '../db/db.ts'
import { oneLine } from '../text/one-line.ts'
import { mintLinks } from './mint-link.ts'
import { type CopiedLinks, type LinkSubject, linkAddress, type PersonalLink } from './personal-link.ts'
import type { User } from './user.ts'

/** Links that are made for one form: more are made by the next. */
export const MOST_COPIED = 500

/** Somebody for whom a link is made. */
export type Reached = { user_id: number } & Pick<User, 'name' | 'email'>

/** What the links are for, all of them alike. */
type About = { subject: LinkSubject; link: Omit<PersonalLink, 'user_id'>; public_url: string }

/**
 * Makes a link for each of these people, to be handed on by other means; of each it is kept who copied it.
 * `people`: in the order of their ids, and one more than `MOST_COPIED` where there are others behind them.
 */
export async function mintCopiedLinks(
  { tx, actor }: Act,
  people: Reached[],
  { subject, link, public_url }: About,
): Promise<CopiedLinks> {
  const some = people.slice(0, MOST_COPIED)
  const tokens = await mintLinks(
    tx,
    some.map(({ user_id }) => ({ ...link, user_id })),
    { origin: 'page', copied_by: actor.user_id },
  )
  const lines = some.map(
    (person, place) => `${addressee(person)} ${linkAddress(public_url, subject, tokens[place] ?? '')}`,
  )
  return { lines, after: people.length > some.length ? (some.at(-1)?.user_id ?? null) : null }
}

function addressee({ name, email }: Reached): string {
  return name === null ? (email ?? '') : `${oneLine(name)} <${email}>`
}
