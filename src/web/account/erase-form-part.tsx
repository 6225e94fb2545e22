import type { VNode } from 'preact'
import { type Conflict, type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { isWritings } from '../../personal-data/writings.ts'
import { addressKey } from '../../users/user.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { ChoiceField, Faults, type FormState, LineField } from '../parts/form-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'

/** Why nobody was erased. */
export type EraseFailure = { problems?: Problem[]; refused?: Conflict }

/** Problems of the form: no choice, or another address than this one. `other`: how that is put. */
export function eraseProblems(
  exchange: Exchange,
  email: string,
  other: 'leave_other_address' | 'erase_other_address',
): Problem[] {
  const typed = formText(exchange, 'address')
  const right = addressKey(typed) === addressKey(email)
  return [
    ...(isWritings(formText(exchange, 'writings')) ? [] : [problem('writings', 'leave_choose')]),
    ...(right ? [] : [problem('address', typed.trim() === '' ? 'missing' : other)]),
  ]
}

/** How errors call the fields, in their order: the fields themselves ask. */
const labels = () => ({ writings: t('leave.writings'), address: t('archive.address') })

/** The note above the form after a failure. */
export function NotErased({ problems = [], refused, title }: EraseFailure & { title: string }): VNode | null {
  if (refused !== undefined) return <ErrorNote message={title} fix={refused.wordsFor()} />
  return <Faults title={title} problems={problems} labels={labels()} />
}

/** How the form speaks of the person: to them, or of them. */
type Words = { writings: string; erase_hint?: string; confirm: string; button: string }

type Props = {
  action: string
  email: string
  values: FormState['values']
  problems?: Problem[]
  words: Words
}

/** Asks what happens to a person's texts, and for their address to confirm. */
export function EraseForm({ action, email, values, problems = [], words }: Props): VNode {
  const form = { values, problems }
  return (
    <PostForm action={action} class="stack" novalidate>
      <ChoiceField
        form={form}
        name="writings"
        label={words.writings}
        choices={[
          { value: 'keep', label: t('leave.keep') },
          { value: 'erase', label: t('leave.erase'), about: words.erase_hint },
        ]}
      />
      <LineField
        form={form}
        name="address"
        type="email"
        label={words.confirm}
        called={labels().address}
        hint={<bdi>{email}</bdi>}
        more={{ autocomplete: 'off' }}
      />
      <button class="button" type="submit">
        {words.button}
      </button>
    </PostForm>
  )
}
