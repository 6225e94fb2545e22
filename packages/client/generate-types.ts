/**
 * TypeScript from an OpenAPI document: a type for each record, the input and response of each call, and its
 * route.
 */

type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  deprecated?: boolean
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
}

type Content = Record<string, { schema?: Schema }>

type Operation = {
  operationId: string
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Types by name, with the schema each was made from. */
type Named = Map<string, { text: string; made_of: string }>

type Call = { method: string; path: string; operation: Operation }

const HEAD = `// Written by "npm run client" from the OpenAPI document of the service. Changes made here are lost.
`

/** The whole file. */
export function typesOf(document: OpenApi): string {
  const named: Named = new Map()
  const write = writer(document, named)
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ method, path, operation })),
  )
  const inputs = calls.map(
    (call) => `${about(call.operation)}${call.operation.operationId}: ${inputOf(call, write)}`,
  )
  const answers = calls.map(({ operation }) => `${operation.operationId}: ${write(answerOf(operation))}`)
  const items = calls.flatMap((call) => {
    const list = listOf(call, document)
    return list === null
      ? []
      : [`${call.operation.operationId}: Answers['${call.operation.operationId}']['${list}'][number]`]
  })
  const problem = Object.values(calls[0]?.operation.responses ?? {})
    .map(({ content }) => content?.['application/problem+json']?.schema)
    .find((schema) => schema !== undefined)
  if (problem !== undefined)
    named.set('Problem', { text: objectOf(resolved(problem, document), write), made_of: '' })
  return [
    HEAD,
    ...[...named].map(([name, { text }]) => `export type ${name} = ${text}\n`),
    `/** What each call takes: its path, its query and its body together. */\nexport type Inputs = ${block(inputs)}\n`,
    `/** What each call answers. */\nexport type Answers = ${block(answers)}\n`,
    `/** The records of each list. */\nexport type Items = ${block(items)}\n`,
    `export const OPERATIONS = {\n${calls.map((call) => `  ${described(call, document)},\n`).join('')}} as const\n`,
  ].join('\n')
}

/** Writes a schema as a type; records with a title become types of that name. */
function writer(document: OpenApi, named: Named): (schema: Schema) => string {
  const write = (schema: Schema): string => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? ''
      return record(name, resolved(schema, document))
    }
    if (schema.title !== undefined && schema.properties !== undefined)
      return record(pascal(schema.title), schema)
    return plain(schema, write)
  }
  const record = (name: string, schema: Schema): string => {
    const made_of = JSON.stringify(schema, (field, value) => (field === 'description' ? undefined : value))
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`
      const known = named.get(candidate)
      if (known?.made_of === made_of) return candidate
      if (known !== undefined) continue
      // Before its content: the name is reserved.
      const entry = { text: '', made_of }
      named.set(candidate, entry)
      entry.text = objectOf(schema, write)
      return candidate
    }
  }
  return write
}

function plain(schema: Schema, write: (schema: Schema) => string): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(write))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => ofType(type, schema, write)).join(' | ')
}

function ofType(type: string, schema: Schema, write: (schema: Schema) => string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const items = write(schema.items ?? {})
      return /[ |]/.test(items) ? `(${items})[]` : `${items}[]`
    }
    case 'object':
      return objectOf(schema, write)
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

function objectOf(schema: Schema, write: (schema: Schema) => string): string {
  const { properties, required = [], additionalProperties, patternProperties } = schema
  if (properties === undefined) {
    const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties
    return `Record<string, ${typeof values === 'object' ? write(values) : 'unknown'}>`
  }
  const fields = Object.entries(properties).filter(([name]) => name !== 'api_key')
  return block(
    fields.map(
      ([name, field]) => `${about(field)}${key(name)}${required.includes(name) ? '' : '?'}: ${write(field)}`,
    ),
  )
}

/** Path, query and body of a call as one object. */
function inputOf({ operation }: Call, write: (schema: Schema) => string): string {
  const parameters = (operation.parameters ?? []).filter(
    (one) => one.in !== 'header' && one.name !== 'api_key',
  )
  const fields = parameters.map(({ name, required, schema = {}, description }) => {
    const type = isId(name) ? 'string | number' : write(schema)
    return `${about({ ...(description === undefined ? {} : { description }) })}${key(name)}${required ? '' : '?'}: ${type}`
  })
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema === undefined ? 'Record<never, never>' : write(schema)
  if (fields.length === 0) return body
  return schema === undefined ? block(fields) : `${block(fields)} & ${body}`
}

/** In a path, an id may be a number, and a key is text. */
function isId(name: string): boolean {
  return name === 'ref' || /(^|_)id$/.test(name)
}

function answerOf({ responses }: Operation): Schema {
  return responses['200']?.content?.['application/json']?.schema ?? {}
}

/** The array of the response that the call lists, paged or whole: the one named by the path. */
function listOf({ method, path, operation }: Call, document: OpenApi): string | null {
  const last = path.split('/').at(-1) ?? ''
  return method === 'get' && resolved(answerOf(operation), document).properties?.[last]?.type === 'array'
    ? last
    : null
}

function described(call: Call, document: OpenApi): string {
  const { method, path, operation } = call
  const parameters = operation.parameters ?? []
  const query = parameters
    .filter((one) => one.in === 'query' && one.name !== 'api_key')
    .map(({ name }) => name)
  return `${operation.operationId}: ${JSON.stringify({
    method: method.toUpperCase(),
    path,
    query,
    once: parameters.some(({ name }) => name === 'idempotency-key'),
    list: listOf(call, document),
  })}`
}

function resolved(schema: Schema, document: OpenApi): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`the document has no ${schema.$ref}`)
  return found
}

function about({
  summary,
  description,
  deprecated,
}: Pick<Operation, 'summary' | 'description' | 'deprecated'>): string {
  const words = [summary, description].filter((text) => text !== undefined).join('. ')
  const text = `${words}${deprecated ? ' @deprecated' : ''}`
    .replace(/\s+/g, ' ')
    .replaceAll('*/', '* /')
    .trim()
  return text === '' ? '' : `/** ${text} */\n`
}

function block(fields: string[]): string {
  if (fields.length === 0) return 'Record<never, never>'
  return `{\n${fields.map((field) => field.replace(/^/gm, '  ')).join('\n')}\n}`
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function pascal(title: string): string {
  return title
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
