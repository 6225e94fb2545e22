import { type ApiDocument, bodySchema, type Operation, type Parameter, type Schema } from './document.ts'

/** The tools of an assistant (Model Context Protocol): the API's calls, as its document describes them. */

export type Tool = {
  /** Such as list_polls. */
  name: string
  /** The call's name in the document, such as listPolls. */
  operation: string
  title: string
  description: string
  /** The fields of path, query and body together. */
  input: Input
  /** Fields that identify the record. */
  path_fields: string[]
  /** It changes something, or notifies someone. */
  writes: boolean
}

export type Input = {
  type: 'object'
  properties: Record<string, Schema>
  required: string[]
  additionalProperties: false
}

type Instead = Pick<Tool, 'name' | 'title' | 'description'> & { without: string[] }

/** Operators' work, and responses with secrets. */
const LEFT_OUT = 'Webhooks'
/** Nobody should lose a text, or their place in the group, because an assistant misunderstood. */
const TAKES_AWAY = 'delete'
const READS = 'get'

/** If one call both adds and removes, the tool adds. */
const INSTEAD: Record<string, Instead> = {
  manageMemberships: {
    name: 'invite_members',
    title: 'Invite members',
    description:
      'Invites every address that is not in the group yet, by email. Permission: manage_memberships. Returns: The people who were invited.',
    without: ['remove_absent', 'force'],
  },
}

/** The tools, in the order of the document. */
export function toolsOf(document: ApiDocument): Tool[] {
  const schemas = document.components?.schemas ?? {}
  return Object.values(document.paths).flatMap((operations) =>
    Object.entries(operations)
      .filter(([method, { tags = [] }]) => method !== TAKES_AWAY && !tags.includes(LEFT_OUT))
      .map(([method, operation]) => toolOf(operation, method !== READS, schemas)),
  )
}

function toolOf(operation: Operation, writes: boolean, schemas: Record<string, Schema>): Tool {
  const { operationId = '', summary = '', description = '' } = operation
  const instead = INSTEAD[operationId]
  return {
    name: instead?.name ?? operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    operation: operationId,
    title: instead?.title ?? summary,
    description: instead?.description ?? `${description} ${answered(operation)}`,
    input: inputOf(operation, instead?.without ?? [], schemas),
    path_fields: parametersIn('path', operation).map(({ name }) => name),
    writes,
  }
}

function answered({ responses }: Operation): string {
  const { description, content } = responses['200'] ?? {}
  return `Returns: ${description ?? content?.['application/json']?.schema?.description ?? ''}`
}

function inputOf(operation: Operation, without: string[], schemas: Record<string, Schema>): Input {
  const parameters = [...parametersIn('path', operation), ...parametersIn('query', operation)]
  const body = whole(bodySchema(operation) ?? {}, schemas)
  const asked = parameters.map(({ name, schema = {}, description = '' }) => [
    name,
    { ...whole(schema, schemas), description },
  ])
  const properties: Record<string, Schema> = { ...Object.fromEntries(asked), ...body.properties }
  const wanted = Object.entries(properties).filter(
    ([name, { deprecated }]) => name !== 'api_key' && deprecated !== true && !without.includes(name),
  )
  const needed = parameters.filter(({ required }) => required === true).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(wanted),
    required: [...needed, ...(body.required ?? [])],
    additionalProperties: false,
  }
}

function parametersIn(place: 'path' | 'query', { parameters = [] }: Operation): Parameter[] {
  return parameters.filter((one) => one.in === place)
}

/** The schema without references: a tool has no shared ones. */
function whole(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { $ref, ...own } = schema
  if ($ref !== undefined) return { ...whole(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas), ...own }
  const { properties, items } = own
  const inner = Object.entries(properties ?? {}).map(([name, field]) => [name, whole(field, schemas)])
  return {
    ...own,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(items === undefined ? {} : { items: whole(items, schemas) }),
  }
}
