import { addressKey, displayName, hasName, nameless, type User } from './user.ts'

type Person = Pick<User, 'id' | 'name' | 'email'>

const FEWEST_LETTERS = 2

/**
 * The displayed name of each of these people in one list, by id. The first letters of their addresses
 * distinguish equal names, "Ben (be…)", if the reader may see addresses; otherwise their numbers, "Ben (#7)",
 * which are the same in every list.
 */
export function shownNames(people: readonly Person[], sees_addresses: boolean): Map<number, string> {
  const each = [...new Map(people.map((person) => [person.id, person])).values()]
  const shown = new Map(each.map((person) => [person.id, displayName(person)]))
  for (const alike of Map.groupBy(each, looks).values()) {
    // A name equal to the one of nameless people is marked even if it is unique.
    if (alike.length < 2 && !alike.some(posesAsNameless)) continue
    for (const [id, mark] of sees_addresses ? firstLetters(alike) : numbers(alike))
      if (mark !== '') shown.set(id, `${shown.get(id)} (${mark})`)
  }
  return shown
}

type Marks = [id: number, mark: string][]

const numbers = (alike: Person[]): Marks => alike.map(({ id }) => [id, `#${id}`])

/**
 * The same in lists for people who manage them: a person without a name by their whole address, if the reader
 * may see addresses. A result may be passed on, and only has the letters above.
 */
export function listedNames(people: readonly Person[], sees_addresses: boolean): Map<number, string> {
  const shown = shownNames(people, sees_addresses)
  if (!sees_addresses) return shown
  for (const person of people)
    if (!hasName(person) && person.email !== null) shown.set(person.id, person.email)
  return shown
}

/** A person mentioned in a text with an @. */
export type Mentioned = Pick<User, 'id' | 'name' | 'username' | 'email'>

/**
 * Displayed names by username: texts show them instead. People without a name keep their username. `shown`:
 * their names in a list with others.
 */
export function namesInTexts(
  people: readonly Mentioned[],
  shown = shownNames(people, false),
): Map<string, string> {
  return new Map(
    people.flatMap(({ id, name, username }) =>
      name === null || username === null ? [] : [[username, shown.get(id) ?? name] as const],
    ),
  )
}

/**
 * The visible part of a name, without a mark in brackets that its owner may have typed to imitate another.
 */
function looks(person: Person): string {
  const seen = displayName(person)
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
  return withoutMarks(seen)
}

const NUMBER_MARK = /^#\p{Nd}+$/u

function withoutMarks(name: string): string {
  let rest = name
  while (rest.endsWith(')')) {
    const within = rest.slice(rest.lastIndexOf(')', rest.length - 2) + 1, -1)
    const mark = within.endsWith('...')
      ? within.indexOf('(')
      : NUMBER_MARK.test(within.slice(within.lastIndexOf('(') + 1))
        ? within.lastIndexOf('(')
        : -1
    if (mark < 0) return rest
    rest = rest.slice(0, rest.length - 1 - within.length + mark).trimEnd()
  }
  return rest
}

/** As many letters of each address as distinguish it from the others; none where there are no others. */
function firstLetters(alike: Person[]): Marks {
  const sorted = alike
    .map(({ id, email }) => ({ id, address: addressKey(email ?? '') }))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
  return sorted.map(({ id, address }, place) => {
    const beside = [sorted[place - 1], sorted[place + 1]].map((other) =>
      inCommon(address, other?.address ?? ''),
    )
    const letters = address.slice(0, Math.max(FEWEST_LETTERS, ...beside.map((length) => length + 1)))
    return [id, letters === address ? address : `${letters}…`]
  })
}

function posesAsNameless(person: Person): boolean {
  return person.name !== null && looks(person) === nameless().toLowerCase()
}

/** The length of the common prefix of two addresses. */
function inCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
