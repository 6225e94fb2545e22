import type { Queryable } from '../db/sql.ts'
import { fullName } from '../groups/group.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import { readMailChoices } from './mail-choice-reads.ts'

/** A group of a person, and whether its mails are muted. A suspended one sends none. */
export type MailChoice = {
  group_id: number
  handle: string
  name: string
  muted: boolean
  suspended: boolean
}

const MOST_GROUPS = 200

/** A person's groups by name, with their mail settings. */
export async function loadMailChoices(db: Queryable, user_id: number): Promise<MailChoice[]> {
  const rows = await readMailChoices(db, user_id, MOST_GROUPS)
  const choices = rows.map(({ parent, ...row }) => ({ ...row, name: fullName(row, parent) }))
  return inAlphabet(choices, ({ name }) => name)
}
