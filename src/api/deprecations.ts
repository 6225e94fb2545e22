import type { ApiDocument, Operation } from './document.ts'

/** A deprecated call, or a deprecated field of its request. */
export type Deprecation = {
  operation_id: string
  /** A field of its body or query; null: the whole call. */
  field: string | null
  /** The day of its deprecation, such as 2026-11-21. */
  since: string
  /** The earliest day of its removal; null: not set. */
  sunset: string | null
  /** Its replacement. */
  instead: string
}

/** The only table: the document, the pages and the response headers are generated from it. */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    operation_id: 'createPoll',
    field: 'hide_results_until_closed',
    since: '2026-11-21',
    sunset: null,
    instead: 'hide_results: "until_closed"',
  },
]

/** Months from a deprecation to its earliest removal. */
export const NOTICE_MONTHS = 12

/** The page about changes. */
export const CHANGES_PATH = '/help/api/changes'

/**
 * The headers of a response to a request that uses these (at least one): Deprecation (RFC 9745), Sunset (RFC
 * 8594) if a day is set, and a link to the replacement. The earliest days count.
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
    // Other calls may share the field, where it is not deprecated.
    content.schema = {
      ...schema,
      properties: { ...properties, [field]: { ...properties[field], deprecated: true } },
    }
  }
}
