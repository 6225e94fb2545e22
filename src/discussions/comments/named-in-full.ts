import { MAX_MENTIONS } from './comment.ts'
import type { NamedPerson } from './load-comments.ts'

type Named = Pick<NamedPerson, 'id' | 'name' | 'username'>

// Not inside an address or a word.
const MARK = /(?<![\p{L}\p{N}_.@/-])@/gu
const GOES_ON = /^[\p{L}\p{N}]/u
/** A text may consist of nothing else. */
const MOST_MARKS = 500

const plain = (text: string) => text.normalize('NFC').toLowerCase()

/**
 * The ids of the people whose whole name stands after an @ in a text: "@Ada Vale". A name that several of
 * them have mentions nobody.
 */
export function namedInFull(body: string, people: readonly Named[]): number[] {
  const text = plain(body)
  const by_name = Map.groupBy(people, ({ name }) => plain(name))
  // "@Ada Vale" is not Ada.
  const names = [...by_name.keys()].sort((a, b) => b.length - a.length)
  const after = (at: number) =>
    names.find((name) => text.startsWith(name, at) && !GOES_ON.test(text.slice(at + name.length)))
  const ids = [...text.matchAll(MARK)].slice(0, MOST_MARKS).flatMap(({ index }) => {
    const those = by_name.get(after(index + 1) ?? '') ?? []
    return those.length === 1 ? those.map(({ id }) => id) : []
  })
  return [...new Set(ids)].slice(0, MAX_MENTIONS)
}
