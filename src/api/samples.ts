import { agreeing } from './agreeing-samples.ts'
import { bodySchema, type Content, type Operation, type Schema } from './document.ts'
import { RECORDS, SAMPLE_ID, SAMPLE_TIME } from './sample-records.ts'

/** Examples generated from the document, where it has none of its own. */

const TEXTS: Record<string, string> = {
  key: 'q3VbTn8K',
  handle: 'mill-lane',
  title: 'Paint the hall blue?',
  name: 'Mill Lane Co-op',
  full_name: 'Mill Lane Co-op',
  label: 'Agree',
  user_email: 'ada@mill.example',
  emails: 'ada@mill.example',
  added_emails: 'ada@mill.example',
  removed_emails: 'ben@mill.example',
  kind: 'poll_created',
  avatar_initials: 'AL',
  avatar_kind: 'initials',
  root: 'polls',
  time_zone: 'UTC',
  locale: 'en',
}

/** The filled arrays of a response, by the endpoint's subject. */
const FILLED: Record<string, string[]> = {
  Discussions: ['discussions', 'events', 'users', 'groups'],
  Comments: ['comments', 'discussions', 'events', 'users', 'groups'],
  Polls: ['polls', 'poll_options', 'events', 'users', 'groups'],
  Memberships: ['memberships', 'users', 'groups'],
  Groups: ['groups'],
  Events: ['events', 'users', 'groups'],
  Webhooks: ['webhooks', 'webhook_deliveries', 'groups'],
}

/** A successful response: the document's own example, or one generated from the schema. */
export function sampleAnswer(operation: Operation): unknown {
  const { content = {}, description = '' }: { content?: Content; description?: string } =
    operation.responses['200'] ?? {}
  const { schema = {}, example } = content['application/json'] ?? {}
  if (example !== undefined) return example
  const generated = sampleOf(schema, '')
  if (!isRecord(generated)) return generated
  const filled = FILLED[operation.tags?.[0] ?? '']
  // "The poll: polls[0]." names the main record.
  const root = /\b(\w+)\[0\]/.exec(description)?.[1] ?? filled?.[0]
  const asked = bodySchema(operation)
  const body = asked === null ? {} : sampleBody(asked)
  const sample = agreeing(
    { sample: generated, root },
    { id: operation.operationId ?? '', body, time: SAMPLE_TIME },
  )
  if (filled === undefined || !('meta' in sample)) return sample
  const has_tags = Array.isArray(body['tags'])
  const shown = Object.entries(sample).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== root && !filled.includes(name) && !(has_tags && name === 'tags')
      ? []
      : value,
  ])
  const meta = isRecord(sample['meta']) ? sample['meta'] : {}
  const isCounted = operation.operationId?.startsWith('list') === true && mayBeCounted(schema)
  return { ...Object.fromEntries(shown), meta: { ...meta, root, total: isCounted ? 1 : null } }
}

function mayBeCounted({ properties = {} }: Schema): boolean {
  return properties['meta']?.properties?.['total']?.type !== 'null'
}

/** The body of a first request: all required fields, and those with an example in the document. */
export function sampleBody(schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const shown = Object.entries(properties).filter(
    ([name, field]) => name !== 'api_key' && (required.includes(name) || field.examples !== undefined),
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, name)]))
}

/** One value that fits the schema; `name` is the field's, '' for the root. */
export function sampleOf(schema: Schema, name: string): unknown {
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default
  if (given !== undefined) return given
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {}, name)
  if (schema.enum !== undefined) return schema.enum[0]
  const type = Array.isArray(schema.type)
    ? schema.type.includes('null')
      ? 'null'
      : schema.type[0]
    : schema.type
  switch (type) {
    case 'object':
      return sampleRecord(schema)
    case 'array':
      return sampleList(schema, name)
    case 'integer':
      return name.endsWith('id') ? SAMPLE_ID : Math.max(1, schema.minimum ?? 1)
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time' ? SAMPLE_TIME : sampleText(name)
    default:
      return null
  }
}

function sampleRecord({ title = '', properties = {} }: Schema): Record<string, unknown> {
  const like = Object.hasOwn(RECORDS, title) ? (RECORDS[title] ?? {}) : {}
  return Object.fromEntries(
    Object.entries(properties).map(([field, inner]) => [
      field,
      Object.hasOwn(like, field) ? like[field] : sampleOf(inner, field),
    ]),
  )
}

/** A list of records has one; lists described as always empty stay empty. */
function sampleList({ items = {}, description = '' }: Schema, name: string): unknown[] {
  if (description.startsWith('Always empty')) return []
  return items.properties !== undefined || name === 'emails' || name.endsWith('_emails')
    ? [sampleOf(items, name)]
    : []
}

function sampleText(name: string): string {
  return Object.hasOwn(TEXTS, name) ? (TEXTS[name] ?? '') : '…'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
