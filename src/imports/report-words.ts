import { sayTo, t } from '../locales/say.ts'
import {
  ADDED_KINDS,
  type AddedKind,
  type Count,
  KINDS,
  type Kind,
  type Note,
  type Report,
  type Untaken,
} from './report.ts'

/** A remark as a sentence in the current language. */
export function noteWords({ code, params }: Pick<Note, 'code' | 'params'>): string {
  return sayTo({}, `import.${code}`, params)
}

export function kindWords(kind: Kind): string {
  return t(`import_kind.${kind}`)
}

export function untakenWords(why: Untaken): string {
  return t(`import_why.${why}`)
}

/** What a remark is about: "polls 7 (Where do we meet?)". */
export function placeWords({ table, id, about }: Pick<Note, 'table' | 'id' | 'about'>): string {
  const name = [table ?? '', id ?? ''].filter((part) => part !== '').join(' ')
  return about === null ? name : `${name} (${about})`.trim()
}

/** The counts of a report, without kinds of which there are none. */
export function countsOf({ counts }: Report): [Kind, Count][] {
  // In their order, which JSON in the database does not keep.
  const all = KINDS.map((kind): [Kind, Count] => [kind, counts[kind]])
  return all.filter(([, { imported, already, left_out }]) => imported + already + left_out > 0)
}

/** The kinds of which a group that was here before got something. */
export function addedKinds({ added }: Report): AddedKind[] {
  return ADDED_KINDS.filter((kind) => added.some((group) => group[kind] > 0))
}

/** The whole report as a text in the current language, to be kept. */
export function reportText(report: Report): string {
  const { dry_run, lines, untaken, notes, more_notes, groups, added } = report
  const counts = countsOf(report).map(
    ([kind, { imported, already, left_out }]) =>
      `${kindWords(kind)}: ${t(dry_run ? 'import.would_import' : 'import.imported')} ${imported}, ${t('import.already')} ${already}, ${t('import.left_out')} ${left_out}`,
  )
  const additions = added.map((group) => {
    const kinds = addedKinds({ ...report, added: [group] })
    return `${group.handle}: ${kinds.map((kind) => `${kindWords(kind)} ${group[kind]}`).join(', ')}`
  })
  const tables = untaken.map(({ table, records, why }) =>
    t('import.untaken_table', { table, records, why: untakenWords(why) }),
  )
  const remarks = notes.map((note) =>
    [note.line === null ? '' : t('import.line', { line: note.line }), placeWords(note), noteWords(note)]
      .filter((part) => part !== '')
      .join(' · '),
  )
  const parts = [
    [t('import.title')],
    counts.length === 0 ? [t('import.nothing')] : counts,
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
