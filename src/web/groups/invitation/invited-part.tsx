import type { VNode } from 'preact'
import type { Page } from '../../../groups/load-people.ts'
import { sentences, t } from '../../../locales/say.ts'
import type { Invitation } from '../../../members/visits/load-visit.ts'
import { type Visitor, visitorName } from '../../../members/visits/visit.ts'
import type { ListedPoll } from '../../../polls/lists/load-poll-list.ts'
import type { SignedIn } from '../../../users/load-session.ts'
import { displayName } from '../../../users/user.ts'
import { Faults, type FormState, textIn } from '../../parts/form-part.tsx'
import { Once } from '../../request/once-part.tsx'
import { PostForm } from '../../request/shown-to-part.tsx'
import { type Namer, OWN_NAME_FIELD, OwnNameField } from '../../visits/own-name-part.tsx'
import { rich } from '../../words/rich.tsx'
import { OpenBallots, OtherViewer } from './joined-part.tsx'

/** An invitation, and how the visitor came to it. */
export type Came = {
  invitation: Invitation
  viewer: SignedIn | null
  came_by: 'link' | 'session'
  /** A member is signed in, who followed the link of somebody else. */
  beside_member?: boolean
}

/**
 * Who is asked for a name. Signed-in people and those who came by the link in their mail are surely who they
 * say: their name is set for all their groups, see `mayName`. A copied link may be in other hands: it names
 * them here only.
 */
export const namerOf = ({ invitation: { visitor, mailed }, came_by }: Came): Namer => ({
  visitor,
  came_by,
  vouched: came_by === 'session' || mailed,
})

/** A member who has not joined yet, and whom nobody has named. */
export const isNameless = ({ accepted, name }: Visitor) => !accepted && name === null

type Props = Came & { name: string; form: FormState; polls: Page<ListedPoll> }

/** The invitation of somebody who has not joined: who invites, the form to join, and the open polls. */
export function Invited({ name, polls, form, ...came }: Props): VNode {
  const { visitor, inviter, in_group } = came.invitation
  const { memberships, pending_memberships } = in_group.counts
  const joined = memberships - pending_memberships
  const person = <bdi>{visitorName(visitor)}</bdi>
  return (
    <>
      <p>
        {inviter === null
          ? rich('invitation.by_admin', { person, joined })
          : rich('invitation.by', { inviter: <bdi>{displayName(inviter)}</bdi>, person, joined })}
      </p>
      <p>{t('invitation.members_get')}</p>
      <OtherViewer visitor={visitor} viewer={came.viewer} />
      <Faults problems={form.problems} labels={{ [OWN_NAME_FIELD]: t('form.your_name') }} />
      <PostForm class="stack" action={`/g/${in_group.group.handle}/join`} novalidate>
        <Once draft={form.values} />
        {!visitor.named && (
          <OwnNameField
            namer={namerOf(came)}
            typed={textIn(form, OWN_NAME_FIELD) || null}
            problems={form.problems}
            hint={t('join.name_hint')}
            required={isNameless(visitor)}
          />
        )}
        <button class="button" type="submit">
          {t('invitation.join', { group: name })}
        </button>
      </PostForm>
      <p class="small quiet">
        {sentences([t('invitation.no_need'), came.came_by === 'link' ? t('invitation.personal') : ''])}
      </p>
      {polls.items.length > 0 && (
        <OpenBallots
          polls={polls}
          zone={visitor.time_zone}
          opens={came.came_by === 'session'}
          hint={wayToVote(came)}
        />
      )}
    </>
  )
}

/** Why the polls are no links yet. Null: they are, for signed-in people. */
function wayToVote({ came_by, invitation: { mailed } }: Came): string | null {
  if (came_by === 'session') return null
  return t(mailed ? 'invitation.join_first' : 'invitation.join_first_copied')
}
