import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { Group } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import type { Visitor } from '../../members/visits/visit.ts'
import { maskAddress } from '../../users/sign-in/mask-address.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { signInPath } from '../request/own-path.ts'

type Props = {
  visitor: Pick<Visitor, 'email'>
  /** Nobody else has had the visitor's link. */
  vouched: boolean
  group: Pick<Group, 'handle'>
  /** They have just voted by the link. */
  voted?: boolean
}

/**
 * Leads a member who came by a link into their group: with one button if the address is known to be theirs.
 * The holder of a copied link must not see the whole address.
 */
export function SignInToGroup({ visitor, vouched, group, voted = false }: Props): VNode {
  const path = `/g/${group.handle}`
  const sends = useContext(SendsMail)
  if (!vouched || !sends || visitor.email === null)
    return (
      <p>
        <a class="button" href={signInPath(path)}>
          {t('page.sign_in')}
        </a>
      </p>
    )
  return (
    <form method="post" action="/sign-in" class="stack">
      <input type="hidden" name="address" value={visitor.email} />
      <input type="hidden" name="masked" value="true" />
      <input type="hidden" name="next" value={path} />
      <p>
        {t(voted ? 'invitation.sign_in_voted' : 'invitation.sign_in', {
          address: maskAddress(visitor.email),
        })}
      </p>
      <button class="button" type="submit">
        {t('page.sign_in')}
      </button>
    </form>
  )
}
