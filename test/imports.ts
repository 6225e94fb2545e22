import { beforeEach } from 'vitest'
import { SYSTEM } from '../src/db/db.ts'
import { importLoomio } from '../src/imports/import-loomio.ts'
import type { Report } from '../src/imports/report.ts'
import {
  discussionRecord,
  type Entry,
  groupRecord,
  lines,
  membershipRecord,
  optionRecord,
  pollRecord,
  sourceOf,
  userRecord,
} from './loomio-records.ts'
import { createWorld, type World } from './world.ts'

/** `chunk`: the file is read in chunks of so many bytes. */
type How = { chunk?: number; dry_run?: boolean; progress?: () => void }

/** Imports a file of this text. */
export const importText = (
  world: World,
  text: string,
  { chunk, dry_run = false, progress = () => undefined }: How = {},
): Promise<Report> => importLoomio(world.db, sourceOf(text, chunk), { actor: SYSTEM, dry_run, progress })

/** A new world before each test of a file, and what its tests do in it. */
export function openImports() {
  const at = {} as { world: World }
  beforeEach(async () => {
    at.world = await createWorld()
  })
  return {
    at,
    rows: async (query: string) => (await at.world.db.pool.query(query)).rows,
    /** Imports a text, or a file of these records. */
    bring: (given: string | Entry[], how: How = {}) =>
      importText(at.world, typeof given === 'string' ? given : lines(given), how),
  }
}

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
