import { seen, withoutMark } from './look-alike.ts'
import { displayName, hasName, nameless, type User } from './user.ts'

type Person = Pick<User, 'id' | 'name'>

/**
 * The displayed name of each of these people in one list, by id. Their numbers distinguish equal names, "Ben
 * (#7)": the same for all readers and in every list. Pages are printed and files passed on, so nothing of an
 * address is in them.
 */
export function shownNames(people: readonly Person[]): Map<number, string> {
  const each = [...new Map(people.map((person) => [person.id, person])).values()]
  const shown = new Map(each.map((person) => [person.id, displayName(person)]))
  for (const alike of Map.groupBy(each, looks).values()) {
    // A name equal to the one of nameless people is marked even if it is unique.
    if (alike.length < 2 && !alike.some(posesAsNameless)) continue
    for (const { id, name } of alike) shown.set(id, marked(id, name))
  }
  return shown
}

function marked(id: number, name: string | null, ...more: string[]): string {
  return `${displayName({ name })} (${[`#${id}`, ...more].join(', ')})`
}

type Listed = Person & Pick<User, 'email'>

/**
 * The same in lists for people who manage them, with addresses if the reader may see them: in place of a
 * missing name, or beside the number, "Ben (#7, ben@mill.example)".
 */
export function listedNames(people: readonly Listed[], sees_addresses: boolean): Map<number, string> {
  const shown = shownNames(people)
  if (!sees_addresses) return shown
  for (const { id, name, email } of people) {
    if (email === null) continue
    if (!hasName({ name })) shown.set(id, email)
    else if (shown.get(id) === marked(id, name)) shown.set(id, marked(id, name, email))
  }
  return shown
}

/** A person mentioned in a text with an @. */
export type Mentioned = Pick<User, 'id' | 'name' | 'username' | 'email'>

/**
 * Displayed names by username: texts show them instead; those of people without one, which texts only contain
 * in full, by "@" and their number. People without a name keep their username. `shown`: their names in a list
 * with others.
 */
export function namesInTexts(
  people: readonly Omit<Mentioned, 'email'>[],
  shown = shownNames(people),
): Map<string, string> {
  return new Map(
    people.flatMap(({ id, name, username }) =>
      name === null ? [] : [[username ?? `@${id}`, shown.get(id) ?? name] as const],
    ),
  )
}

/** The visible part of a name, as readers compare it. */
function looks(person: Person): string {
  return withoutMark(seen(displayName(person)).toLowerCase())
}

function posesAsNameless(person: Person): boolean {
  return person.name !== null && looks(person) === nameless().toLowerCase()
}
