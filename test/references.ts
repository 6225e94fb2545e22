import type { Definition } from '../src/api/definition.ts'

/** The values for records in paths and queries, by kind of record, such as poll or thread. */
export type References = Record<string, string | number>

type Routed = Pick<Definition, 'path' | 'params' | 'query'>

/** The path to an existing record. Throws if the test has no record of a kind in the path. */
export function pathTo(route: Routed, references: References): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => String(standingFor(route, name, references)))
}

/** The path fields of a route with their values. */
export function pathFields(route: Routed, references: References): Record<string, string> {
  return Object.fromEntries(
    Object.keys(route.params ?? {}).map((name) => [name, String(standingFor(route, name, references))]),
  )
}

function standingFor({ path, params = {} }: Routed, name: string, references: References): string | number {
  const to = params[name]?.to ?? name
  const found = references[to]
  if (found === undefined) throw new Error(`${path}: say in this test which ${to} stands for :${name}`)
  return found
}

type Field = { type?: unknown; maximum?: number; enum?: unknown[] }

/**
 * The query with the largest response: records in any state, with the maximum page size. `references`:
 * required values, such as a group_id. Throws if one is missing.
 */
export function widestQuery({ path, query }: Routed, references: References): Record<string, string> {
  const fields = Object.entries<Field>((query?.properties ?? {}) as Record<string, Field>)
  const required: string[] = (query as { required?: string[] } | undefined)?.required ?? []
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const wide = widest(name, field)
      const asked = wide ?? (required.includes(name) ? references[name] : undefined)
      if (asked === undefined && required.includes(name))
        throw new Error(`${path}: say in this test what stands for ?${name}`)
      return asked === undefined ? [] : [[name, String(asked)]]
    }),
  )
}

function widest(name: string, field: Field): string | number | undefined {
  if (name === 'per' || name === 'limit') return field.maximum
  return field.enum?.includes('all') === true ? 'all' : undefined
}

/** The whole URL: the path and its query. */
export function addressOf(route: Routed, references: References): string {
  const query = new URLSearchParams(widestQuery(route, references))
  return `${pathTo(route, references)}${query.size === 0 ? '' : `?${query}`}`
}
