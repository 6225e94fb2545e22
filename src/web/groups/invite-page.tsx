import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type Allowance, Invalid, problem } from '../../errors.ts'
import { loadScarceInvites } from '../../groups/invites/invite-people.ts'
import type { Fields } from '../../http/forms.ts'
import { sentences, t } from '../../locales/say.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { MAX_PASTED, type UnkeptOf } from '../../members/invitation-list.ts'
import { type InvitationPlan, loadInvitationPlan } from '../../members/load-invitation-plan.ts'
import { setMembers } from '../../members/set-members.ts'
import { loadPollList } from '../../polls/lists/load-poll-list.ts'
import { writtenAddress } from '../../users/address-list.ts'
import { MAX_NAME } from '../../users/user.ts'
import { AreaField, Faults, type FormState } from '../parts/form-part.tsx'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { requireSameOrigin } from '../request/same-origin.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { EmailNote, loadRefusal, loadUnsent, RefusedNow, type Unsent } from '../visits/email-note-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { invitedAddress } from './members-page.tsx'

const MINUTE_SECONDS = 60
const EMPTY: FormState = { values: {}, problems: [] }

export const invitePage = groupPage({
  path: '/g/:handle/invite',
  may: 'administer',
  tab: { under: '/g/:handle/members' },
  show: showInvite,
  acts: { '/g/:handle/invite': postInvite },
})

/** GET /g/HANDLE/invite: a field to paste addresses into. For admins. */
async function showInvite(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendPage(
    exchange,
    <InvitePage entry={entry} form={EMPTY} unsent={await loadUnsent(exchange, entry)} />,
  )
}

/**
 * POST /g/HANDLE/invite: shows which addresses are new, known or invalid; with step=invite, invites the new
 * ones.
 */
async function postInvite(exchange: GroupExchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const fields = formOf(exchange)
  const text = textOf(fields, 'emails')
  try {
    if (textOf(fields, 'step') === 'edit') {
      return await sendForm(exchange, { values: fields, problems: [] })
    }
    if (textOf(fields, 'step') !== 'invite') return await sendPlan(exchange, text, fields)
    const to = await changeInGroup(exchange, async (act, entry) => {
      const group_id = entry.visit.in_group.group.id
      const { fresh, back } = checked(await loadInvitationPlan(act.tx, group_id, text))
      const plain = { remove_absent: false, dry_run: false, guard: false, force: false }
      const emails = [...fresh, ...back]
      await setMembers(act, { group_id, emails, ...plain })
      return invitedAddress(entry.handle, emails.length)
    })
    return reply.redirect(to, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendForm(exchange, { values: fields, problems: error.problems }, refusedStatus(exchange, error))
  }
}

/** The form with the pasted text. */
async function sendForm(exchange: GroupExchange, form: FormState, status?: number): Promise<FastifyReply> {
  const entry = await enterGroup(exchange)
  const unsent = await loadUnsent(exchange, entry)
  return sendPage(exchange, <InvitePage entry={entry} form={form} unsent={unsent} />, status)
}

async function sendPlan(exchange: GroupExchange, text: string, fields: Fields): Promise<FastifyReply> {
  const entry = await enterGroup(exchange)
  const group_id = entry.visit.in_group.group.id
  const plan = checked(await loadInvitationPlan(exchange.services.db.pool, group_id, text))
  const unsent = await loadUnsent(exchange, entry)
  const refusal = await loadRefusal(exchange, entry.visit)
  const scarce = await loadScarce(exchange, entry, plan)
  const votes = await hasOpenPolls(exchange, entry)
  return sendPage(exchange, <PlanPage {...{ entry, plan, text, fields, unsent, refusal, scarce, votes }} />)
}

async function hasOpenPolls({ services }: Exchange, { viewer, visit }: Entry): Promise<boolean> {
  const group_id = visit.in_group.group.id
  const ask = { group_id, user_id: viewer.id, state: 'open', tags: null, per: 1, from: 0 } as const
  return (await loadPollList(services.db.pool, ask)).items.length > 0
}

/** The limit that the plan may exceed, if all of its people are new to the service. */
function loadScarce(
  { services }: Exchange,
  { viewer, visit }: Entry,
  plan: InvitationPlan,
): Promise<Allowance | null> {
  return loadScarceInvites(
    services.db.pool,
    { actor: { kind: 'person', user_id: viewer.id }, limits: services.db.limits },
    { group_id: visit.in_group.group.id, count: invitedBy(plan) },
  )
}

const invitedBy = ({ fresh, back }: InvitationPlan) => fresh.length + back.length

/** Throws Invalid if nothing was pasted, or too many addresses at once. */
function checked(plan: InvitationPlan): InvitationPlan {
  const all = plan.fresh.length + plan.back.length + plan.known.length + plan.waiting.length
  if (all + plan.invalid.length === 0) throw new Invalid([problem('emails', 'blank')])
  if (all > MAX_PASTED) throw new Invalid([problem('emails', 'too_many_at_once', { most: MAX_PASTED })])
  return plan
}

type Props = { entry: Entry; form: FormState; unsent: Unsent }

function InvitePage({ entry, form, unsent }: Props): VNode {
  return (
    <GroupFrame entry={entry} title={t('group.invite')} invites={false}>
      <EmailNote unsent={unsent} in_group={entry.visit.in_group} />
      <Faults problems={form.problems} labels={{ emails: t('form.addresses') }} />
      <PostForm action={`/g/${entry.handle}/invite`} class="stack" novalidate>
        <Once sent={form.values} />
        <AreaField
          form={form}
          name="emails"
          label={t('form.addresses')}
          hint={t('invitation.addresses_hint', { example: t('form.address_example') })}
          rows={8}
        />
        <button class="button" type="submit" name="step" value="preview">
          {t('invitation.preview')}
        </button>
      </PostForm>
      <p>
        {rich('invitation.or_by_link', {
          link: (text) => <a href={`/g/${entry.handle}/links`}>{text}</a>,
        })}
      </p>
      {entry.visit.in_group.group.locale === null && (
        <p class="small">
          {rich('invitation.language', {
            link: (text) => <a href={`/g/${entry.handle}/settings`}>{text}</a>,
          })}
        </p>
      )}
    </GroupFrame>
  )
}

type PlanProps = {
  entry: Entry
  plan: InvitationPlan
  text: string
  fields: Fields
  unsent: Unsent
  refusal: GroupRefusal | null
  scarce: Allowance | null
  /** Whether polls are open. */
  votes: boolean
}

function PlanPage({ entry, plan, text, fields, unsent, refusal, scarce, votes }: PlanProps): VNode {
  const { fresh, back, known, waiting, invalid, unkept } = plan
  const invited = invitedBy(plan)
  return (
    <GroupFrame entry={entry} title={t('group.invite')} invites={false}>
      <EmailNote unsent={unsent} in_group={entry.visit.in_group} />
      {unsent === null && invited > 0 && (
        <p>{t(votes ? 'invitation.each_gets' : 'invitation.each_gets_link')}</p>
      )}
      <RefusedNow refusal={refusal} handle={entry.handle} />
      {scarce !== null && <p class="note">{scarceWords(scarce, invited)}</p>}
      <Addresses title={t('invitation.will_be_invited')} list={fresh.map(writtenAddress)} />
      <Addresses title={t('invitation.invited_again')} list={back.map(writtenAddress)} />
      <Addresses title={t('invitation.in_group_already')} list={known.map(writtenAddress)} />
      <Addresses title={t('invitation.invited_already')} list={waiting.map(writtenAddress)} />
      <Addresses title={t('invitation.no_addresses')} list={invalid} />
      <Addresses title={t('invitation.names_left_out')} list={[...new Set(unkept.map(unkeptWords))]} />
      <PostForm action={`/g/${entry.handle}/invite`} class="row">
        <Once sent={fields} />
        <input type="hidden" name="emails" value={text} />
        {invited > 0 && (
          <button class="button" type="submit" name="step" value="invite">
            {t('invitation.invite_count', { invited })}
          </button>
        )}
        <button class="button plain" type="submit" name="step" value="edit">
          {t('invitation.change_list')}
        </button>
      </PostForm>
    </GroupFrame>
  )
}

/** Waiting helps only if the whole list fits into the limit of an hour. */
function scarceWords({ remaining, limit, reset_seconds }: Allowance, invited: number): string {
  const minutes = invited > limit ? 0 : Math.ceil(reset_seconds / MINUTE_SECONDS)
  return sentences([
    t('invitation.few_left', { remaining, limit }),
    t('invitation.all_or_none'),
    t('invitation.shorten', { minutes }),
  ])
}

const WHY_UNKEPT = {
  address_as_name: 'invitation.name_is_address',
  unseen: 'invitation.name_unseen',
  unmarked: 'invitation.name_unmarked',
  second: 'invitation.address_twice',
} as const

function unkeptWords({ address, text, why }: UnkeptOf): string {
  const reason = why === 'too_long' ? t('invitation.name_too_long', { most: MAX_NAME }) : t(WHY_UNKEPT[why])
  return text === ''
    ? t('invitation.left_out_unnamed', { address, reason })
    : t('invitation.left_out', { name: text, address, reason })
}

function Addresses({ title, list }: { title: string; list: string[] }): VNode | null {
  if (list.length === 0) return null
  return (
    <section class="stack" aria-label={title}>
      <h2 class="side-title">{t('invitation.list_title', { title, count: list.length })}</h2>
      <ul class="addresses quiet bare">
        {list.slice(0, MAX_PASTED).map((address) => (
          <li key={address}>
            <bdi>{address}</bdi>
          </li>
        ))}
        {list.length > MAX_PASTED && (
          <li class="quiet">{t('invitation.more', { count: list.length - MAX_PASTED })}</li>
        )}
      </ul>
    </section>
  )
}
