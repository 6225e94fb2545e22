import type { VNode } from 'preact'
import { endingOf, isOnlyAdmin } from '../../groups/group.ts'
import type { ServiceRole } from '../../groups/service/load-instance-admin.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { UndeliveredInvitation } from '../../mail/load-group-outbox.ts'
import type { GroupMember, Naming } from '../../members/load-member.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { CopyLinkForm, MadeLink } from '../parts/copied-links-part.tsx'
import { CopyButton } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField } from '../visits/confirm-part.tsx'
import { EmailLine, type Unsent } from '../visits/email-note-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { RESIGNS, Role, RUNS_SERVICE, RunsServiceField } from './member-role-part.tsx'
import { addressOf, ENDED, isOwn, nameOf, removalWords, titleOf } from './member-words.ts'
import { UndeliveredNote } from './undelivered-part.tsx'

type Props = { entry: Entry; member: GroupMember; form: FormState }
type NameProps = Props & { naming: Naming }
type NamingProps = Pick<NameProps, 'naming'> & { zone: string }
type PageProps = NameProps & {
  unsent: Unsent
  service: ServiceRole
  undelivered: UndeliveredInvitation | undefined
  stopped: boolean
}

const labels = () => ({
  name: t('member.name_here'),
  title: t('member.title'),
  [RUNS_SERVICE]: t('form.the_box'),
  [RESIGNS]: t('form.the_box'),
  confirm: t('form.the_box'),
  emails: t('form.addresses'),
})

/** A present or former member, with the possible actions. */
export function MemberPage(props: PageProps): VNode {
  const { entry, member, naming, form, unsent, service, undelivered, stopped } = props
  const { membership } = member
  const waits = membership.accepted_at === null && membership.revoked_at === null
  const zone = entry.viewer.time_zone
  const stays = isOnlyAdmin(membership, entry.visit.in_group.counts.admin_memberships)
  return (
    <GroupFrame entry={entry} {...titleOf(member)}>
      <Faults problems={form.problems} labels={labels()} />
      <EmailLine unsent={unsent} handle={entry.handle} />
      {waits && !stopped && <UndeliveredNote of={undelivered} handle={entry.handle} />}
      <dl class="terms">
        <dt>{t('member.address')}</dt>
        <dd {...AS_IS}>{membership.email}</dd>
        <dt>{t('member.role')}</dt>
        <dd>{roleWords(member)}</dd>
        <dt>{membership.accepted_at === null ? t('member.invited') : t('member.joined')}</dt>
        <dd>
          <Time at={membership.accepted_at ?? membership.created_at} zone={zone} />
        </dd>
        {membership.revoked_at !== null && (
          <>
            <dt>{t(ENDED[endingOf(membership)].on)}</dt>
            <dd>
              <Time at={membership.revoked_at} zone={zone} />
            </dd>
          </>
        )}
      </dl>
      {membership.revoked_at !== null ? (
        endingOf(membership) === 'withdrawn' ? (
          <InvitingAgain entry={entry} member={member} />
        ) : (
          <Restoring {...{ entry, member, form, service }} />
        )
      ) : (
        <>
          {!naming.own && <GivenName entry={entry} member={member} naming={naming} form={form} />}
          {membership.accepted_at === null ? (
            <Inviting entry={entry} member={member} stopped={stopped} />
          ) : (
            <Role {...{ entry, member, form, stays, service }} />
          )}
          {isOwn(entry, member) ? (
            <p>
              <a href={`/g/${entry.handle}/leave`}>{t('leaving.title')}</a>
            </p>
          ) : (
            !stays && <Removing entry={entry} member={member} form={form} />
          )}
        </>
      )}
    </GroupFrame>
  )
}

function roleWords(member: GroupMember): string {
  const { title } = member.membership
  const role = t(roleOf(member))
  return title === null ? role : t('member.role_with_title', { role, title })
}

function roleOf({ membership }: GroupMember): PlainKey {
  if (membership.revoked_at !== null) return ENDED[endingOf(membership)].role
  if (membership.accepted_at === null) return 'member.role_invited'
  return membership.admin ? 'member.role_admin' : 'member.role_member'
}

/** For a member without a name: only they can change a name they entered themselves. */
function GivenName({ entry, member, naming, form }: NameProps): VNode {
  return (
    <section class="stack" aria-labelledby="name-title">
      <h2 id="name-title">{t('member.name')}</h2>
      <NameSource naming={naming} zone={entry.viewer.time_zone} />
      <PostForm action={addressOf(entry, member, 'name')} class="stack" novalidate>
        <Once />
        <LineField
          form={form}
          name="name"
          label={t('member.name_here')}
          hint={t('member.name_hint')}
          more={{ autocomplete: 'off' }}
        />
        <button class="button plain" type="submit">
          {t('member.save_name')}
        </button>
      </PostForm>
    </section>
  )
}

/** Who gave the name: whoever had a copied link may have been this person or somebody else. */
function NameSource({ naming: { given_at, given_by, typed }, zone }: NamingProps): VNode {
  const when = given_at === null ? null : <Time at={given_at} zone={zone} />
  if (typed && when !== null) return <p>{rich('member.name_typed', { when })}</p>
  const person = <bdi>{given_by ?? t('member.somebody')}</bdi>
  return (
    <>
      <p>{t('member.name_about')}</p>
      {when !== null && <p>{rich('member.name_given', { person, when })}</p>}
    </>
  )
}

function Inviting({ entry, member, stopped }: Omit<Props, 'form'> & { stopped: boolean }): VNode {
  return (
    <section class="stack" aria-labelledby="invitation">
      <h2 id="invitation">{t('invitation.invitation')}</h2>
      <p>{t(stopped ? 'member.no_emails' : 'member.invite_again')} </p>
      <div class="row">
        {!stopped && (
          <PostForm action={addressOf(entry, member, 'resend')}>
            <Once />
            <button class="button plain" type="submit">
              {t('page.send_again')}
            </button>
          </PostForm>
        )}
        <CopyLinkForm action={addressOf(entry, member, 'link')} label={t('member.copy_link')} />
      </div>
    </section>
  )
}

function Removing({ entry, member, form }: Props): VNode {
  const invited = member.membership.accepted_at === null
  return (
    <section class="stack" aria-labelledby="remove">
      <h2 id="remove">{invited ? t('member.withdraw_heading') : t('member.remove_heading')}</h2>
      <p>{invited ? t('member.withdraw_about') : removalWords(entry.visit.in_group.group)} </p>
      <PostForm action={addressOf(entry, member, 'remove')} class="stack">
        <Once />
        <ConfirmField
          form={form}
          label={
            invited ? t('member.confirm_withdraw') : t('member.confirm_remove', { name: nameOf(member) })
          }
        />
        <button class="button plain" type="submit">
          {invited ? t('member.withdraw') : t('member.remove')}
        </button>
      </PostForm>
    </section>
  )
}

/** Of a withdrawn invitation. `emails`: where the errors of an invitation lead. */
function InvitingAgain({ entry, member }: Omit<Props, 'form'>): VNode {
  return (
    <PostForm action={addressOf(entry, member, 'restore')} class="stack">
      <Once />
      <p id="emails">{t('member.reinvite_about')}</p>
      <button class="button" type="submit">
        {t('member.reinvite')}
      </button>
    </PostForm>
  )
}

/** An admin gets the role back. */
function Restoring({ entry, member, form, service }: Props & { service: ServiceRole }): VNode {
  const { admin } = member.membership
  return (
    <PostForm action={addressOf(entry, member, 'restore')} class="stack" novalidate>
      <Once />
      <p>{t('member.restore_about')}</p>
      {admin && <p>{t('member.restore_admin', { name: nameOf(member) })}</p>}
      {admin && service.runs && <p class="note">{t('member.admins_run_service')}</p>}
      {admin && <RunsServiceField {...{ member, form, service }} />}
      <button class="button" type="submit">
        {t('member.restore', { name: nameOf(member) })}
      </button>
    </PostForm>
  )
}

/** A new link, to be passed on by other means. */
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
    <GroupFrame entry={entry} {...titleOf(member)}>
      <MadeLink>
        <Flash title={t('member.link_made')} tone="good">
          <p>{t('member.link_about')}</p>
        </Flash>
        <div class="whole stack">
          <Example label={t('member.invitation_for', { name: nameOf(member) })} text={link} id="link" />
          <CopyButton of="link" label={t('page.copy_link')} plain />
        </div>
      </MadeLink>
      <p>
        <a href={`/g/${entry.handle}/members?list=invited`}>{t('member.back_to_invitations')}</a>
      </p>
    </GroupFrame>
  )
}
