import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { loadThreadRef, type ThreadRef } from '../../discussions/load-thread-ref.ts'
import { firstOf, Invalid, type Problem } from '../../errors.ts'
import { type GroupPerson, loadPeople, type Page } from '../../groups/load-people.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { loadPollKey } from '../../polls/lists/load-poll-key.ts'
import { loadPollPlan, type PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import { typeName } from '../../polls/poll-words.ts'
import { startPoll } from '../../polls/start-poll.ts'
import { DEFAULT_POLL_TYPE, POLL_TYPE_NAMES, type PollTypeName, pollType } from '../../polls/types/index.ts'
import { count } from '../../text/counted.ts'
import { BallotPicture } from '../ballots/picture-part.tsx'
import { Faults, type FormState, formVoice, Hidden } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { requireSameOrigin } from '../request/same-origin.ts'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { nameOf } from '../visits/group-frame-part.tsx'
import { emptyPoll, FIELD_NAMES, labelsOf, readPollForm } from './poll-form.ts'
import { PollFieldsPart } from './poll-form-part.tsx'
import { PollPreview } from './poll-preview-part.tsx'

const PEOPLE = 200
const INVALID = 422

/** Where the poll is to be made. */
type Place = { entry: Entry; thread: ThreadRef | null }

export const newPollPage = groupPage({
  path: '/new-poll',
  may: 'start',
  handleIn: groupNamed,
  show: showNewPoll,
  acts: { '/new-poll': postNewPoll },
})

/** The group is named in the address's query, and in the form. */
function groupNamed(exchange: Exchange): string {
  const { request } = exchange
  return textOf(request.method === 'POST' ? formOf(exchange) : queryOf(request), 'group')
}

/** GET /new-poll?group=HANDLE[&thread=KEY][&type=TYPE]: the types to choose from, then the form. */
async function showNewPoll(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const query = queryOf(exchange.request)
  const place = await placeOf(exchange, entry, query)
  const asked = textOf(query, 'type')
  const type = POLL_TYPE_NAMES.find((name) => name === asked)
  if (type === undefined) return sendPage(exchange, <TypesPage place={place} />)
  const { viewer, visit } = place.entry
  const values = emptyPoll({ type, zone: viewer.time_zone, now: visit.now })
  return sendPage(exchange, await formPage(exchange, place, { values, problems: [] }))
}

/** POST /new-poll: shows what would come of it; makes it; or goes back to the form. */
async function postNewPoll(exchange: GroupExchange): Promise<FastifyReply> {
  const { request, services, reply } = exchange
  requireSameOrigin(request, services.config.public_url)
  const fields = formOf(exchange)
  const place = await placeOf(exchange, await enterGroup(exchange), fields)
  const step = textOf(fields, 'step')
  if (step === 'edit')
    return sendPage(exchange, await formPage(exchange, place, { values: fields, problems: [] }))
  if (step !== 'start') return preview(exchange, place, fields)
  try {
    const key = await changeInGroup(exchange, async (act) =>
      loadPollKey(act.tx, await startPoll(act, asked(place, fields))),
    )
    return reply.redirect(`/p/${key}`, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const page = await formPage(exchange, place, { values: fields, problems: error.problems })
    return sendPage(exchange, page, refusedStatus(exchange, error))
  }
}

async function placeOf(exchange: Exchange, entry: Entry, fields: Fields): Promise<Place> {
  const key = textOf(fields, 'thread')
  const thread = key === '' ? null : await loadThreadRef(exchange.services.db.pool, key, entry.handle)
  return { entry, thread }
}

function asked({ entry: { viewer, visit }, thread }: Place, fields: Fields): NewPoll {
  const group_id = visit.in_group.group.id
  return readPollForm(fields, { group_id, discussion_id: thread?.id ?? null, zone: viewer.time_zone })
}

async function preview(exchange: Exchange, place: Place, fields: Fields): Promise<FastifyReply> {
  const { viewer, visit } = place.entry
  const request = asked(place, fields)
  const plan = await loadPollPlan(exchange.services.db.pool, request, {
    author_id: viewer.id,
    now: visit.now,
  })
  const problems = allOf(request.problems, plan.problems)
  if (problems.length > 0)
    return sendPage(exchange, await formPage(exchange, place, { values: fields, problems }), INVALID)
  return sendPage(exchange, <PreviewPage place={place} fields={fields} request={request} plan={plan} />)
}

/** What was found when the form was read, and what is wrong with fields that could be read. */
function allOf(read: Problem[], found: Problem[]): Problem[] {
  const unread = new Set(read.map(({ field }) => field))
  return firstOf([...read, ...found.filter(({ field }) => !unread.has(field))])
}

async function formPage({ services }: Exchange, place: Place, sent: FormState): Promise<VNode> {
  const form = { ...sent, voice: formVoice(labelsOf(typeOf(sent)), place.entry.viewer.time_zone) }
  const group_id = place.entry.visit.in_group.group.id
  const people = await loadPeople(services.db.pool, { group_id, which: 'joined', per: PEOPLE, from: 0 })
  return <FormPage place={place} form={form} people={people} />
}

function Frame({
  place,
  title,
  children,
}: {
  place: Place
  title: string
  children: ComponentChildren
}): VNode {
  const { entry, thread } = place
  const name = nameOf(entry.visit)
  return (
    <Layout
      title={title}
      group_name={name}
      viewer={entry.viewer}
      crumbs={[
        { label: name, href: `/g/${entry.handle}` },
        ...(thread === null ? [] : [{ label: thread.title, href: `/d/${thread.key}` }]),
      ]}
    >
      {children}
    </Layout>
  )
}

function TypesPage({ place }: { place: Place }): VNode {
  const { entry, thread } = place
  const rest = thread === null ? '' : `&thread=${thread.key}`
  return (
    <Frame place={place} title="New poll">
      <h1>What kind of poll?</h1>
      <p>
        <a href="/help/facilitating#types">When to choose which</a>
      </p>
      <ul class="types bare">
        {POLL_TYPE_NAMES.map((type) => (
          <li key={type}>
            <BallotPicture type={type} />
            <div>
              <a href={`/new-poll?group=${entry.handle}${rest}&type=${type}`}>{typeName(type)}</a>
              <p>{pollType(type).words.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function typeOf({ values }: FormState): PollTypeName {
  return POLL_TYPE_NAMES.find((name) => name === values['poll_type']) ?? DEFAULT_POLL_TYPE
}

function FormPage({
  place,
  form,
  people,
}: {
  place: Place
  form: FormState
  people: Page<GroupPerson>
}): VNode {
  const type = typeOf(form)
  const { entry, thread } = place
  return (
    <Frame place={place} title={`New ${typeName(type).toLowerCase()}`}>
      <header>
        <p class="kicker">New poll</p>
        <h1>{typeName(type)}</h1>
        <p>
          {`${pollType(type).words.summary} `}
          <a href={`/new-poll?group=${entry.handle}${thread === null ? '' : `&thread=${thread.key}`}`}>
            Choose another kind
          </a>
        </p>
      </header>
      <Faults problems={form.problems} labels={labelsOf(type)} voice={form.voice} />
      <form method="post" action="/new-poll" class="stack" novalidate>
        <Going place={place} type={type} />
        <PollFieldsPart form={form} type={type} zone={entry.viewer.time_zone} people={people} />
        <button class="button" type="submit" name="step" value="preview">
          See how it will look
        </button>
      </form>
    </Frame>
  )
}

/** What goes along with every form of a new poll. */
function Going({ place, type }: { place: Place; type: PollTypeName }): VNode {
  return (
    <>
      <input type="hidden" name="group" value={place.entry.handle} />
      <ToldIn zone={place.entry.viewer.time_zone} />
      {place.thread !== null && <input type="hidden" name="thread" value={place.thread.key} />}
      <input type="hidden" name="poll_type" value={type} />
    </>
  )
}

const GOING = ['group', 'thread', 'poll_type']

type PreviewProps = { place: Place; fields: Fields; request: NewPoll; plan: PollPlan }

function PreviewPage({ place, fields, request, plan }: PreviewProps): VNode {
  const { viewer, visit } = place.entry
  const { settings } = request
  return (
    <Frame place={place} title="Preview">
      <header>
        <p class="kicker">Preview</p>
        <h1>{settings.closing_at === null ? 'Keep this draft?' : 'Start this poll?'}</h1>
      </header>
      <PollPreview request={request} plan={plan} zone={viewer.time_zone} now={visit.now} />
      <form method="post" action="/new-poll" class="row">
        <Once />
        <Going place={place} type={settings.poll_type} />
        <Hidden values={fields} names={FIELD_NAMES.filter((name) => !GOING.includes(name))} />
        <button class="button" type="submit" name="step" value="start">
          {startWords(settings.closing_at === null, plan.told)}
        </button>
        <button class="button plain" type="submit" name="step" value="edit">
          Change something
        </button>
      </form>
    </Frame>
  )
}

/** What the button does, all of it. */
function startWords(draft: boolean, told: number): string {
  const doing = draft ? 'Keep as a draft' : 'Start poll'
  if (told === 0) return doing
  return `${doing} and tell ${count(told, 'person', 'people')}`
}
