import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { Group } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { type Linked, maskedForSignIn } from '../../members/visits/visit.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { signInPath } from '../request/own-path.ts'
import { PostForm } from '../request/shown-to-part.tsx'

type Props = {
  came: Linked
  group: Pick<Group, 'handle'>
  /** The path of the page, by whose link the server finds the address. */
  at: string
  /** They have just voted by the link. */
  voted?: boolean
}

/**
 * Leads a member who came by a link into their group: with one button if the address is known to be theirs.
 * The holder of a handed-on link must not see the whole address, not even in the page's source.
 */
export function SignInToGroup({ came, group, at, voted = false }: Props): VNode {
  const sends = useContext(SendsMail)
  const address = maskedForSignIn(came)
  if (!sends || address === null)
    return (
      <p>
        <a class="button" href={signInPath(`/g/${group.handle}`)}>
          {t('page.sign_in')}
        </a>
      </p>
    )
  return (
    <PostForm action={`${at}/sign-in`} class="stack">
      <p>{t(voted ? 'invitation.sign_in_voted' : 'invitation.sign_in', { address })}</p>
      <button class="button" type="submit">
        {t('page.sign_in')}
      </button>
    </PostForm>
  )
}
