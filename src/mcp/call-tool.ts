import { ApiError, type Client, UnreachableError } from '@folkmoot/client'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import type { Tool } from '../api/tools.ts'
import { faultWords } from '../errors.ts'
import { readFields } from '../http/fields.ts'
import { explain, isRefusalCode } from '../http/problem.ts'

type Arguments = Record<string, unknown>

/** Valid path values: an id or key, and never a step up to another path. */
const ID_OR_KEY = /^\w+$/

/**
 * Calls the API for an assistant. Errors of the service, and invalid calls, return text that the assistant
 * can act on.
 */
export async function callTool(client: Client, tool: Tool, given: Arguments): Promise<CallToolResult> {
  const faults = faultsOf(tool, given)
  if (faults.length > 0) return failed(`${faults.join('; ')}. Nothing was changed.`)
  try {
    const call = client[tool.operation as 'listPolls'] as (input: Arguments) => Promise<Arguments>
    const answer = await call(given)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    if (error instanceof ApiError) return failed(wordsOf(error))
    if (error instanceof UnreachableError) return failed(error.message)
    throw error
  }
}

/** As many as an API header names, and no longer. */
const MOST_NAMES = 20
const MOST_NAME = 64

/**
 * Rejects fields that the API would ignore: an assistant does not notice ignored fields. Then it reports what
 * else is unreadable, so that one more call is enough.
 */
function faultsOf({ input, path_fields }: Tool, given: Arguments): string[] {
  const known = Object.keys(input.properties)
  const unknown = Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMES)
  const misplaced = path_fields.filter((name) => !isIdOrKey(given[name]))
  const faults = [
    ...unknown.map((name) => `${name.slice(0, MOST_NAME)}: unknown field; ${listed(known)}`),
    ...misplaced.map((name) => `${name}: must be an id or a key`),
  ]
  return faults.length === 0 ? [] : [...faults, ...unreadable({ input, path_fields }, given)]
}

const isIdOrKey = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && ID_OR_KEY.test(String(value))

/** What the API would refuse before it looks at any record, in its words. */
function unreadable({ input, path_fields }: Pick<Tool, 'input' | 'path_fields'>, given: Arguments): string[] {
  const isOwn = (name: string) => !path_fields.includes(name)
  const properties = Object.fromEntries(Object.entries(input.properties).filter(([name]) => isOwn(name)))
  const schema = { ...input, properties, required: input.required.filter(isOwn) }
  const { problems } = readFields(schema as unknown as TObject, { encoding: 'json', fields: given })
  return problems.map((found) => `${found.field}: ${faultWords(found)}`)
}

function listed(names: string[]): string {
  return names.length === 0 ? 'this tool has none' : `this tool has ${names.join(', ')}`
}

function wordsOf({ status, code, message, errors, request_id }: ApiError): string {
  const fields = Object.entries(errors).map(([name, faults]) => `${name}: ${faults.join(', ')}`)
  const fix = isRefusalCode(code) ? ` ${explain(code).fix}` : ''
  const what = fields.length > 0 ? `${fields.join('; ')}. Nothing was changed.` : `${message}${fix}`
  return `${what} (${status} ${code}${request_id === null ? '' : `, request ${request_id}`})`
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
