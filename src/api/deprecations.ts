import type { ApiDocument, Operation } from './document.ts'

/** A call, or one field of its request, that is on its way out. */
export type Deprecation = {
  operation_id: string
  /** A field of its body or query; null: the whole call. */
  field: string | null
  /** The day from which on it is, such as 2026-11-21. */
  since: string
  /** The day from which on it may be gone; null: none is set. */
  sunset: string | null
  /** What takes its place. */
  instead: string
}

/** The one table: the document, the pages and the headers of answers are made from it. */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    operation_id: 'createPoll',
    field: 'hide_results_until_closed',
    since: '2026-11-21',
    sunset: null,
    instead: 'hide_results: "until_closed"',
  },
]

/** Months from the day on which something is deprecated to the earliest day on which it may be gone. */
export const NOTICE_MONTHS = 12

/** Where people read of it. */
export const CHANGES_PATH = '/help/api/changes'

/**
 * The headers of an answer to a request that uses these (at least one): Deprecation (RFC 9745), Sunset (RFC
 * 8594) where a day is set, and a link to what takes their place. The earliest days count.
 */
export function deprecationHeaders(used: readonly Deprecation[], base: string): Record<string, string> {
  const since = Math.min(...used.map((one) => Date.parse(one.since)))
  const ends = used.flatMap(({ sunset }) => (sunset === null ? [] : [Date.parse(sunset)]))
  return {
    deprecation: `@${since / 1_000}`,
    ...(ends.length === 0 ? {} : { sunset: new Date(Math.min(...ends)).toUTCString() }),
    link: `<${base}${CHANGES_PATH}#deprecated>; rel="deprecation"; type="text/html"`,
  }
}

/** Marks what is deprecated in the document. */
export function markDeprecated(document: ApiDocument, table: readonly Deprecation[]): void {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const { field } of table.filter((one) => one.operation_id === operation.operationId)) {
      if (field === null) operation.deprecated = true
      else markField(operation, field)
    }
  }
}

function markField(operation: Operation, field: string): void {
  for (const parameter of operation.parameters ?? [])
    if (parameter.name === field) parameter.deprecated = true
  for (const content of Object.values(operation.requestBody?.content ?? {})) {
    const { properties = {}, ...schema } = content.schema ?? {}
    if (properties[field] === undefined) continue
    // Other calls may share the field, in which it is not deprecated.
    content.schema = {
      ...schema,
      properties: { ...properties, [field]: { ...properties[field], deprecated: true } },
    }
  }
}
