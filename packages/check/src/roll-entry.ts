import { hexOf, objectOf, text, that, whole } from './shape.ts'

/** A person's own line of a poll's roll, which only they are shown: the salt, in hex, opens it. */
export type OwnRollEntry = { format: typeof ROLL_ENTRY; poll: string; person: number; salt: string }

export const ROLL_ENTRY = 'folkmoot-roll-entry/1'
const SALT_BYTES = 16

const SHAPE = objectOf({
  format: that((value) => value === ROLL_ENTRY),
  poll: text,
  person: whole,
  salt: hexOf(SALT_BYTES),
})

/** Reads it. Null: it is none. */
export function readRollEntry(document: unknown): OwnRollEntry | null {
  return SHAPE(document) === null ? (document as OwnRollEntry) : null
}
