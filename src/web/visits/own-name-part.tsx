import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import type { Visitor } from '../../members/visits/visit.ts'
import { readName } from '../../users/name.ts'
import { LineField } from '../parts/form-part.tsx'
import { textOf } from '../request/form-text.ts'
import { rich } from '../words/rich.tsx'

/** Whoever fills in a form beside which their name is shown; see `OwnName`. */
export type Namer = {
  visitor: Pick<Visitor, 'name' | 'named'>
  came_by: 'link' | 'session'
  vouched: boolean
}

export const OWN_NAME_FIELD = 'own_name'

/**
 * Whoever has given no name is asked for it, and whoever came by a link can change it there. Those who are
 * signed in change it in their account; by a link that others have held nobody does.
 */
function mayName({ visitor, came_by, vouched }: Namer): boolean {
  return !visitor.named || (came_by === 'link' && vouched)
}

/**
 * The name that a form gives, whatever it is worth; null: none, or the one they have. One that was given to
 * them becomes their own when they send it.
 */
export function nameGiven(fields: Fields, namer: Namer): string | null {
  const name = readName(textOf(fields, OWN_NAME_FIELD))
  const { visitor, vouched } = namer
  const says_nothing = name === visitor.name && (visitor.named || !vouched)
  return mayName(namer) && !says_nothing ? name : null
}

type Props = {
  namer: Namer
  /** What was typed; null: nothing yet. */
  typed: string | null
  problems: Problem[]
  id?: string
  /** Where the name is shown. */
  hint: string
}

/** The question for a name, or the way to change the one that was given. */
export function OwnNameField({ namer, typed, problems, id = OWN_NAME_FIELD, hint }: Props): VNode | null {
  if (!mayName(namer)) return null
  const { name, named } = namer.visitor
  const form = { values: { [OWN_NAME_FIELD]: typed ?? name ?? '' }, problems }
  const more = { autocomplete: 'name' }
  const field = { form, id, name: OWN_NAME_FIELD, label: t('form.your_name'), hint, more }
  if (!named) return <LineField {...field} />
  return (
    <details open={problems.some((problem) => problem.field === OWN_NAME_FIELD)}>
      <summary>{rich('form.change_your_name', { name: <bdi>{name}</bdi> })}</summary>
      <LineField {...field} />
    </details>
  )
}
