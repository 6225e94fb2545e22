import type { Kind, Reporter, Untaken } from '../report.ts'
import type { Line } from './line.ts'
import {
  readAnonymousBallot,
  readBallotChoice,
  readOption,
  readOutcome,
  readPoll,
  readStance,
  readStanceChoice,
  readVoter,
} from './poll-records.ts'
import { asRaw, cut, idIn, type Raw, textIn } from './raw.ts'
import {
  type Reader,
  readComment,
  readDiscussion,
  readGroup,
  readMembership,
  readTopic,
  readUser,
} from './records.ts'

/** The tables of an export, and what each becomes here. Names: those of Loomio's database. */
const TABLES: Record<string, { read: Reader; kind: Kind | null; no_id?: true }> = {
  users: { read: readUser, kind: 'user' },
  groups: { read: readGroup, kind: 'group' },
  memberships: { read: readMembership, kind: 'member' },
  topics: { read: readTopic, kind: null },
  discussions: { read: readDiscussion, kind: 'thread' },
  comments: { read: readComment, kind: 'comment' },
  polls: { read: readPoll, kind: 'poll' },
  poll_options: { read: readOption, kind: null },
  stances: { read: readStance, kind: 'vote' },
  stance_choices: { read: readStanceChoice, kind: null, no_id: true },
  anonymous_ballots: { read: readAnonymousBallot, kind: 'vote' },
  anonymous_ballot_choices: { read: readBallotChoice, kind: null, no_id: true },
  anonymous_poll_voters: { read: readVoter, kind: null, no_id: true },
  stance_receipts: { read: readVoter, kind: null, no_id: true },
  outcomes: { read: readOutcome, kind: 'outcome' },
  // Threads and polls name their tags.
  tags: { read: () => ({}), kind: null, no_id: true },
}

const UNTAKEN_TABLES: Record<string, Untaken> = {
  taggings: 'not_offered',
  reactions: 'not_offered',
  tasks: 'not_offered',
  tasks_users: 'not_offered',
  poll_templates: 'not_offered',
  discussion_templates: 'not_offered',
  events: 'not_needed',
  topic_items: 'not_needed',
  notifications: 'not_needed',
  notification_deliveries: 'not_needed',
  discussion_readers: 'readers',
  topic_readers: 'readers',
  versions: 'not_needed',
  subscriptions: 'not_needed',
  poll_did_not_votes: 'not_needed',
  poll_unsubscriptions: 'not_needed',
  legacy_anonymous_vote_reasons: 'not_offered',
  membership_requests: 'ask_again',
  documents: 'files',
}

/**
 * Reads one line of an export. Returns the lines to import; remarks go into the report. `ends`: with a line
 * break, so that nothing of it is missing.
 */
export function readExportLine(
  { text, line, ends }: { text: string; line: number; ends: boolean },
  { report, now }: { report: Reporter; now: Date },
): Line[] {
  const whole = parsed(text)
  if (whole === undefined) {
    if (ends) report.note({ line, code: 'not_json' })
    else report.cutOff(line)
    return []
  }
  const entry = asRaw(whole)
  const table = entry === null ? null : textIn(entry, 'table')
  const raw = entry === null ? null : asRaw(entry['record'])
  if (table === null || raw === null) {
    report.note({ line, code: 'no_record' })
    return []
  }
  return readTable({ table: cut(table, 60), raw, line, now }, report)
}

function isOfLoomio(table: string): boolean {
  return table === 'attachments' || Object.hasOwn(TABLES, table) || Object.hasOwn(UNTAKEN_TABLES, table)
}

type Entry = { table: string; raw: Raw; line: number; now: Date }

function readTable({ table, raw, line, now }: Entry, report: Reporter): Line[] {
  if (isOfLoomio(table)) report.records += 1
  if (table === 'attachments') return readAttachment({ raw, line }, report)
  const taken = Object.hasOwn(TABLES, table) ? TABLES[table] : undefined
  if (taken === undefined) {
    const why = Object.hasOwn(UNTAKEN_TABLES, table) ? UNTAKEN_TABLES[table] : undefined
    report.leaveTable(table, why ?? 'unknown')
    return []
  }
  const id = taken.no_id === true ? '' : idIn(raw, 'id')
  if (id === null) {
    const note = { line, table, code: 'no_id' } as const
    if (taken.kind === null) report.note(note)
    else report.leaveOut(taken.kind, note)
    return []
  }
  const { lines = [], notes = [], left_out, untaken } = taken.read({ raw, id, line, table, now })
  if (untaken !== undefined) report.leaveTable(table, untaken)
  for (const note of notes) report.note(note)
  if (left_out !== undefined) report.leaveOut(left_out.kind, left_out.note)
  return lines
}

/** Files are not in the export: a person may fetch them from their address. */
function readAttachment({ raw, line }: { raw: Raw; line: number }, report: Reporter): Line[] {
  report.leaveTable('attachments', 'files')
  const name = textIn(raw, 'filename') ?? ''
  const url = textIn(raw, 'url') ?? textIn(raw, 'path') ?? ''
  const of = `${textIn(raw, 'record_type') ?? ''} ${idIn(raw, 'record_id') ?? ''}`.trim()
  const params = { file: cut(name, 100), of: cut(of, 60), url: cut(url, 500) }
  report.note({ line, table: 'attachments', id: idIn(raw, 'id'), code: 'attachment', params })
  return []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
