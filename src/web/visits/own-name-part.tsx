import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { withoutGuestMark } from '../../locales/guest-mark.ts'
import { t } from '../../locales/say.ts'
import type { OwnName } from '../../members/names/load-name-problems.ts'
import { isNameSaid, mayName, type Namer as NameGiver } from '../../members/names/may-name.ts'
import type { Visitor } from '../../members/visits/visit.ts'
import { readName } from '../../users/name.ts'
import { displayName } from '../../users/user.ts'
import { LineField } from '../parts/form-part.tsx'
import { textOf } from '../request/form-text.ts'
import { rich, richSentences } from '../words/rich.tsx'

/** The person who fills in a form beside which their name is shown; see `OwnName`. */
export type Namer = NameGiver & { visitor: Pick<Visitor, 'id' | 'name' | 'name_typed' | 'member'> }

export const OWN_NAME_FIELD = 'own_name'

/**
 * The name in a form, valid or not; null: none, or unchanged. A name given by an admin becomes their own when
 * they send it; sent by a copied link, it counts as typed there.
 */
export function nameGiven(fields: Fields, namer: Namer): string | null {
  const name = readName(textOf(fields, OWN_NAME_FIELD))
  const { visitor } = namer
  const says_nothing = name === null || (name === knownAs(visitor) && isNameSaid(namer))
  return mayName(namer) && !says_nothing ? name : null
}

/** Their name as the field shows it. */
const knownAs = (visitor: Pick<Visitor, 'name' | 'member'>) =>
  visitor.member ? visitor.name : asTyped(visitor)

const asTyped = ({ name }: Pick<Visitor, 'name'>) => (name === null ? null : withoutGuestMark(name))

/** The same, to be saved in this group. */
export function nameSaid(fields: Fields, namer: Namer, group_id: number): OwnName | null {
  const name = nameGiven(fields, namer)
  const { visitor, came_by, vouched } = namer
  if (name === null) return null
  const said = { user_id: visitor.id, group_id, came_by, vouched, member: visitor.member }
  const kept = name === knownAs(visitor) && !vouched
  return kept ? { ...said, name: visitor.name ?? name, kept } : { ...said, name }
}

type Props = {
  namer: Namer
  /** The typed text; null: nothing yet. */
  typed: string | null
  problems: Problem[]
  id?: string
  /** Where the name will appear. */
  hint: string
  required?: boolean
  /** The sentence with the name of visitors by link who may not change it here; by default nothing. */
  as?: 'ballot.votes_as' | 'thread.writes_as'
}

/** The field for a name, or to change the one given by an admin. */
export function OwnNameField({
  namer,
  typed,
  problems,
  id = OWN_NAME_FIELD,
  hint,
  required = false,
  as,
}: Props): VNode | null {
  if (!mayName(namer)) return <SettledName {...{ namer, as }} />
  const form = { values: { [OWN_NAME_FIELD]: typed ?? asTyped(namer.visitor) ?? '' }, problems }
  const more = { autocomplete: 'name', required }
  const field = { form, id, name: OWN_NAME_FIELD, label: t('form.your_name'), hint, more }
  if (!isNameSaid(namer)) return <LineField {...field} />
  return (
    <details open={problems.some((problem) => problem.field === OWN_NAME_FIELD)}>
      <summary>{rich('form.change_your_name', { name: <bdi>{displayName(namer.visitor)}</bdi> })}</summary>
      <LineField {...field} />
    </details>
  )
}

/** Their name as text. Null: signed-in people see it on every page. */
function SettledName({ namer, as }: Pick<Props, 'namer'> & { as: Props['as'] }): VNode | null {
  const { visitor, came_by } = namer
  if (came_by === 'session' || as === undefined) return null
  return (
    <p class="small">
      {richSentences([
        rich(as, { name: <bdi>{displayName(visitor)}</bdi> }),
        rich('form.name_in_account', { link: (text) => <a href="/account">{text}</a> }),
      ])}
    </p>
  )
}
