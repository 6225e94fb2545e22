import type { Act } from '../../db/db.ts'
import { Invalid, type Problem, refuse } from '../../errors.ts'
import { joinTags, splitTags } from '../../groups/tags/tag.ts'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { loadOpeningReach } from '../../notifications/load-mail-reach.ts'
import { editPoll } from '../../polls/edit-poll.ts'
import { openPoll, openPollQuietly } from '../../polls/open-poll.ts'
import { checkClosing, HIDE_RESULTS, pollState } from '../../polls/poll.ts'
import { type AskedEdit, editProblems } from '../../polls/poll-edit.ts'
import { checkAdded } from '../../polls/poll-option.ts'
import { readClosing } from '../parts/time-fields.ts'
import { leftOutQuery } from '../parts/told-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { UNCHANGED } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { addedAsTyped } from './added-times-part.tsx'
import { closingText, losesReminder } from './closing-field-part.tsx'
import { meaningValues, readMeanings } from './option-meanings-part.tsx'
import type { ToolForm } from './poll-tool-part.tsx'
import { readRules, ruleValues } from './rule-fields-part.tsx'

// Reads the forms for managing a poll, and says what was done by them.

/** Throws Invalid if the time cannot be read. */
export function closingOrFail({ visit }: PollView, exchange: Exchange): Date {
  const { at, problems } = readClosing(formText(exchange, 'closing_at'), visit.visitor.time_zone)
  if (at === null) throw new Invalid(problems)
  return at
}

/** What is wrong with the typed closing time, as the action would say it. */
export function closingProblems({ visit }: PollView, exchange: Exchange): Problem[] {
  const { at, problems } = readClosing(formText(exchange, 'closing_at'), visit.visitor.time_zone)
  return [...problems, ...checkClosing(at, visit.loaded.now)]
}

/** Opens the draft; returns how many people get a mail. Only a form that says so notifies nobody. */
export async function openAsTyped(act: Act, view: PollView, exchange: Exchange): Promise<number> {
  const { poll } = view.visit.loaded
  const closing_at = closingOrFail(view, exchange)
  if (formText(exchange, 'tell') === 'nobody') {
    await openPollQuietly(act, poll.id, closing_at)
    return 0
  }
  await openPoll(act, poll.id, closing_at)
  return loadOpeningReach(act.tx, poll, view.visit.visitor.id)
}

/** Options as stored: times without a zone are in the form's zone. */
export function optionsOrFail(view: PollView, exchange: Exchange): string[] {
  const { names, problems } = addedAsTyped(view, formOf(exchange))
  // Those that can be read are checked again when they are added.
  if (problems.length > 0) refuse(typedOptionProblems(view, exchange))
  return names
}

/** What is wrong with the options typed so far, as adding them would say. */
export function typedOptionProblems(view: PollView, exchange: Exchange): Problem[] {
  const { poll, options } = view.visit.loaded
  const { names, problems } = addedAsTyped(view, formOf(exchange))
  if (names.length === 0 && problems.length > 0) return problems
  const present = options.map(({ name }) => name)
  return [...problems, ...checkAdded(poll.poll_type, present, names)]
}

/** Changes the poll according to the form. False: the form has nothing else than the poll. */
export function editAsTyped(act: Act, view: PollView, exchange: Exchange): Promise<boolean> {
  return editPoll(act, view.visit.loaded.poll.id, askedEdit(view, exchange))
}

/** What is wrong with the typed edit, as saving it would say. */
export function typedEditProblems(view: PollView, exchange: Exchange): Problem[] {
  const { poll, options, now } = view.visit.loaded
  return editProblems(poll, askedEdit(view, exchange), { options, now })
}

/** What a poll has, as values of the form that edits it. */
export function editValues(view: PollView): Fields {
  const { poll, options } = view.visit.loaded
  const { title, details, hide_results, tags } = poll
  return {
    title,
    details: details ?? '',
    hide_results,
    closing_at: closingText(view),
    tags: joinTags(tags),
    ...ruleValues(poll),
    ...meaningValues(options),
  }
}

function askedEdit(view: PollView, exchange: Exchange): AskedEdit {
  const { poll, options } = view.visit.loaded
  const { count_method, seats, budget } = poll
  const details = formText(exchange, 'details')
  const hiding = formText(exchange, 'hide_results')
  const closing = closingAsTyped(view, exchange)
  const { rules, problems } = rulesAsTyped(view, exchange)
  const edit = {
    title: formText(exchange, 'title').trim(),
    details: details.trim() === '' ? null : details,
    closing_at: closing.at,
    hide_results: HIDE_RESULTS.find((one) => one === hiding) ?? poll.hide_results,
    count_method,
    seats,
    budget,
    ...rules,
  }
  const meanings = readMeanings(options, bodyOf(exchange.request).fields)
  return { edit, problems: [...closing.problems, ...problems], meanings, tags: tagsAsTyped(exchange) }
}

/** Undefined: the form has no such field. */
function tagsAsTyped(exchange: Exchange): string[] | undefined {
  const { tags } = bodyOf(exchange.request).fields
  return tags === undefined ? undefined : splitTags(formText(exchange, 'tags'))
}

/** Once voting has opened the form has no rules. */
function rulesAsTyped({ visit: { loaded } }: PollView, { request }: Exchange) {
  if (pollState(loaded.poll, loaded.now).is === 'draft')
    return readRules(bodyOf(request).fields, loaded.poll.thresholds)
  const { quorum_pct, thresholds, no_block } = loaded.poll
  return { rules: { quorum_pct, thresholds, no_block }, problems: [] }
}

/** An unchanged closing time keeps its milliseconds: fields show minutes. */
function closingAsTyped(view: PollView, exchange: Exchange): { at: Date | null; problems: Problem[] } {
  const { closing_at } = view.visit.loaded.poll
  const typed = formText(exchange, 'closing_at')
  if (closing_at === null || typed === closingText(view)) return { at: closing_at, problems: [] }
  return readClosing(typed, view.visit.visitor.time_zone)
}

/** The query string of the poll's page after the action; `made`: what it returned. */
export function doneQuery({ name, link }: ToolForm, made: number | false | null): string {
  if (made === false) return `?done=${UNCHANGED}`
  if (link.done === undefined) return ''
  return `?done=${name}${made === null ? '' : `&people=${made}`}`
}

/** What its page says beside it: about names that were left out, or a reminder that does not go out. */
export function toldQuery({ name }: ToolForm, view: PollView, exchange: Exchange): string {
  if (name === 'invite') return leftOutQuery(formText(exchange, 'emails'))
  return losesReminder(view, formText(exchange, 'closing_at')) ? '&reminder=none' : ''
}
