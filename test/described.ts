import type pg from 'pg'
import type { Shape } from '../src/db/row-types.ts'
import type { Definition } from '../src/db/sql.ts'

/** PostgreSQL's description of a statement's parameters and columns, without running it. */

export type Column = { name: string; type: number; table: number; place: number }
export type Described = { params: number[]; columns: Column[] }

type Wire = pg.Connection & {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}
type RowDescription = {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}

/** Asks the server to describe one statement; rejects if the statement is invalid. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    const found: Described = { params: [], columns: [] }
    let fault: Error | null = null
    const asked = {
      submit(connection: Wire) {
        connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
          found.params = dataTypeIDs
        })
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription({ fields }: RowDescription) {
        found.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          table: tableID,
          place: columnID,
        }))
      },
      handleError(error: Error) {
        fault = error
      },
      handleReadyForQuery() {
        if (fault === null) resolve(found)
        else reject(fault)
      },
    }
    client.query(asked as unknown as pg.Submittable)
  })
}

/** PostgreSQL's types, grouped by the descriptions they fit. */
const INTEGERS = ['int2', 'int4', 'int8']
const TYPES = {
  integer: INTEGERS,
  number: [...INTEGERS, 'float4', 'float8'],
  text: ['text', 'varchar'],
  flag: ['bool'],
  instant: ['timestamptz'],
  day: ['date'],
  bytes: ['bytea'],
  one_of: ['text'],
  json: ['json', 'jsonb'],
}

/** Why a column of this type does not match this shape; null: it matches. */
export function misfit(shape: Shape, type: string): string | null {
  if (shape.is === 'nullable') return misfit(shape.of, type)
  if (shape.is === 'list')
    return type.startsWith('_') ? misfit(shape.of, type.slice(1)) : `${type} is no list`
  if (shape.is === 'record' || shape.is === 'map') return `a column is no ${shape.is}: say that it is JSON`
  return TYPES[shape.is].includes(type) ? null : `${type} is no ${shape.is}`
}

/** Names that only one of them has. `wider`: the server may return more. */
export function nameFaults({ name, row, wider }: Definition, columns: Column[]): string[] {
  const described = Object.keys(row?.fields ?? {})
  const told = columns.map((column) => column.name)
  return [
    ...described.filter((one) => !told.includes(one)).map((one) => `${name}: there is no column ${one}`),
    ...(wider
      ? []
      : told.filter((one) => !described.includes(one)).map((one) => `${name}: ${one} is not described`)),
    ...told
      .filter((one, place) => told.indexOf(one) < place)
      .map((one) => `${name}: two columns are called ${one}`),
  ]
}
