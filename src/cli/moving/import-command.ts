import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SYSTEM } from '../../db/db.ts'
import { Halt } from '../../errors.ts'
import { importLoomio, type Source } from '../../imports/import-loomio.ts'
import type { Report } from '../../imports/report.ts'
import {
  addedKinds,
  countsOf,
  kindWords,
  noteWords,
  placeWords,
  untakenWords,
} from '../../imports/report-words.ts'
import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printJson, printTable, shown } from '../print.ts'
import { withProgress } from '../progress.ts'

/** `import loomio` */
export async function runImportLoomio(call: Call): Promise<void> {
  const source = await openFile(resolve(call.operands[0] ?? ''))
  const dry_run = call.switches.has('dry-run')
  const report = await withDatabase(call, ({ db }) =>
    withProgress(call, dry_run ? 'Checking' : 'Importing', (progress) =>
      importLoomio(db, source, { actor: SYSTEM, dry_run, progress }),
    ),
  )
  if (call.switches.has('json')) printJson(report)
  else printReport(report)
}

async function openFile(file: string): Promise<Source> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Halt(`${shown(file)} cannot be read (${error.code}).`)
  })
  if (!found.isFile()) throw new Halt(`${shown(file)} is no file.`)
  return {
    size: found.size,
    open: async function* () {
      try {
        yield* createReadStream(file)
      } catch (error) {
        throw new Halt(`${shown(file)} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      }
    },
  }
}

function printReport(report: Report): void {
  const { dry_run, lines, groups, untaken, notes, more_notes } = report
  printTable(
    ['', dry_run ? 'WOULD BE IMPORTED' : 'IMPORTED', 'ALREADY HERE', 'LEFT OUT'],
    countsOf(report).map(([kind, { imported, already, left_out }]) => [
      kindWords(kind),
      `${imported}`,
      `${already}`,
      `${left_out}`,
    ]),
    'Nothing in this file can be imported: it is not a JSON export from Loomio.',
  )
  if (report.added.length > 0) {
    print('\nAdded to groups that were already here:\n')
    const kinds = addedKinds(report)
    const rows = report.added.map((group) => [group.handle, ...kinds.map((kind) => `${group[kind]}`)])
    printTable(['GROUP', ...kinds.map((kind) => kindWords(kind).toUpperCase())], rows, '')
  }
  if (untaken.length > 0) {
    print('\nNot imported:\n')
    const rows = untaken.map(({ table, records, why }) => [table, `${records}`, untakenWords(why)])
    printTable(['TABLE', 'RECORDS', 'WHY'], rows, '')
  }
  if (notes.length > 0) {
    print('\nNotes:\n')
    for (const note of notes)
      print(
        shown(
          `line ${note.line ?? '-'}: ${[placeWords(note), noteWords(note)].filter((part) => part !== '').join(': ')}`,
        ),
      )
    if (more_notes > 0) print(`… and ${more_notes} more.`)
  }
  print(
    `\n${dry_run ? 'Checked' : 'Read'} ${lines} ${lines === 1 ? 'line' : 'lines'}. ${endOf(dry_run, groups)}`,
  )
}

function endOf(dry_run: boolean, groups: string[]): string {
  if (dry_run) return 'Nothing was written. Run the command without --dry-run to import.'
  if (groups.length === 0) return 'There was nothing new to import.'
  return `Groups: ${groups.join(', ')}. Nobody was notified.`
}
