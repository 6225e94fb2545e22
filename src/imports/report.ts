/** What an import can bring, by kind. */
export const KINDS = ['user', 'group', 'member', 'thread', 'comment', 'poll', 'vote', 'outcome'] as const
export type Kind = (typeof KINDS)[number]

/** How many were imported, were here already from an earlier import, or were left out. */
export type Count = { imported: number; already: number; left_out: number }

/** Why a file is no export. */
export const FILE_FAULTS = ['empty', 'zip', 'gzip', 'html', 'other'] as const
export type FileFault = (typeof FILE_FAULTS)[number]

/** Why something was left out. */
export const LEFT_OUT = [
  'cut_off',
  'not_json',
  'too_long_line',
  'no_record',
  'no_id',
  'twice',
  'no_field',
  'missing',
  'unknown_type',
  'no_group',
  'deleted_there',
  'no_thread',
  'no_address',
  'ended_there',
  'same_person',
  'bad_ballot',
  'no_options',
  'bad_poll',
  'draft_outcome',
  'refused',
  'attachment',
] as const

/** What of something imported is different here. */
export const CHANGED = [
  'shortened',
  'handle_changed',
  'key_changed',
  'was_public',
  'no_admin',
  'no_admin_here',
  'other_type',
  'question',
  'draft',
  'other_quota',
  'reasons_dropped',
  'unknown_author',
  'bad_address',
  'parent_missing',
  'option_left_out',
  'tags',
] as const

/** What may be said of very many records: after everything else. */
const MANY: NoteCode[] = ['attachment', 'tags']

export type NoteCode = (typeof LEFT_OUT)[number] | (typeof CHANGED)[number]

/** One remark of the report. `about`: the title or name, shortened; null: it has none. */
export type Note = {
  line: number | null
  /** The table in the file. */
  table: string | null
  id: string | null
  about: string | null
  code: NoteCode
  params: Record<string, string | number>
}

/** Why a whole table is not taken over, or some of its records. */
export const UNTAKEN = [
  'not_offered',
  'not_needed',
  'readers',
  'earlier_votes',
  'ask_again',
  'files',
  'unknown',
] as const
export type Untaken = (typeof UNTAKEN)[number]

export type UntakenTable = { table: string; records: number; why: Untaken }

export type Report = {
  dry_run: boolean
  /** Why nothing of the file was read. Null: it is an export. */
  file_fault: FileFault | null
  /** The file ends in the middle of a line. */
  cut_off: boolean
  lines: number
  counts: Record<Kind, Count>
  untaken: UntakenTable[]
  notes: Note[]
  /** Remarks beyond the most that are kept. */
  more_notes: number
  /** The handles of the groups that were imported or got something. */
  groups: string[]
  /** What was added to groups that were here before this import. */
  added: Added[]
}

/** How much of each kind; `group`: groups below it. */
export type Added = { handle: string } & Record<AddedKind, number>
export type AddedKind = (typeof ADDED_KINDS)[number]
export const ADDED_KINDS = ['group', 'member', 'thread', 'comment', 'poll', 'outcome'] as const

/** So many remarks of each weight are kept, the first of the file. */
const MOST_NOTES = 10_000
const MOST_TABLES = 200
const MOST_ABOUT = 80

/** A remark on a line, with what may be left away. */
export type NewNote = Pick<Note, 'code'> & Partial<Note>

/** Collects a report. */
export class Reporter {
  readonly counts: Record<Kind, Count> = emptyCounts()
  readonly groups = new Set<string>()
  added: Added[] = []
  lines = 0
  /** Of tables that an export has. */
  records = 0
  file_fault: FileFault | null = null
  #cut_off = false
  /** By weight: what may be said of very many takes no room from the rest. */
  readonly #notes: Note[][] = [[], [], []]
  readonly #untaken = new Map<string, UntakenTable>()
  #more = 0

  note({ line = null, table = null, id = null, about = null, code, params = {} }: NewNote): void {
    const noted = { line, table, id, about: about === null ? null : clip(about), code, params }
    const alike = this.#notes[weightOf(noted)] ?? []
    if (alike.length === MOST_NOTES) this.#more += 1
    else alike.push(noted)
  }

  /** Something of this kind was left out, and why. */
  leaveOut(kind: Kind, note: NewNote): void {
    this.counts[kind].left_out += 1
    this.note(note)
  }

  /** The file ends in the middle of this line. */
  cutOff(line: number): void {
    this.#cut_off = true
    this.note({ line, code: 'cut_off' })
  }

  /** A record of a table that is not taken over. */
  leaveTable(table: string, why: Untaken): void {
    const name = clip(table)
    const found = this.#untaken.get(name)
    if (found !== undefined) found.records += 1
    else if (this.#untaken.size < MOST_TABLES) this.#untaken.set(name, { table: name, records: 1, why })
  }

  report(dry_run: boolean): Report {
    const { file_fault } = this
    return {
      dry_run,
      file_fault,
      cut_off: this.#cut_off,
      lines: this.lines,
      counts: this.counts,
      untaken: [...this.#untaken.values()],
      // Of a file that is no export, every line would be named.
      notes: file_fault === null ? this.#sorted() : [],
      more_notes: file_fault === null ? this.#more : 0,
      groups: [...this.groups].toSorted(),
      added: this.added,
    }
  }

  #sorted(): Note[] {
    return this.#notes.flatMap((alike) => alike.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)))
  }
}

function emptyCounts(): Record<Kind, Count> {
  const counts = KINDS.map((kind) => [kind, { imported: 0, already: 0, left_out: 0 }] as const)
  return Object.fromEntries(counts) as Record<Kind, Count>
}

/** A text on one line, shortened. */
function clip(text: string): string {
  const line = text
    .slice(0, MOST_ABOUT * 4)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= MOST_ABOUT ? line : `${letters.slice(0, MOST_ABOUT - 1).join('')}…`
}

/** What was left out comes first, then what was changed; the report's readers may not get further. */
function weightOf({ code }: Note): number {
  if (MANY.includes(code)) return 2
  return LEFT_OUT.some((one) => one === code) ? 0 : 1
}
