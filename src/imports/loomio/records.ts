import { MAX_BODY, MAX_TITLE } from '../../discussions/discussion.ts'
import { checkTags, MAX_TAG_NAME, MAX_TAGS, readTags } from '../../groups/tags/tag.ts'
import { nearestLanguage } from '../../locales/languages.ts'
import { markdownOfHtml } from '../../text/markdown-of-html.ts'
import { singleLine } from '../../text/one-line.ts'
import { checkName, readName } from '../../users/name.ts'
import { knownZone } from '../../users/profile.ts'
import { MAX_NAME, readAddress } from '../../users/user.ts'
import type { Kind, NewNote, Untaken } from '../report.ts'
import type {
  CommentData,
  GroupData,
  Line,
  LineKind,
  MemberData,
  PersonData,
  ThreadData,
  TopicData,
} from './line.ts'
import { cut, flagIn, idIn, isSet, type Raw, recordsIn, textIn, textsIn, timeIn, wordIn } from './raw.ts'

/** The record of a line. `now`: nothing is later. */
export type Source = { raw: Raw; id: string; line: number; table: string; now: Date }

/**
 * What a record gives: lines, remarks, or the reason why it is left out. `untaken`: it is one of many that
 * are not taken over.
 */
export type Reading = {
  lines?: Line[]
  notes?: NewNote[]
  untaken?: Untaken
  left_out?: { kind: Kind; note: NewNote }
}

export type Reader = (source: Source) => Reading

const LARGEST_HTML = 4 * MAX_BODY
const MAX_ABOUT_GROUP = 10_000

/** The remark that this record is left out. */
export function leftOut(kind: Kind, { line, table, id, raw }: Source, note: NewNote): Reading {
  const about = textIn(raw, 'title') ?? textIn(raw, 'name') ?? null
  return { left_out: { kind, note: { line, table, id, about, ...note } } }
}

/** A remark on a record that comes. */
export function noteOn({ line, table, id, raw }: Source, note: NewNote): NewNote {
  return { line, table, id, about: textIn(raw, 'title') ?? textIn(raw, 'name') ?? null, ...note }
}

export function lineOf(
  kind: LineKind,
  { id, line, raw, now }: Source,
  {
    said_at = timeIn(raw, 'created_at', now),
    ...rest
  }: Pick<Line, 'ref' | 'owner' | 'data'> & { said_at?: string | null },
): Line {
  return { kind, source_id: id, line, said_at, ...rest }
}

/** A text and its format; too long ones are cut. */
export function richText(
  source: Source,
  field: string,
  most: number,
): { text: string | null; format: 'md' | 'html'; notes: NewNote[] } {
  const { raw } = source
  const whole = textIn(raw, field)
  const format = raw[`${field}_format`] === 'html' ? 'html' : 'md'
  if (whole === null) return { text: null, format, notes: [] }
  const text = cut(whole, most)
  const notes = text === whole ? [] : [noteOn(source, { code: 'shortened', params: { field, most } })]
  return { text, format, notes }
}

/** A title of at most 150 characters; a longer one stands whole at the beginning of the text. */
export function titled(source: Source, body: { text: string | null; format: 'md' | 'html' }) {
  const whole = (textIn(source.raw, 'title') ?? '').replace(/\s+/g, ' ').trim()
  const title = cut(whole, MAX_TITLE)
  if (title === whole) return { title, text: body.text, notes: [] }
  const first = body.format === 'html' ? `<p>${escaped(whole)}</p>` : `${whole}\n\n`
  const notes = [noteOn(source, { code: 'shortened', params: { field: 'title', most: MAX_TITLE } })]
  return { title, text: cut(`${first}${body.text ?? ''}`, MAX_BODY), notes }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function localeIn(raw: Raw, field = 'content_locale'): string | null {
  const code = textIn(raw, field)
  return code === null || code.length > 20 ? null : nearestLanguage(code)
}

/** The names of its tags as they are kept; the report names the first of those that are not. */
export function tagsOf(source: Source): { tags: string[]; notes: NewNote[] } {
  const names = readTags(textsIn(source.raw, 'tags'))
  const tags = names.filter((name) => checkTags([name]).length === 0).slice(0, MAX_TAGS)
  const others = names.filter((name) => !tags.includes(name)).map((name) => cut(name, MAX_TAG_NAME))
  if (others.length === 0) return { tags, notes: [] }
  const params = { tags: others.slice(0, 20).join(', '), most: MAX_TAGS, length: MAX_TAG_NAME }
  return { tags, notes: [noteOn(source, { code: 'tags', params })] }
}

const USERNAME = /^[a-z0-9][a-z0-9-]{0,62}$/

export const readUser: Reader = (source) => {
  const { raw } = source
  const written = textIn(raw, 'email')
  const email = written === null ? null : readAddress(written)
  const name = readName(cut(textIn(raw, 'name') ?? '', MAX_NAME))
  const username = textIn(raw, 'username')?.toLowerCase() ?? ''
  const data: PersonData = {
    key: keyIn(raw),
    email,
    bad_address: written === null || email !== null ? null : cut(written, 100),
    name: checkName(name).length === 0 ? name : null,
    username: USERNAME.test(username) ? username : null,
    locale: localeIn(raw, 'selected_locale'),
    time_zone: knownZone(cut(textIn(raw, 'time_zone') ?? '', 60)),
    bot: flagIn(raw, 'bot'),
  }
  return { lines: [lineOf('user', source, { ref: null, owner: null, data })] }
}

export const readGroup: Reader = (source) => {
  const { raw } = source
  if (isSet(raw, 'archived_at') || isSet(raw, 'discarded_at'))
    return leftOut('group', source, { code: 'deleted_there' })
  const name = cut(singleLine(textIn(raw, 'name') ?? '').trim(), MAX_NAME)
  if (name === '') return leftOut('group', source, { code: 'no_field', params: { field: 'name' } })
  const about = richText(source, 'description', MAX_ABOUT_GROUP)
  const data: GroupData = {
    key: keyIn(raw),
    name,
    handle: wordIn(raw, 'handle'),
    description: about.text,
    description_format: about.format,
    public: flagIn(raw, 'is_visible_to_public'),
  }
  const parts = { ref: idIn(raw, 'parent_id'), owner: idIn(raw, 'creator_id'), data }
  return { lines: [lineOf('group', source, parts)], notes: about.notes }
}

export const readMembership: Reader = (source) => {
  const { raw, now } = source
  const [ref, owner] = [idIn(raw, 'group_id'), idIn(raw, 'user_id')]
  if (ref === null) return leftOut('member', source, { code: 'no_field', params: { field: 'group_id' } })
  if (owner === null) return leftOut('member', source, { code: 'no_field', params: { field: 'user_id' } })
  if (isSet(raw, 'revoked_at') || isSet(raw, 'archived_at'))
    return leftOut('member', source, { code: 'ended_there' })
  const data: MemberData = {
    admin: flagIn(raw, 'admin'),
    title: cut(textIn(raw, 'title') ?? '', MAX_NAME) || null,
    accepted_at: timeIn(raw, 'accepted_at', now),
    inviter: idIn(raw, 'inviter_id'),
  }
  return { lines: [lineOf('member', source, { ref, owner, data })] }
}

export const readTopic: Reader = (source) => {
  const { raw, now } = source
  const about = referred(raw, 'topicable')
  if (about === null) return {}
  const { tags, notes } = tagsOf(source)
  const data: TopicData = { group: idIn(raw, 'group_id'), closed_at: timeIn(raw, 'locked_at', now), tags }
  return { lines: [lineOf('topic', source, { ref: about, owner: null, data })], notes }
}

export const readDiscussion: Reader = (source) => {
  const { raw, now } = source
  if (isSet(raw, 'discarded_at')) {
    const lines = [lineOf('gone', source, { ref: null, owner: null, data: {} })]
    return { lines, ...leftOut('thread', source, { code: 'deleted_there' }) }
  }
  const body = richText(source, 'description', MAX_BODY)
  const { title, text, notes } = titled(source, body)
  if (title === '') return leftOut('thread', source, { code: 'no_field', params: { field: 'title' } })
  const tagged = tagsOf(source)
  const data: ThreadData = {
    key: keyIn(raw),
    title,
    description: text,
    description_format: body.format,
    locale: localeIn(raw),
    closed_at: timeIn(raw, 'closed_at', now),
    updated_at: timeIn(raw, 'updated_at', now),
    topic: idIn(raw, 'topic_id'),
    tags: tagged.tags,
  }
  return {
    lines: [lineOf('thread', source, { ref: idIn(raw, 'group_id'), owner: idIn(raw, 'author_id'), data })],
    notes: [...body.notes, ...notes, ...tagged.notes],
  }
}

export const readComment: Reader = (source) => {
  const { raw, now } = source
  const thread = idIn(raw, 'discussion_id')
  const ref = referred(raw, 'parent') ?? (thread === null ? null : `Discussion:${thread}`)
  if (ref === null) return leftOut('comment', source, { code: 'no_thread' })
  const deleted = isSet(raw, 'discarded_at')
  const body = deleted ? { text: null, notes: [] } : commentBody(source)
  if (body.text === null && !deleted)
    return leftOut('comment', source, { code: 'no_field', params: { field: 'body' } })
  const data: CommentData = {
    body: body.text,
    edited_at: timeIn(raw, 'edited_at', now),
    deleted_at: deleted ? (timeIn(raw, 'discarded_at', now) ?? now.toISOString()) : null,
    deleted_by: idIn(raw, 'discarded_by'),
    locale: localeIn(raw),
    thread,
  }
  return { lines: [lineOf('comment', source, { ref, owner: idIn(raw, 'user_id'), data })], notes: body.notes }
}

/** Comments are Markdown here; one without words has the names of its files. */
function commentBody(source: Source): { text: string | null; notes: NewNote[] } {
  const { text, format, notes } = richText(source, 'body', LARGEST_HTML)
  const markdown = text !== null && format === 'html' ? markdownOfHtml(text) : text
  const words = cut(markdown ?? '', MAX_BODY)
  if (words !== (markdown ?? ''))
    return {
      text: words,
      notes: [noteOn(source, { code: 'shortened', params: { field: 'body', most: MAX_BODY } })],
    }
  if (words.trim() !== '') return { text: words, notes }
  const files = recordsIn(source.raw, 'attachments').flatMap((file) => textIn(file, 'filename') ?? [])
  return { text: files.length === 0 ? null : cut(files.join(', '), MAX_BODY), notes }
}

const REFERABLE = new Set(['Discussion', 'Comment', 'Poll', 'Stance'])

/** What a record refers to by type and id, such as Comment:7. Null: nothing that comes. */
function referred(raw: Raw, name: string): string | null {
  const type = textIn(raw, `${name}_type`) ?? ''
  const id = idIn(raw, `${name}_id`)
  return id !== null && REFERABLE.has(type) ? `${type}:${id}` : null
}

/** Public keys of the other service; they are its own, and fit its addresses. */
export function keyIn(raw: Raw): string | null {
  const key = textIn(raw, 'key')
  return key !== null && /^[A-Za-z0-9]{4,40}$/.test(key) ? key : null
}
