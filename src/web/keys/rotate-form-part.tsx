import type { VNode } from 'preact'
import { ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { t } from '../../locales/say.ts'
import { ChoiceField, type FormState } from '../parts/form-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { OVERLAPS } from './key-form.ts'

const USUAL: FormState = { values: { overlap: String(ROTATION_OVERLAP_HOURS) }, problems: [] }

/** Makes a new secret, and asks how long the old one stays valid. `at`: the page of the secret's owner. */
export function RotateForm({ at, label, button }: { at: string; label: string; button: string }): VNode {
  return (
    <PostForm action={`${at}/rotate`} class="stack">
      <Once />
      <ChoiceField
        form={USUAL}
        name="overlap"
        label={label}
        choices={OVERLAPS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <button class="button" type="submit">
        {button}
      </button>
    </PostForm>
  )
}
