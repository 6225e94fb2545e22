import type { VNode } from 'preact'
import { described, FieldError, type FieldProps, Hint } from '../parts/form-part.tsx'

/** A file; its form is sent as multipart/form-data. `accept`: its media type. */
export function FileField({ accept, ...field }: FieldProps & { accept: string }): VNode {
  const { name, id = name } = field
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <Hint {...field} />
      <input id={id} name={name} type="file" accept={accept} {...described(field)} />
      <FieldError {...field} />
    </div>
  )
}
