import { readPollChanges } from '../api/change-params.ts'
import { type Exchange, tellIgnored } from '../api/exchange.ts'
import { readClosing } from '../api/poll-params.ts'
import type { Act } from '../db/db.ts'
import { type Problem, problem } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { readChanges } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { addOptions } from '../polls/add-options.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { holdPoll } from '../polls/hold-poll.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { openPoll } from '../polls/open-poll.ts'
import { pollState } from '../polls/poll.ts'
import { OptionEdits, unwrapped } from './params.ts'
import { inKeptFormat } from './texts.ts'

/**
 * Applies the body's changes to a poll: settings, then new options, then, for a draft with a closing time,
 * its opening. Invalid names each field that fails; Conflict: the poll is closed.
 */
export async function changePoll(
  act: Act,
  { poll: { id, group_id }, options }: Pick<LoadedPoll, 'poll' | 'options'>,
  { request, reply }: Exchange,
): Promise<void> {
  const { poll, now } = await holdPoll(act, group_id, { id })
  const given = unwrapped(bodyOf(request), 'poll')
  const kept = inKeptFormat(given.body, 'details', poll.details_format)
  const added = addedIn(kept.body, options)
  const opening = openingIn(added.body, pollState(poll, now).is === 'draft')
  const { problems, ignored, ...asks } = readPollChanges(poll, now, opening.body)
  tellIgnored(reply, [...ignored, ...given.overruled])
  const earlier = [...kept.problems, ...added.problems, ...opening.problems, ...problems]
  await editPoll(act, id, { ...asks, problems: earlier })
  if (added.names.length > 0) await addOptions(act, id, added.names)
  if (opening.closing_at !== null) await openPoll(act, id, opening.closing_at)
}

/** The new options in a body. Problems: an existing one is missing. */
function addedIn(
  given: Body,
  present: Pick<LoadedPoll['options'][number], 'name'>[],
): { body: Body; names: string[]; problems: Problem[] } {
  const { options, 'options[]': listed, ...others } = given.fields
  const body = { ...given, fields: others }
  // JSON may use the name `name[]`, like forms.
  const spelt = {
    ...(options === undefined ? {} : { options }),
    ...(listed === undefined ? {} : { 'options[]': listed }),
  }
  const { values, problems } = readChanges(OptionEdits, { ...given, fields: spelt })
  if (Object.keys(spelt).length === 0 || problems.length > 0) return { body, names: [], problems }
  const named = values.options ?? []
  const names = named.filter((name) => !present.some((one) => one.name === name))
  const missing = present.filter(({ name }) => !named.includes(name))
  if (missing.length === 0) return { body, names, problems: [] }
  return { body, names, problems: [problem('options', 'options_missing')] }
}

/** The closing time for opening a draft. Null: it stays a draft, or the poll is none. */
function openingIn(body: Body, draft: boolean): { body: Body; closing_at: Date | null; problems: Problem[] } {
  const { closing_at, ...others } = body.fields
  if (!draft || typeof closing_at !== 'string') return { body, closing_at: null, problems: [] }
  const text = closing_at.trim() === '' ? null : closing_at
  return { body: { ...body, fields: others }, ...readClosing(text) }
}
