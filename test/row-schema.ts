import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { RowShape, Shape } from '../src/db/row-types.ts'
import type { Definition } from '../src/db/sql.ts'

/** The descriptions of rows as schemas for checking rows. */

const refined = (what: string, holds: (value: unknown) => boolean) =>
  Type.Refine(Type.Unknown(), holds, () => `must be ${what}`)

const INSTANT = refined('a Date', (value) => value instanceof Date && !Number.isNaN(value.getTime()))
const BYTES = refined('bytes', Buffer.isBuffer)
const JSON_INSTANT = refined(
  'an instant as text',
  (value) => typeof value === 'string' && value.includes('T') && !Number.isNaN(Date.parse(value)),
)
const DAY = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** What the pool returns for this shape, or what it is inside JSON. */
function schemaOf(shape: Shape, inJson: boolean): TSchema {
  switch (shape.is) {
    case 'integer':
      return Type.Integer()
    case 'number':
      return Type.Number()
    case 'text':
      return Type.String()
    case 'flag':
      return Type.Boolean()
    case 'instant':
      return inJson ? JSON_INSTANT : INSTANT
    case 'day':
      return DAY
    case 'bytes':
      return BYTES
    case 'one_of':
      return Type.Enum([...shape.words])
    case 'nullable':
      return Type.Union([schemaOf(shape.of, inJson), Type.Null()])
    case 'list':
      return Type.Array(schemaOf(shape.of, inJson))
    case 'map':
      return Type.Record(Type.String(), schemaOf(shape.of, inJson))
    case 'json':
      return schemaOf(shape.of, true)
    case 'record':
      return recordOf(shape, { inJson, wider: true })
  }
}

function recordOf({ fields }: RowShape, { inJson, wider }: { inJson: boolean; wider: boolean }): TSchema {
  const properties = Object.entries(fields).map(([name, shape]) => [name, schemaOf(shape, inJson)] as const)
  return Type.Object(Object.fromEntries(properties), { additionalProperties: wider })
}

const compiled = new Map<string, (row: unknown) => string[]>()

/** How the first row that does not match the statement's description differs from it. */
export function faultsOf({ name, row, wider }: Definition, rows: unknown[]): string[] {
  if (row === null) return []
  const check = compiled.get(name) ?? checkOf(recordOf(row, { inJson: false, wider }))
  compiled.set(name, check)
  return rows.map(check).find((faults) => faults.length > 0) ?? []
}

function checkOf(schema: TSchema): (row: unknown) => string[] {
  const validator = Compile(schema)
  return (row) =>
    validator.Check(row)
      ? []
      : [...validator.Errors(row)].map(({ instancePath, message }) => `${instancePath} ${message}`)
}
