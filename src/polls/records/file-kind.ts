import { POLL_RECORD, RECEIPT, ROLL_ENTRY, readNote } from '@folkmoot/check'

/** The files that a check takes: the record, a receipt, an entry in the list of voters, a signed result. */
export type FileKind = 'record' | 'receipt' | 'entry' | 'kept'

const FORMATS: [string, FileKind][] = [
  [POLL_RECORD, 'record'],
  [RECEIPT, 'receipt'],
  [ROLL_ENTRY, 'entry'],
]

/** What a file is, whole or damaged, of any version: people mix them up. Null: something else. */
export function fileKind(text: string): FileKind | null {
  if (readNote(text) !== null) return 'kept'
  const format = formatIn(text)
  return FORMATS.find(([name]) => format.split('/')[0] === name.split('/')[0])?.[1] ?? null
}

function formatIn(text: string): string {
  try {
    const { format } = (JSON.parse(text) ?? {}) as { format?: unknown }
    return typeof format === 'string' ? format : ''
  } catch {
    return ''
  }
}
