import type { FastifyReply } from 'fastify'
import { Fragment, type VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { groupState } from '../../groups/group-state.ts'
import {
  loadCandidates,
  loadDeletionFacts,
  loadServiceGroup,
} from '../../groups/service/load-service-groups.ts'
import {
  type Candidate,
  removedOn,
  type ServiceGroup,
  type StateDeed,
} from '../../groups/service/service-group.ts'
import { setFirstAdmin } from '../../groups/service/set-first-admin.ts'
import { setGroupState } from '../../groups/service/set-group-state.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Day, Time } from '../parts/date-part.tsx'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { idInPath, queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { Command } from '../words/command-part.tsx'
import { rich } from '../words/rich.tsx'
import { Deletion } from './deletion-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'
import { stateWords } from './state-words.ts'

const LIST = '/service/groups'
const PATH = `${LIST}/:id`
const INVALID_STATUS = 422
const BLANK: FormState = { values: {}, problems: [] }

/** By the last part of the URL of their forms. */
const DEEDS: Record<string, StateDeed> = {
  suspend: 'group_suspended',
  resume: 'group_resumed',
  delete: 'group_deleted',
  restore: 'group_restored',
}

export const serviceGroupPage = servicePage({
  path: PATH,
  show: (exchange, viewer) => sendGroup(exchange, viewer, BLANK),
  acts: {
    ...Object.fromEntries(
      Object.entries(DEEDS).map(([name, deed]) => [
        `${PATH}/${name}`,
        (exchange: Exchange, viewer: SignedIn) => changeState(exchange, viewer, deed),
      ]),
    ),
    [`${PATH}/admin`]: makeAdmin,
  },
})

/** POST /service/groups/ID/suspend, resume, delete (which takes the group's name) or restore. */
async function changeState(exchange: Exchange, viewer: SignedIn, deed: StateDeed): Promise<FastifyReply> {
  const id = idInPath(exchange)
  const typed_name = formText(exchange, 'name')
  try {
    await changeService(exchange, viewer, (act) => setGroupState(act, { id, deed, typed_name }))
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    // The form has one field: what is wrong with the group itself stands there too.
    const problems = error.problems.map((one) => ({ ...one, field: 'name' }))
    return sendGroup(exchange, viewer, { values: formOf(exchange), problems })
  }
  return exchange.reply.redirect(`${LIST}/${id}?done=1`, 303)
}

/** POST /service/groups/ID/admin: makes a member admin of a group that has none. */
async function makeAdmin(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const group_id = idInPath(exchange)
  const membership_id = idIn(formOf(exchange), 'member')
  await changeService(exchange, viewer, (act) => setFirstAdmin(act, { group_id, membership_id }))
  return exchange.reply.redirect(`${LIST}/${group_id}?done=1`, 303)
}

async function sendGroup(exchange: Exchange, viewer: SignedIn, form: FormState): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const group = await loadServiceGroup(pool, idInPath(exchange))
  const leaderless = group.admins === 0 && group.deleted_at === null
  const candidates = leaderless ? await loadCandidates(pool, group.id) : null
  const deletion = await loadDeletionFacts(pool, group.id)
  const done = queryText(exchange, 'done') !== ''
  const status = form.problems.length > 0 ? INVALID_STATUS : 200
  const page = { viewer, group, candidates, deletion, form, done }
  return sendPage(exchange, <GroupPage {...page} />, status)
}

type Candidates = Awaited<ReturnType<typeof loadCandidates>>

type Props = {
  viewer: SignedIn
  group: ServiceGroup
  /** Who may become admin. Null: it has one. */
  candidates: Candidates | null
  deletion: Awaited<ReturnType<typeof loadDeletionFacts>>
  form: FormState
  done: boolean
}

function GroupPage({ viewer, group, candidates, deletion, form, done }: Props): VNode {
  const zone = viewer.time_zone
  const state = groupState(group)
  return (
    <ServiceFrame viewer={viewer} title={group.name} dir="auto" at={LIST} done={done}>
      <Facts group={group} zone={zone} />
      {candidates !== null && <NoAdmin group={group} candidates={candidates} />}
      {state === 'active' && (
        <Act id={group.id} name="suspend" label={t('service.suspend')} about={t('service.suspend_about')} />
      )}
      {group.suspended_at !== null && state === 'suspended' && (
        <Act
          id={group.id}
          name="resume"
          label={t('service.resume')}
          about={rich('service.is_suspended', { when: <Time at={group.suspended_at} zone={zone} /> })}
        />
      )}
      {group.deleted_at === null ? (
        <Deletion id={group.id} facts={deletion} form={form} />
      ) : (
        <Act
          id={group.id}
          name="restore"
          label={t('service.restore')}
          about={rich('service.is_deleted', { when: Day({ at: removedOn(group.deleted_at), zone }) })}
          problems={form.problems}
        />
      )}
    </ServiceFrame>
  )
}

function Facts({ group, zone }: { group: ServiceGroup; zone: string }): VNode {
  const facts: [string, VNode | string | number][] = [
    [t('service.state'), stateWords(group)],
    [t('sign_in.handle'), <span dir="ltr">{group.handle}</span>],
    [t('service.created'), <Day at={group.created_at} zone={zone} />],
    [t('group.tab_members'), group.memberships - group.pending_memberships],
    [t('member.tab_invited'), group.pending_memberships],
    [t('service.group_admins'), group.admins],
    [t('group.tab_threads'), group.discussions],
    [t('group.tab_polls'), group.polls],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

type NoAdminProps = { group: ServiceGroup; candidates: Candidates }

function NoAdmin({ group, candidates: { items, more } }: NoAdminProps): VNode {
  const command = <Command words={`folkmoot member promote --group ${group.handle} --email …`} />
  return (
    <section class="stack" aria-labelledby="admin">
      <h2 id="admin">{t('service.without_admin')}</h2>
      <p>{t('service.without_admin_about')}</p>
      {items.length === 0 ? <p>{t('service.nobody_joined')}</p> : <p>{t('service.choose_admin')}</p>}
      <ul class="list bare">
        {items.map((candidate) => (
          <CandidateRow key={candidate.id} group_id={group.id} candidate={candidate} />
        ))}
      </ul>
      {more && <p>{rich('service.other_admin', { command })}</p>}
    </section>
  )
}

function CandidateRow({ group_id, candidate }: { group_id: number; candidate: Candidate }): VNode {
  const { id, name, email } = candidate
  return (
    <li class="row">
      <div>
        <p>
          <bdi>{name ?? email}</bdi>
        </p>
        {name !== null && (
          <p class="small quiet">
            <bdi>{email}</bdi>
          </p>
        )}
      </div>
      <PostForm action={`${LIST}/${group_id}/admin`}>
        <button
          class="button plain"
          type="submit"
          name="member"
          value={id}
          aria-label={t('service.make_admin_of', { name: name ?? email })}
        >
          {t('member.make_admin')}
        </button>
      </PostForm>
    </li>
  )
}

type ActProps = {
  id: number
  name: string
  label: string
  about: ReturnType<typeof rich>
  /** Of the action that was tried instead of this one. */
  problems?: Problem[]
}

function Act({ id, name, label, about, problems = [] }: ActProps): VNode {
  return (
    <section class="stack" aria-labelledby={name}>
      <h2 id={name}>{label}</h2>
      <Faults
        problems={problems.map((one) => ({ ...one, field: name }))}
        labels={{ [name]: t('sign_in.group_name') }}
      />
      <p>{about}</p>
      <PostForm action={`${LIST}/${id}/${name}`}>
        <button class="button plain" type="submit">
          {label}
        </button>
      </PostForm>
    </section>
  )
}
