import { SYSTEM } from '../src/db/db.ts'
import { importLoomio } from '../src/imports/import-loomio.ts'
import type { Report } from '../src/imports/report.ts'
import {
  discussionRecord,
  type Entry,
  groupRecord,
  membershipRecord,
  optionRecord,
  pollRecord,
  sourceOf,
  userRecord,
} from './loomio-records.ts'
import type { World } from './world.ts'

/** Imports a file of this text, read in chunks of so many bytes. */
export const importText = (
  world: World,
  text: string,
  { chunk, dry_run = false }: { chunk?: number | undefined; dry_run?: boolean } = {},
): Promise<Report> =>
  importLoomio(world.db, sourceOf(text, chunk), { actor: SYSTEM, dry_run, progress: () => undefined })

/** The remarks on a line, or on all. */
export const codes = ({ notes }: Report, line?: number) =>
  notes.filter((note) => line === undefined || note.line === line).map(({ code }) => code)

/** Two people, the first of them admin of their group, and its thread. */
export const base = (): Entry[] => [
  userRecord(1),
  userRecord(2),
  groupRecord(1),
  membershipRecord(1, { user_id: 1, admin: true }),
  membershipRecord(2, { user_id: 2 }),
  discussionRecord(1, { group_id: 1 }),
]

/** A closed poll on two options. */
export const closedPoll = (more: Record<string, unknown> = {}): Entry[] => [
  pollRecord(1, { group_id: 1, ...more }),
  optionRecord(11, 1, 'Agree', { icon: 'agree' }),
  optionRecord(12, 1, 'Disagree', { icon: 'disagree' }),
]
