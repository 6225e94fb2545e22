import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SYSTEM } from '../../db/db.ts'
import { Halt } from '../../errors.ts'
import { importLoomio, type Source } from '../../imports/import-loomio.ts'
import type { Report } from '../../imports/report.ts'
import {
  addedTable,
  type CountTable,
  countTable,
  mainWords,
  noteWords,
  placeWords,
  untakenWords,
} from '../../imports/report-words.ts'
import { t } from '../../locales/say.ts'
import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { unreadable } from '../files.ts'
import { print, printJson, printTable, shown } from '../print.ts'
import { withProgress } from '../progress.ts'

/** `import loomio` */
export async function runImportLoomio(call: Call): Promise<void> {
  const file = resolve(call.operands[0] ?? '')
  const source = await openFile(file)
  const dry_run = call.switches.has('dry-run')
  const report = await withDatabase(
    call,
    ({ db }) =>
      withProgress(call, dry_run ? 'Checking' : 'Importing', (progress) =>
        importLoomio(db, source, { actor: SYSTEM, dry_run, progress }),
      ),
    { may_create: true },
  )
  if (report.file_fault !== null) throw new Halt(`${shown(file)}: ${mainWords(report)}`)
  if (call.switches.has('json')) printJson(report)
  else printReport(report)
}

async function openFile(file: string): Promise<Source> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error)
  })
  if (!found.isFile()) throw unreadable(file, { code: 'EISDIR' })
  return {
    size: found.size,
    open: async function* () {
      try {
        yield* createReadStream(file)
      } catch (error) {
        throw unreadable(file, error)
      }
    },
  }
}

function printReport(report: Report): void {
  const { dry_run, lines, groups, added, untaken, notes, more_notes } = report
  const main = mainWords(report)
  if (main !== '') print(`${main}\n`)
  printCounts('', countTable(report))
  if (added.length > 0) {
    print(`\n${t('import.added')}:\n`)
    printCounts('GROUP', addedTable(report))
  }
  if (untaken.length > 0) {
    print(`\n${t('import.untaken')}:\n`)
    const rows = untaken.map(({ table, records, why }) => [table, `${records}`, untakenWords(why)])
    printTable(['TABLE', 'RECORDS', 'WHY'], rows, '')
  }
  if (notes.length > 0) {
    print(`\n${t('import.notes')}:\n`)
    for (const note of notes) {
      const words = [placeWords(note), noteWords(note)].filter((part) => part !== '').join(': ')
      print(shown(`line ${note.line ?? '-'}: ${words}`))
    }
    if (more_notes > 0) print(t('import.more_notes', { count: more_notes }))
  }
  print(`\n${t('import.lines', { lines })} ${endOf(dry_run, groups)}`)
}

function printCounts(about: string, { columns, rows }: CountTable): void {
  const headings = [about, ...columns.map((column) => column.toUpperCase())]
  const cells = rows.map(({ name, numbers }) => [name, ...numbers.map(String)])
  if (cells.length > 0) printTable(headings, cells, '')
}

function endOf(dry_run: boolean, groups: string[]): string {
  if (dry_run) return 'Nothing was written. Run the command without --dry-run to import.'
  if (groups.length === 0) return 'Nothing was written.'
  return `Groups: ${groups.join(', ')}. Nobody was notified.`
}
