import { POLL_TYPE_NAMES, type PollTypeName, pollType } from '../polls/types/index.ts'
import { PROGRAM, SAMPLE_ID, WEBHOOK_SECRET } from './sample-records.ts'

/** Makes the example of a response agree with the example of its request. */

export type Json = { [name: string]: unknown }

/** A response in an example; `root`: the list with its main record, if it has one. */
type Answer = { sample: Json; root: string | undefined }
/** `id`: of the operation. */
type Asked = { id: string; body: Json; time: string }

/** The example of a response after this request: what was asked for is what is shown. */
export function agreeing({ sample, root }: Answer, { id, body, time }: Asked): Json {
  const [main] = recordsIn(sample, root ?? '')
  if (main === undefined) return { ...sample, ...membersAdded(sample, body) }
  const asked = { ...main, ...namedAlike(main, body), ...effectOf(id, main, time) }
  if ('role' in body && 'admin' in main) Object.assign(asked, { admin: body['role'] === 'admin' })
  const tags = tagsIn(sample, body)
  if (tags.length > 0 && 'tag_ids' in main) Object.assign(asked, { tag_ids: tags.map((tag) => tag['id']) })
  const answer = {
    ...sample,
    [root ?? '']: [asked],
    ...(tags.length > 0 && { tags }),
    ...besides(id, sample),
  }
  return { ...answer, ...pollsIn(answer, body) }
}

/** The events of new records. */
const MADE: { readonly [id: string]: Json } = {
  createDiscussion: { kind: 'new_discussion', type: 'Discussion', discussion_id: SAMPLE_ID },
  createComment: { kind: 'new_comment', type: 'Comment', discussion_id: SAMPLE_ID },
  createPoll: { kind: 'poll_created', type: 'Poll' },
  createOutcome: { kind: 'outcome_created', type: 'Outcome' },
}

/** The records around the main one: a key makes what it creates, and a new webhook has no deliveries yet. */
function besides(id: string, sample: Json): Json {
  const made = MADE[id]
  const events = made === undefined ? [] : recordsIn(sample, 'events')
  return {
    ...(id.startsWith('create') && {
      users: recordsIn(sample, 'users').map((user) => ({ ...user, ...PROGRAM })),
    }),
    ...(events.length > 0 && { events: events.map((event) => ({ ...event, ...eventOf(made) })) }),
    ...(DELIVERS.has(id) ? {} : 'webhook_deliveries' in sample && { webhook_deliveries: [] }),
  }
}

const eventOf = ({ kind, type, discussion_id = null }: Json = {}) => ({
  kind,
  discussion_id,
  eventable_type: type,
  eventable: { type, id: SAMPLE_ID },
})

function recordsIn(sample: Json, name: string): Json[] {
  const list = sample[name]
  return Array.isArray(list) ? (list as Json[]) : []
}

/** The answers with the secret of a webhook, and those with its deliveries. */
const SECRET_IN = new Set(['createWebhook', 'rotateWebhook'])
const DELIVERS = new Set(['showWebhook', 'testWebhook', 'sendDeliveryAgain'])

/** The fields of a request that its record has too. */
function namedAlike(record: Json, body: Json): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in record))
}

function effectOf(id: string, record: Json, time: string): Json {
  if (SECRET_IN.has(id)) return { secret: WEBHOOK_SECRET }
  return id.startsWith('close') && 'closed_at' in record ? { closed_at: time } : {}
}

function membersAdded(sample: Json, { emails }: Json): Json {
  return 'added_emails' in sample && Array.isArray(emails) ? { added_emails: emails, removed_emails: [] } : {}
}

function tagsIn(sample: Json, { tags }: Json): Json[] {
  const [tag] = recordsIn(sample, 'tags')
  if (tag === undefined || !Array.isArray(tags)) return []
  return tags.map((name, place) => ({ ...tag, id: numbered(tag, place), name }))
}

const numbered = (record: Json, place: number) => Number(record['id']) + place

/** A poll with the options, their results and the ballot that belong together. */
function pollsIn(sample: Json, body: Json): Json {
  const [poll] = recordsIn(sample, 'polls')
  const [option] = recordsIn(sample, 'poll_options')
  if (poll === undefined || option === undefined) return {}
  const { poll_type, names } = optionsOf(poll, body)
  const options = names.map((name, place) => ({
    ...option,
    ...{ id: numbered(option, place), name, label: capital(name), priority: place },
    ...signOf(poll_type, name),
  }))
  const [result] = recordsIn(poll, 'results')
  const shown = {
    ...poll,
    poll_type,
    // It closes because it was opened.
    ...(poll['closing_at'] !== null && poll['opened_at'] === null && { opened_at: poll['created_at'] }),
    poll_option_names: names,
    poll_option_ids: options.map(({ id }) => id),
    stance_counts: options.map(() => 0),
    results: options.map(({ id, name }) => ({ ...result, poll_option_id: id, name })),
    open_results: [],
  }
  const stances = recordsIn(sample, 'stances').map((stance) => ({ ...stance, ...scoresIn(options, body) }))
  return { polls: [shown], poll_options: options, stances }
}

function optionsOf(poll: Json, { options }: Json): { poll_type: unknown; names: readonly string[] } {
  const poll_type = POLL_TYPE_NAMES.find((name) => name === poll['poll_type'])
  const own = poll_type === undefined ? null : pollType(poll_type)
  if (!Array.isArray(options)) return { poll_type, names: own?.default_options ?? [] }
  // Who names options of their own has a type that takes them.
  const taking: PollTypeName = 'poll'
  return { poll_type: own?.allowed_options === null ? poll_type : taking, names: options.map(String) }
}

/** The sign and the colour of a position. */
function signOf(type: unknown, name: string): Json {
  const poll_type = POLL_TYPE_NAMES.find((known) => known === type)
  const position = poll_type === undefined ? undefined : pollType(poll_type).positions?.[name]
  return position === undefined ? {} : { icon: name, color: position.color }
}

function scoresIn(options: { id: number; name: string }[], { choices }: Json): Json {
  if (typeof choices !== 'object' || choices === null) return {}
  const scores = Object.entries(choices).map(([name, score]) => [
    options.find((option) => option.name === name)?.id,
    score,
  ])
  return { option_scores: Object.fromEntries(scores) }
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
