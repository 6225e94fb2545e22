import { Type } from 'typebox'
import { reading } from './describe.ts'
import * as params from './params.ts'
import { EventsEnvelope, ItemsEnvelope, MarkdownRecord, ThreadsEnvelope } from './thread-records.ts'

/** How the calls about whole threads stand in the document. */

const ThreadPath = Type.Object({ id: Type.String({ description: 'The id of the thread as a discussion.' }) })

export const LIST_THREADS = reading({
  id: 'listThreads',
  tag: 'Threads',
  summary: 'List threads',
  description:
    'The threads of all your groups, and those to which you were invited, the last touched first. Polls that stand alone are no threads here.',
  query: params.ThreadQuery,
  answer: ThreadsEnvelope,
  says: 'The threads, with their discussions; meta.total counts all of them.',
})

export const SHOW_THREAD = reading({
  id: 'showThread',
  tag: 'Threads',
  summary: 'Show thread',
  description: 'A thread that you may read.',
  path: ThreadPath,
  answer: ThreadsEnvelope,
  says: 'The thread: threads[0], and its discussion.',
})

export const LIST_ITEMS = reading({
  id: 'listThreadItems',
  tag: 'Threads',
  summary: 'List thread items',
  description:
    'What happened in a thread that you may read, in order, with the comments and polls that came with it. Votes are no items: each poll tells its results as far as you may see them.',
  path: ThreadPath,
  query: params.ItemQuery,
  answer: ItemsEnvelope,
  says: 'The items; meta.total counts all of them.',
})

export const SHOW_MARKDOWN = reading({
  id: 'showThreadMarkdown',
  tag: 'Threads',
  summary: 'Show thread as Markdown',
  description: `A thread that you may read as one text: its first ${params.MOST_ITEMS} items, what people wrote as quotes, results as far as you may see them.`,
  path: ThreadPath,
  answer: MarkdownRecord,
  says: 'The text.',
})

export const LIST_EVENTS = reading({
  id: 'listThreadEvents',
  tag: 'Threads',
  summary: 'List thread events',
  description:
    'The items of a thread as events, at the address at which older clients of b2 ask for them. Votes are no events here.',
  query: params.EventQuery,
  answer: EventsEnvelope,
  says: 'The events; meta.total counts all of them.',
})
