import { joined, sayTo, t } from '../locales/say.ts'
import { ADDED_KINDS, KINDS, type Note, type Report, type Untaken } from './report.ts'

/** A remark as a sentence in the current language. */
export function noteWords({ code, params }: Pick<Note, 'code' | 'params'>): string {
  return sayTo({}, `import.${code}`, params)
}

export function untakenWords(why: Untaken): string {
  return t(`import_why.${why}`)
}

/** What a remark is about: "polls 7 (Where do we meet?)". */
export function placeWords({ table, id, about }: Pick<Note, 'table' | 'id' | 'about'>): string {
  const name = [table ?? '', id ?? ''].filter((part) => part !== '').join(' ')
  return about === null ? name : `${name} (${about})`.trim()
}

/** What counts: of how many columns each row has a number. */
export type CountTable = { columns: string[]; rows: { name: string; numbers: number[] }[] }

/** How much of each kind came, without kinds of which there are none. */
export function countTable({ counts, dry_run }: Report): CountTable {
  // In their order, which JSON in the database does not keep.
  const all = KINDS.map((kind) => {
    const { imported, already, left_out } = counts[kind]
    return { name: t(`import_kind.${kind}`), numbers: [imported, already, left_out] }
  })
  return {
    columns: [
      t(dry_run ? 'import.would_import' : 'import.imported'),
      t('import.already'),
      t('import.left_out'),
    ],
    rows: all.filter(({ numbers }) => numbers.some((number) => number > 0)),
  }
}

/** What groups got that were here before: whoever wrote the file may have no business there. */
export function addedTable({ added }: Report): CountTable {
  const kinds = ADDED_KINDS.filter((kind) => added.some((group) => group[kind] > 0))
  return {
    columns: kinds.map((kind) => t(`import_kind.${kind}`)),
    rows: added.map((group) => ({ name: group.handle, numbers: kinds.map((kind) => group[kind]) })),
  }
}

/** What is said of the whole report before anything else; '': nothing. */
export function mainWords(report: Report): string {
  const { file_fault, cut_off } = report
  if (file_fault !== null) return t(`import_file.${file_fault}`)
  if (cut_off) return t('import.cut_off')
  if (countTable(report).rows.length === 0) return t('import.nothing')
  return isNothingNew(report) ? t('import.nothing_new') : ''
}

export function isNothingNew({ counts }: Report): boolean {
  return KINDS.every((kind) => counts[kind].imported === 0)
}

/**
 * The whole report as a text in the current language, to be kept. `about`: lines that say of which import.
 */
export function reportText(report: Report, about: string[]): string {
  const { lines, untaken, notes, more_notes, groups, added } = report
  const counts = linesOf(countTable(report))
  const additions = linesOf(addedTable(report))
  const main = mainWords(report)
  const tables = untaken.map(({ table, records, why }) =>
    t('import.untaken_table', { table, records, why: untakenWords(why) }),
  )
  const remarks = notes.map((note) =>
    [note.line === null ? '' : t('import.line', { line: note.line }), placeWords(note), noteWords(note)]
      .filter((part) => part !== '')
      .join(' · '),
  )
  const parts = [
    [t('import.title'), ...about],
    main === '' ? [] : [main],
    counts,
    groups.length === 0 ? [] : [t('import.groups'), ...groups],
    added.length === 0 ? [] : [t('import.added'), ...additions],
    tables.length === 0 ? [] : [t('import.untaken'), ...tables],
    remarks.length === 0 ? [] : [t('import.notes'), ...remarks],
    more_notes === 0 ? [] : [t('import.more_notes', { count: more_notes })],
    [t('import.lines', { lines })],
  ]
  const text = parts.filter((part) => part.length > 0).map((part) => part.join('\n'))
  return `${text.join('\n\n')}\n`
}

/** A table as lines, for texts whose letters have no common width. */
function linesOf({ columns, rows }: CountTable): string[] {
  return rows.map(({ name, numbers }) => {
    const said = columns.map((column, place) => `${column} ${numbers[place] ?? 0}`)
    return t('count.row', { option: name, amount: joined(said) })
  })
}
