import { GOES_ON, MENTION, MOST_MARKS } from '../../text/mention-names.ts'
import { shownNames } from '../../users/shown-names.ts'
import { MAX_MENTIONS, usernamesIn } from './comment.ts'
import type { NamedPerson } from './load-comments.ts'

type Named = Pick<NamedPerson, 'id' | 'name' | 'username' | 'shown'>

const plain = (text: string) => text.normalize('NFC').toLowerCase()

/** The people who have a whole name that stands after an @ in a text, for each of these names. */
function havingNames<P extends Named>(body: string, people: readonly P[]): P[][] {
  const text = plain(body)
  const by_name = Map.groupBy(people, ({ name }) => plain(name))
  // "@Ada Vale (#3)", as lists tell people of the same name apart.
  for (const person of people)
    if (!by_name.has(plain(person.shown))) by_name.set(plain(person.shown), [person])
  // "@Ada Vale" is not Ada.
  const names = [...by_name.keys()].sort((a, b) => b.length - a.length)
  const after = (at: number) =>
    names.find((name) => text.startsWith(name, at) && !GOES_ON.test(text.slice(at + name.length)))
  const found = [...text.matchAll(MENTION)].slice(0, MOST_MARKS).map(({ index }) => after(index + 1) ?? '')
  return [...new Set(found)].flatMap((name) => [by_name.get(name) ?? []])
}

/**
 * The ids of the people whose whole name stands after an @ in a text: "@Ada Vale". A name that several of
 * them have mentions nobody, unless their number follows: "@Ada Vale (#3)".
 */
export function namedInFull(body: string, people: readonly Named[]): number[] {
  const ids = havingNames(body, people).flatMap((those) =>
    those.length === 1 ? those.map(({ id }) => id) : [],
  )
  return [...new Set(ids)].slice(0, MAX_MENTIONS)
}

type Mentioned = { id: number; name: string | null; username: string | null }

/** The ids of those of these people whom a text names with an @, by username or whole name. */
export function namedIn(body: string, people: readonly Mentioned[]): number[] {
  const usernames = new Set(usernamesIn(body))
  const shown = shownNames(people)
  const full = people.flatMap(({ id, name, username }) =>
    name === null ? [] : [{ id, name, username, shown: shown.get(id) ?? name }],
  )
  const in_full = new Set(namedInFull(body, full))
  return people
    .filter(({ id, username }) => in_full.has(id) || (username !== null && usernames.has(username)))
    .map(({ id }) => id)
}

/** The people of each such name that several have. Empty: every name means one person. */
export function sharedNamesIn<P extends Named>(body: string, people: readonly P[]): P[][] {
  return havingNames(body, people).filter((those) => those.length > 1)
}
