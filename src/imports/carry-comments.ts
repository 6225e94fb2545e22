import { writeInParts } from '../db/savepoint.ts'
import { MAX_BODY } from '../discussions/discussion.ts'
import { markdownOfHtml } from '../text/markdown-of-html.ts'
import { eachPage, TEXT_PAGE, type Work } from './carry-pages.ts'
import type { CommentData } from './loomio/line.ts'
import { cut } from './loomio/raw.ts'
import {
  type CommentLine,
  dropComments,
  type NewComment,
  numberItems,
  pageOfComments,
  writeComments,
} from './threads-store.ts'

/**
 * Comments. Here a reply stands under a comment of the first level: deeper ones stand under the same, in the
 * order of their time.
 */
export async function carryComments(work: Work): Promise<void> {
  const { tx } = work.act
  for (const { line, source_id } of await numberItems(tx))
    work.report.leaveOut('comment', { line, ...namesOf(source_id), code: 'no_thread' })
  for (const replies of [false, true])
    await eachPage(
      { ...work, page: TEXT_PAGE },
      (asked) => pageOfComments(tx, { ...asked, replies }),
      (rows) => carryPage(work, rows),
    )
}

const OTHER_TABLES: Record<string, string> = { question: 'polls', answer: 'stances', outcome: 'outcomes' }

/** Questions, their answers and conclusions are other records in the file. */
function namesOf(source_id: string): { table: string; id: string } {
  const [, kind = '', id = ''] = /^(question|answer|outcome)-(.*)$/.exec(source_id) ?? []
  const table = OTHER_TABLES[kind]
  return table === undefined ? { table: 'comments', id: source_id } : { table, id }
}

async function carryPage(work: Work, rows: CommentLine[]): Promise<void> {
  const { act, report } = work
  const made: { row: CommentLine; comment: NewComment }[] = []
  const refused: number[] = []
  for (const row of rows) {
    if (row.author_id === null)
      report.note({ line: row.line, ...namesOf(row.source_id), code: 'unknown_author' })
    const author_id = row.author_id ?? (await work.nobody())
    made.push({ row, comment: commentOf(row, { author_id, now: act.now }) })
  }
  await writeInParts(act.tx, made, {
    write: (part) =>
      writeComments(
        act.tx,
        part.map(({ comment }) => comment),
      ),
    refuse: ({ row }, why) => {
      refused.push(row.place)
      const about = { line: row.line, ...namesOf(row.source_id) }
      report.leaveOut('comment', { ...about, code: 'refused', params: { why } })
    },
  })
  await dropComments(act.tx, refused)
}

function commentOf(row: CommentLine, { author_id, now }: { author_id: number; now: Date }): NewComment {
  const data = JSON.parse(row.data) as CommentData & { title?: string }
  const deleted_at = data.deleted_at ?? null
  return {
    id: row.our_id,
    discussion_id: row.thread_id,
    parent_id: row.parent_id,
    author_id,
    body: deleted_at === null ? bodyOf(data) : null,
    sequence_id: row.number,
    created_at: row.said_at ?? now,
    edited_at: data.edited_at ?? null,
    deleted_at,
    deleted_by: deleted_at === null ? null : (row.deleted_by ?? author_id),
    content_locale: data.locale ?? null,
  }
}

const NOTHING_SAID = '…'

function bodyOf({ title, body, body_format }: CommentData & { title?: string }): string {
  const words = body != null && body_format === 'html' ? markdownOfHtml(body) : (body ?? '')
  const all = title === undefined ? words : `**${title.replaceAll('*', '\\*')}**\n\n${words}`
  return all.trim() === '' ? NOTHING_SAID : cut(all, MAX_BODY)
}
