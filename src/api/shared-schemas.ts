import type { ApiDocument, Schema } from './document.ts'

type Tree = { [name: string]: unknown }
type Shared = Map<string, { schema: Tree; text: string }>

/**
 * The document with each titled record once, under components, and references elsewhere: a tenth of the size,
 * and code generators make one type of each.
 */
export function shareSchemas(document: ApiDocument): Tree {
  const shared: Shared = new Map()
  const paths = shareIn(document.paths, shared)
  const schemas = Object.fromEntries([...shared].map(([name, { schema }]) => [name, schema]))
  const { components = {}, ...rest } = document as ApiDocument & { components?: object }
  return { ...rest, paths, components: { ...components, schemas } }
}

function shareIn(value: unknown, shared: Shared): unknown {
  if (Array.isArray(value)) return value.map((item) => shareIn(item, shared))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    name === 'example' || name === 'examples' ? inner : shareIn(inner, shared),
  ])
  const tree = Object.fromEntries(entries)
  return isRecord(tree) ? reference(tree, shared) : tree
}

function isRecord(tree: Tree): tree is Tree & Required<Pick<Schema, 'title'>> {
  return typeof tree['title'] === 'string' && 'properties' in tree
}

/** The reference that replaces a record, with the description of its use. */
function reference(record: Tree & { title: string }, shared: Shared): Tree {
  const { description, ...schema } = record
  const text = JSON.stringify(schema)
  const name = freeName(record.title, text, shared)
  shared.set(name, { schema: schema as Tree, text })
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) }
}

/** "New poll" is NewPoll; another record of that title is NewPoll2. */
function freeName(title: string, text: string, shared: Shared): string {
  const words = title.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}${count}`
    if ((shared.get(candidate)?.text ?? text) === text) return candidate
  }
}
