import type { Act } from '../db/db.ts'
import { oneLine } from '../text/one-line.ts'
import { mintLinks } from './mint-link.ts'
import { type CopiedLinks, type LinkSubject, linkAddress, type PersonalLink } from './personal-link.ts'
import { listedNames } from './shown-names.ts'
import type { User } from './user.ts'

/** Most links created in one request; the next request continues. */
export const MOST_COPIED = 500

/** A person who gets a link. */
export type Reached = { user_id: number } & Pick<User, 'name' | 'email'>

/** The purpose of the links, the same for all. */
type About = { subject: LinkSubject; link: Omit<PersonalLink, 'user_id'>; public_url: string }

/**
 * Creates a link for each of these people, to be passed on by hand; records who copied it. `people`: in the
 * order of their ids, one more than `MOST_COPIED` if others follow.
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
  const called = listedNames(
    some.map(({ user_id: id, name, email }) => ({ id, name, email })),
    true,
  )
  const links = some.map((person, place) => ({
    to: addressee(person),
    called: called.get(person.user_id) ?? '',
    address: linkAddress(public_url, subject, tokens[place] ?? ''),
  }))
  return { links, after: people.length > some.length ? (some.at(-1)?.user_id ?? null) : null }
}

function addressee({ name, email }: Reached): string {
  return name === null ? (email ?? '') : `${oneLine(name)} <${email}>`
}
