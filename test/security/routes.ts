import type { FastifyInstance } from 'fastify'

/** A route as the running server knows it: `GET /p/:key`. */
export type Route = { method: string; url: string }

/**
 * A row of a table: a route, the object in its URL, and a cell for each actor. `declared`: from the page's
 * definition, which does not know whether its form can be filled in.
 */
export type Row = Route & { object: string; cells: string; declared?: true }

/** Every route of a running server, from its router; HEAD is GET without its body. */
export function routesOf(app: FastifyInstance): Route[] {
  const stems: string[] = []
  const found: Route[] = []
  for (const line of app.printRoutes().split('\n')) {
    const [, indent = '', stem = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (line === '') continue
    stems.splice(indent.length / 4, stems.length, stem)
    for (const method of methods.split(', ').filter((one) => one !== '' && one !== 'HEAD'))
      found.push({ method, url: stems.join('') })
  }
  return found
}

/** The rows of a table below its head. */
export function rowsOf(table: string): Row[] {
  const lines = table.trim().split('\n').slice(1)
  return lines.map((line) => {
    const [method = '', url = '', object = '', ...cells] = line.trim().split(/\s+/)
    return { method, url, object, cells: cells.join(' ') }
  })
}
