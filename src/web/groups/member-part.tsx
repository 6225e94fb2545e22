import type { VNode } from 'preact'
import type { GroupMember, Naming } from '../../members/load-member.ts'
import { displayName } from '../../users/user.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { Once } from '../request/once-part.tsx'
import { EmailLine, type Unsent } from '../visits/email-note-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'

type Props = { entry: Entry; member: GroupMember; form: FormState }
type NameProps = Props & { naming: Naming }
type PageProps = NameProps & { unsent: Unsent }

function nameOf({ user, membership }: GroupMember): string {
  return user.name === null ? `${displayName(user)} (${membership.email})` : displayName(user)
}

/** One who is or was in the group, with what may be done about it. */
export function MemberPage({ entry, member, naming, form, unsent }: PageProps): VNode {
  const { membership } = member
  const zone = entry.viewer.time_zone
  return (
    <GroupFrame entry={entry} title={nameOf(member)}>
      <EmailLine unsent={unsent} handle={entry.handle} />
      <dl class="terms">
        <dt>Address</dt>
        <dd>{membership.email}</dd>
        <dt>Role</dt>
        <dd>{roleWords(member)}</dd>
        <dt>{membership.accepted_at === null ? 'Invited' : 'Joined'}</dt>
        <dd>
          <Time at={membership.accepted_at ?? membership.created_at} zone={zone} />
        </dd>
        {membership.revoked_at !== null && (
          <>
            <dt>Removed</dt>
            <dd>
              <Time at={membership.revoked_at} zone={zone} />
            </dd>
          </>
        )}
      </dl>
      {membership.revoked_at !== null ? (
        <Restoring entry={entry} member={member} />
      ) : (
        <>
          {!naming.own && <GivenName entry={entry} member={member} naming={naming} form={form} />}
          {membership.accepted_at === null ? (
            <Inviting entry={entry} member={member} />
          ) : (
            <Role entry={entry} member={member} form={form} />
          )}
          <Removing entry={entry} member={member} form={form} />
        </>
      )}
    </GroupFrame>
  )
}

function roleWords({ membership: { admin, accepted_at, revoked_at, title } }: GroupMember): string {
  const role =
    revoked_at !== null ? 'Was removed' : accepted_at === null ? 'Invited' : admin ? 'Admin' : 'Member'
  return title === null ? role : `${role}, ${title}`
}

function addressOf(entry: Entry, { membership }: GroupMember, act: string): string {
  return `/g/${entry.handle}/members/${membership.id}/${act}`
}

/** For one who has given no name: only they can change one of their own. */
function GivenName({ entry, member, naming: { given_at, given_by }, form }: NameProps): VNode {
  return (
    <section class="stack" aria-labelledby="name-title">
      <h2 id="name-title">Name</h2>
      <p>
        This person has not given their name. The name you enter is shown in this group only, until they give
        their own.
        {given_at !== null && (
          <>
            {` ${given_by ?? 'Somebody'} gave the present one on `}
            <Time at={given_at} zone={entry.viewer.time_zone} />.
          </>
        )}
      </p>
      <form method="post" action={addressOf(entry, member, 'name')} class="stack" novalidate>
        <LineField
          form={form}
          name="name"
          label="Name in this group"
          hint="Leave it empty to take it back."
          more={{ autocomplete: 'off' }}
        />
        <button class="button plain" type="submit">
          Save name
        </button>
      </form>
    </section>
  )
}

function Role({ entry, member, form }: Props): VNode {
  const { admin } = member.membership
  return (
    <section class="stack" aria-labelledby="role">
      <h2 id="role">Role</h2>
      <form method="post" action={addressOf(entry, member, 'title')} class="stack">
        <LineField
          form={form}
          name="title"
          label="Title"
          hint="What they do in the group, such as Treasurer."
          more={{ maxlength: 150 }}
        />
        <button class="button plain" type="submit">
          Save title
        </button>
      </form>
      <p>
        Admins invite and remove members, make API keys, and read the outbox, with links that vote in
        somebody’s name.
      </p>
      <form method="post" action={addressOf(entry, member, 'role')}>
        <input type="hidden" name="admin" value={String(!admin)} />
        <button class="button plain" type="submit">
          {admin ? 'Make a plain member' : 'Make an admin'}
        </button>
      </form>
    </section>
  )
}

function Inviting({ entry, member }: Omit<Props, 'form'>): VNode {
  return (
    <section class="stack" aria-labelledby="invitation">
      <h2 id="invitation">Invitation</h2>
      <p>
        Send the mail again, or copy a link and hand it on yourself. A copied link joins in this person’s
        name: who copied it is kept.
      </p>
      <div class="row">
        <form method="post" action={addressOf(entry, member, 'resend')}>
          <Once />
          <button class="button plain" type="submit">
            Send again
          </button>
        </form>
        <form method="post" action={addressOf(entry, member, 'link')}>
          <Once />
          <button class="button plain" type="submit">
            Copy a link
          </button>
        </form>
      </div>
    </section>
  )
}

function Removing({ entry, member, form }: Props): VNode {
  const invited = member.membership.accepted_at === null
  return (
    <section class="stack" aria-labelledby="remove">
      <h2 id="remove">{invited ? 'Withdraw the invitation' : 'Remove from the group'}</h2>
      <p>
        Ballots not yet cast are taken back; votes already cast stay and count. You can undo this from the
        list of those who were removed.
      </p>
      <form method="post" action={addressOf(entry, member, 'remove')} class="stack">
        <Once />
        <TickField
          form={form}
          name="confirm"
          label={invited ? 'Yes, withdraw it' : `Yes, remove ${nameOf(member)}`}
        />
        <button class="button plain" type="submit">
          {invited ? 'Withdraw invitation' : 'Remove'}
        </button>
      </form>
    </section>
  )
}

function Restoring({ entry, member }: Omit<Props, 'form'>): VNode {
  return (
    <form method="post" action={addressOf(entry, member, 'restore')} class="stack">
      <Once />
      <p>Role, acceptance and ballots of polls that are open become what they were.</p>
      <button class="button" type="submit">
        {`Restore ${nameOf(member)}`}
      </button>
    </form>
  )
}

/** A fresh link, to be handed on by other means. */
export function LinkPage({
  entry,
  member,
  link,
}: {
  entry: Entry
  member: GroupMember
  link: string
}): VNode {
  return (
    <GroupFrame entry={entry} title={nameOf(member)}>
      <Flash title="A link was made for this person alone." tone="good">
        <p>Whoever opens it joins as them. It is written down that you copied it. It is shown this once.</p>
      </Flash>
      <div class="whole">
        <Example label={`Invitation for ${nameOf(member)}`} text={link} />
      </div>
      <p>
        <a href={`/g/${entry.handle}/members?list=invited`}>Back to the invitations</a>
      </p>
    </GroupFrame>
  )
}
