import type { VNode } from 'preact'
import { CHANGES_PATH } from '../../api/deprecations.ts'
import { type Field, type Schema, typeWords } from '../../api/document.ts'

/** The fields of a request or a record, with their meaning and defaults. */
export function Fields({ fields, caption }: { fields: Field[]; caption: string }): VNode | null {
  if (fields.length === 0) return null
  const asked = fields.some(({ required, schema }) => required || schema.default !== undefined)
  return (
    <table class="fields">
      <caption>{caption}</caption>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <code>{field.name}</code>
              <span class="small quiet">{typeWords(field.schema)}</span>
              {asked && field.required && <span class="small must">required</span>}
              {field.schema.deprecated && (
                <a class="small" href={`${CHANGES_PATH}#deprecated`}>
                  deprecated
                </a>
              )}
            </th>
            <td>
              {field.about}
              <Values schema={field.schema} />
              {asked && !field.required && <Default schema={field.schema} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Values({ schema }: { schema: Schema }): VNode | null {
  const { items, enum: values = items?.enum, minimum, maximum } = schema
  if (values !== undefined) {
    return (
      <p class="small quiet">
        {items === undefined ? 'One of' : 'Each is one of'}{' '}
        {values.map((value, place) => (
          <>
            {place > 0 && ', '}
            <code key={value}>{String(value)}</code>
          </>
        ))}
      </p>
    )
  }
  if (minimum === undefined || maximum === undefined) return null
  return <p class="small quiet">{`From ${minimum} to ${maximum}`}</p>
}

function Default({ schema }: { schema: Schema }): VNode | null {
  if (schema.default === undefined) return null
  return (
    <p class="small quiet">
      When left out: <code>{JSON.stringify(schema.default)}</code>
    </p>
  )
}
