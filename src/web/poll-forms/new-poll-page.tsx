import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Queryable } from '../../db/sql.ts'
import { loadThreadRef } from '../../discussions/load-thread-ref.ts'
import { afterReading, firstOf, Invalid, type Problem } from '../../errors.ts'
import { loadPeople } from '../../groups/load-people.ts'
import { loadOfferedTags } from '../../groups/tags/load-tags.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { loadPollOfPerson } from '../../members/visits/load-visit.ts'
import { abilitiesIn } from '../../polls/facilitation.ts'
import { loadPollKey } from '../../polls/lists/load-poll-key.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { loadPollPlan, type PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import { startPoll } from '../../polls/start-poll.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { listedNames } from '../../users/shown-names.ts'
import { pageOf } from '../ballots/index.ts'
import type { FormState } from '../parts/form-part.tsx'
import { leftOutQuery } from '../parts/told-part.tsx'
import { inFormsWords } from '../poll-words/poll-words.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { loadRefusal, loadUnsent } from '../visits/email-note-part.tsx'
import { type Entry, enterGroup, type GroupExchange, groupPage, startInGroup } from '../visits/group-door.ts'
import { loadStarted, type Started } from '../visits/started-already-part.tsx'
import { formerKinds, isBegun } from './another-kind.ts'
import { emptyPoll } from './empty-poll.ts'
import { KEEPS_DRAFT, NewPollForm, NewPollPreview, NewPollTypes, PollStarted } from './new-poll-part.tsx'
import {
  addressOf,
  formAddressOf,
  fromQuery,
  type Place,
  typeIn,
  type UsedPoll,
} from './new-poll-place-part.tsx'
import {
  discardForms,
  draftOf,
  isThreadClosed,
  keepForm,
  keepSince,
  moveToGroup,
  takeOver,
  wayToGroup,
} from './poll-drafts.ts'
import { readPollForm } from './poll-form.ts'
import { usedAgain } from './used-again.ts'

const PEOPLE = 200
const INVALID = 422
const CONFLICT = 409

export const newPollPage = groupPage({
  path: '/new-poll',
  may: 'start',
  handleIn: groupNamed,
  show: showNewPoll,
  acts: { '/new-poll': postNewPoll },
})

/** The group's handle is in the query string, and in the form. */
function groupNamed(exchange: Exchange): string {
  const { request } = exchange
  return textOf(request.method === 'POST' ? formOf(exchange) : queryOf(request), 'group')
}

/**
 * GET /new-poll?group=HANDLE[&thread=KEY][&from=TYPE…][&type=TYPE][&again=KEY]: the types to choose from;
 * with a type, the form. `from`: what it takes over is in the draft of the first; its own draft replaces
 * those of all. `again`: the poll that fills it.
 */
async function showNewPoll(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const query = queryOf(exchange.request)
  const place = await placeOf(exchange, entry, query)
  const used = await loadUsed(exchange, place)
  const type = used?.poll.poll_type ?? typeNamed(query, 'type')
  if (type === null) return sendPage(exchange, <NewPollTypes place={place} />)
  const draft = await loadDraft(exchange.services.db.pool, draftOf(place, type))
  // What was typed since into the form of the same poll is its draft.
  if (used !== null && draft?.fields['again'] !== place.again)
    return showUsed(exchange, place, { used, draft_at: draft?.saved_at ?? null })
  const { viewer, visit } = place.entry
  const from = [...place.from, ...formerKinds(draft?.fields ?? {})]
  // An unticked box is missing in a draft: the defaults of an empty form must not tick it again.
  const own =
    draft === null
      ? emptyPoll({ type, zone: viewer.time_zone, now: visit.now })
      : { ...draft.fields, poll_type: type }
  const values = await takeOver(exchange, place, { values: own, saved_at: draft?.saved_at })
  const form = { values, problems: [], kept_at: draft?.saved_at ?? null }
  const begun = { ...place, from: [...new Set(from)].filter((kind) => kind !== type) }
  return sendPage(exchange, await formPage(exchange, begun, form))
}

/** The poll to use again, as the visitor may see it. Null: none is named. */
async function loadUsed({ services }: Exchange, { entry, again }: Place): Promise<LoadedPoll | null> {
  if (again === null) return null
  return (await loadPollOfPerson(services.db.pool, entry.viewer.id, { key: again })).loaded
}

type Used = { used: LoadedPoll; draft_at: Date | null }

async function showUsed(exchange: Exchange, place: Place, { used, draft_at }: Used): Promise<FastifyReply> {
  const { viewer, visit } = place.entry
  const values = usedAgain(used, { zone: viewer.time_zone, now: visit.now })
  const form = { values, problems: [], used: { title: used.poll.title, draft_at } }
  return sendPage(exchange, await formPage(exchange, place, form))
}

function typeNamed(fields: Fields, name: string): PollTypeName | null {
  const named = textOf(fields, name)
  return POLL_TYPE_NAMES.find((type) => type === named) ?? null
}

/** POST /new-poll: makes the poll, shows the preview, or returns the form. */
async function postNewPoll(exchange: GroupExchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const values = formOf(exchange)
  const place = await placeOf(exchange, await enterGroup(exchange), values)
  const step = stepOf(values)
  if (step === 'anew') return beginAnew(exchange, place, values)
  if (step === 'another') return chooseAnother(exchange, place, values)
  if (step === 'in_group') return moveToGroup(exchange, place, typeIn(values))
  const keeps = step !== 'start' && step !== 'look'
  const newer = keeps && (await keepForm(exchange, place, values)) === 'newer'
  if (step === 'start') return start(exchange, place, values)
  if (step === 'preview' || step === '')
    return (place.thread?.closed === true ? showClosed : preview)(exchange, place, values)
  // The form while it is being filled in, or as it is shown again, with its errors so far: responds with
  // success.
  if (step === 'check' || step === 'look')
    return sendPage(exchange, await formPage(exchange, place, { values, newer }))
  const changed = pageOf(typeIn(values)).form.change?.(values, step)
  const form = { values: changed?.values ?? values, problems: [], focus: changed?.focus ?? '', newer }
  return sendPage(exchange, await formPage(exchange, place, form))
}

/**
 * The pressed button. One that saves a draft opens no poll: without scripts its label stays while a closing
 * time is typed, and the preview asks.
 */
function stepOf(values: Fields): string {
  const step = textOf(values, 'step')
  if (step !== KEEPS_DRAFT) return step
  return textOf(values, 'closing_at').trim() === '' ? 'start' : 'preview'
}

async function start(exchange: GroupExchange, place: Place, values: Fields): Promise<FastifyReply> {
  try {
    // The form and its preview have other fields, and may both be sent again.
    const { request, plan } = await planOf(exchange, place, values)
    const { key, as_sent } = await startInGroup(exchange, {
      what: 'poll',
      values: request,
      like: [request.settings.title, request.settings.poll_type, request.discussion_id],
      start: async (act) => ({ key: await loadPollKey(act.tx, await startPoll(act, request)) }),
    })
    if (!as_sent) return await showStarted(exchange, place, { values, key })
    // Also when it was sent again, and saved again before.
    await discardForms(exchange.services.db.pool, place, values)
    return exchange.reply.redirect(
      `/p/${key}?done=started&people=${plan.told}${leftOutQuery(textOf(values, 'recipient_emails'))}`,
      303,
    )
  } catch (error) {
    if (isThreadClosed(error)) return showClosed(exchange, place, values)
    if (!(error instanceof Invalid)) throw error
    const newer = (await keepForm(exchange, place, values)) === 'newer'
    const form = { values, problems: inForm(typeIn(values), error.problems), newer }
    return sendPage(exchange, await formPage(exchange, place, form), refusedStatus(exchange, error))
  }
}

/** The form, which says that its thread is closed. */
async function showClosed(exchange: Exchange, place: Place, values: Fields): Promise<FastifyReply> {
  const kept = await keepForm(exchange, place, values)
  const kept_at = kept === 'saved' ? place.entry.visit.now : null
  // It may have been closed since the request began.
  const thread = place.thread === null ? null : { ...place.thread, closed: true }
  const form = await formPage(exchange, { ...place, thread }, { values, kept_at, newer: kept === 'newer' })
  return sendPage(exchange, form, CONFLICT)
}

type Again = { values: Fields; key: string }

/** The form was sent before, with other values: asks what is meant. What was typed since is a draft. */
async function showStarted(exchange: Exchange, place: Place, { values, key }: Again): Promise<FastifyReply> {
  await keepSince(exchange, place, values)
  const started = await loadStarted(() =>
    loadStartedPoll(exchange.services.db.pool, place.entry.viewer.id, key),
  )
  return sendPage(exchange, <PollStarted {...{ place, values, started }} />, CONFLICT)
}

async function loadStartedPoll(db: Queryable, user_id: number, key: string): Promise<Started> {
  const { visitor, ballot, loaded } = await loadPollOfPerson(db, user_id, { key })
  const person = { ...visitor, holds_ballot: ballot !== null }
  const { poll, now, decided_count: voted } = loaded
  const editable = abilitiesIn({ poll, person, now, voted }).includes('edit')
  return { path: `/p/${key}`, title: poll.title, editable }
}

async function beginAnew(exchange: Exchange, place: Place, values: Fields): Promise<FastifyReply> {
  await discardForms(exchange.services.db.pool, place, values)
  return exchange.reply.redirect(formAddressOf(place, typeIn(values)), 303)
}

/** The types to choose from; the form of the chosen one takes over what was typed. */
async function chooseAnother(exchange: Exchange, place: Place, values: Fields): Promise<FastifyReply> {
  const type = typeIn(values)
  // The other form takes over what is saved: this one is shown again if that is not its own.
  if ((await keepForm(exchange, place, values)) === 'newer')
    return sendPage(exchange, await formPage(exchange, place, { values, newer: true }), CONFLICT)
  const from = isBegun(values, type) ? [...new Set([type, ...place.from])] : []
  return exchange.reply.redirect(`${addressOf(place)}${fromQuery(from)}`, 303)
}

async function preview(exchange: Exchange, place: Place, values: Fields): Promise<FastifyReply> {
  const { request, plan, problems } = await planOf(exchange, place, values)
  if (problems.length > 0)
    return sendPage(exchange, await formPage(exchange, place, { values, problems }), INVALID)
  return sendPage(exchange, <NewPollPreview place={place} fields={values} request={request} plan={plan} />)
}

async function placeOf(exchange: Exchange, entry: Entry, fields: Fields): Promise<Place> {
  const key = textOf(fields, 'thread')
  const thread = key === '' ? null : await loadThreadRef(exchange.services.db.pool, key, entry.handle)
  const again = textOf(fields, 'again')
  return {
    entry,
    thread,
    from: formerKinds(fields),
    again: again === '' ? null : again,
    sends: sendsMail(exchange),
    refusal: await loadRefusal(exchange, entry.visit),
  }
}

function asked({ entry: { viewer, visit }, thread }: Place, fields: Fields): NewPoll {
  const group_id = visit.in_group.group.id
  return readPollForm(fields, { group_id, discussion_id: thread?.id ?? null, zone: viewer.time_zone })
}

type Planned = { request: NewPoll; plan: PollPlan; problems: Problem[] }

/** The request of a form, the resulting plan, and everything wrong with it. */
async function planOf({ services }: Exchange, place: Place, values: Fields): Promise<Planned> {
  const { viewer, visit } = place.entry
  const request = asked(place, values)
  const plan = await loadPollPlan(services.db.pool, request, { author_id: viewer.id, now: visit.now })
  const problems = inForm(request.settings.poll_type, firstOf(afterReading(plan.problems, request.problems)))
  return { request, plan, problems }
}

/**
 * The problems as this form has them, with options as it calls them: of a form whose options are not typed,
 * missing ones have their own.
 */
function inForm(type: PollTypeName, problems: Problem[]): Problem[] {
  const { no_options } = pageOf(type).form
  const called = inFormsWords(type, problems)
  if (no_options === undefined) return called
  return called.map((one) => (one.field === 'options' && one.code === 'blank' ? no_options : one))
}

type Sent = Omit<FormState, 'problems' | 'voice'> &
  Partial<Pick<FormState, 'problems'>> & { kept_at?: Date | null; used?: UsedPoll | null; newer?: boolean }

/** The form; by default with all problems found. */
async function formPage(exchange: Exchange, place: Place, sent: Sent): Promise<VNode> {
  const { visit } = place.entry
  const { kept_at = null, used = null, newer = false } = sent
  const { pool } = exchange.services.db
  const group_id = visit.in_group.group.id
  const { items, more } = await loadPeople(pool, { group_id, which: 'joined', per: PEOPLE, from: 0 })
  const users = items.map(({ user }) => user)
  const names = [...listedNames(users, visit.abilities.includes('administer'))]
  const { problems, ...planned } = await planOf(exchange, place, sent.values)
  return (
    <NewPollForm
      place={place}
      form={{ problems, ...sent }}
      people={{ choices: names.map(([id, label]) => ({ value: String(id), label })), more }}
      offered={await loadOfferedTags(pool, group_id)}
      kept_at={kept_at}
      newer={newer}
      used={used}
      way={kept_at === null ? 'none' : await wayToGroup(exchange, place, typeIn(sent.values))}
      unsent={await loadUnsent(exchange, place.entry)}
      {...planned}
    />
  )
}
