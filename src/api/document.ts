/** The parts of the OpenAPI document that the help page uses. */

export type Schema = {
  /** Such as #/components/schemas/Poll, in the document as it is served. */
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: (string | number | null)[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  deprecated?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

export type Content = Record<string, { schema?: Schema; example?: unknown }>

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  deprecated?: boolean
  schema?: Schema
}

export type Operation = {
  operationId?: string
  deprecated?: boolean
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}

export type ApiDocument = {
  info: { title: string; version: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; securitySchemes?: object }
}

/** One call of the API. */
export type Endpoint = { id: string; method: string; path: string; operation: Operation }

/** The endpoints under a heading of the document. */
export type Chapter = { name: string; about: string; endpoints: Endpoint[] }

/** A field of a request or record, for the help page. */
export type Field = { name: string; schema: Schema; required: boolean; about: string }

/** The document's endpoints by tag, both in the document's order. */
export function chapters(document: ApiDocument): Chapter[] {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => endpoint(method, path, operation)),
  )
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    about: description,
    endpoints: all.filter(({ operation }) => operation.tags?.includes(name)),
  }))
}

function endpoint(method: string, path: string, operation: Operation): Endpoint {
  return {
    id: operation.operationId ?? anchor(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    operation,
  }
}

/** A text as an anchor on the page. */
export function anchor(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The fields of an object, required ones first. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    about: schema.description ?? '',
  }))
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)]
}

/** The JSON body of a request, if it has one. */
export function bodySchema({ requestBody }: Operation): Schema | null {
  return requestBody?.content['application/json']?.schema ?? null
}

/** "integer or null", "list of text": the type as text. */
export function typeWords(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => one.title ?? typeWords(one)).join(' or ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object']
  const words = types.map((type) =>
    type === 'array' ? `list of ${listed(schema.items ?? {})}s` : (TYPE_WORDS[type] ?? type),
  )
  return schema.format === 'date-time' ? ['time', ...words.slice(1)].join(' or ') : words.join(' or ')
}

const TYPE_WORDS: Record<string, string> = { string: 'text' }

function listed(items: Schema): string {
  return items.title === undefined ? typeWords(items) : `${items.title} record`
}
