import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { isPublicThread } from '../../discussions/discussion.ts'
import { Invalid } from '../../errors.ts'
import { sentences, t } from '../../locales/say.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import {
  loadThreadPeople,
  MOST_PEOPLE_SHOWN,
  type ThreadPerson,
} from '../../members/visits/load-thread-people.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { loadMuted } from '../../notifications/load-muted.ts'
import { splitAddresses } from '../../users/address-list.ts'
import { listedNames } from '../../users/shown-names.ts'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { AreaField, Faults, type FormState } from '../parts/form-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { leftOutIn, leftOutQuery, NamesLeftOut } from '../parts/told-part.tsx'
import { numberInQuery } from '../request/address.ts'
import { SendsMail, sendsMail } from '../request/asked-part.tsx'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { EmailNote, loadUnsentOfThread, type Unsent } from '../visits/email-note-part.tsx'
import { membersWords } from '../visits/members-words.ts'
import {
  changeInThread,
  enterThread,
  goToThread,
  type ThreadEntry,
  type ThreadExchange,
  threadPage,
  threadPath,
} from '../visits/thread-door.ts'
import { ThreadFrame } from '../visits/thread-frame-part.tsx'
import { addressesHint, messageIn } from './thread-form.ts'

const labels = () => ({ emails: t('thread.addresses'), message: t('thread.message') })

export const threadPeoplePage = threadPage({
  path: '/d/:key/people',
  may: 'see',
  show: showThreadPeople,
  acts: { '/d/:key/people': postThreadPeople },
})

/** GET /d/KEY/people: the readers of the thread, and the form to invite more. */
async function showThreadPeople(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  return sendPeople(exchange, entry, { form: { values: {}, problems: [] } })
}

/** POST /d/KEY/people: invites these addresses. */
async function postThreadPeople(exchange: ThreadExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  try {
    const { told, muted } = await changeInThread(exchange, async (act, { thread, reader, in_group }) => {
      const group_id = in_group.group.id
      const invited = await inviteGuests(act, {
        discussion_id: thread.discussion.id,
        group_id,
        emails: splitAddresses(textOf(fields, 'emails')),
        message: messageIn(fields, 'message'),
        reader,
      })
      const unreached = await loadMuted(act.tx, { group_id, user_ids: invited.told })
      return { told: invited.told.length, muted: unreached.size }
    })
    const unreached = muted === 0 ? '' : `&muted=${muted}`
    return goToThread(
      exchange,
      `/people?invited=${told}${unreached}${leftOutQuery(textOf(fields, 'emails'))}`,
    )
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const form = { values: fields, problems: refusal.problems }
    return sendPeople(exchange, await enterThread(exchange), {
      form,
      status: refusedStatus(exchange, refusal),
    })
  }
}

async function sendPeople(
  exchange: Exchange,
  entry: ThreadEntry,
  { form, status = 200 }: { form: FormState; status?: number },
): Promise<FastifyReply> {
  const people = await loadThreadPeople(exchange.services.db.pool, entry.visit)
  const { visit } = entry
  const muted = visit.abilities.invite
    ? await loadMuted(exchange.services.db.pool, {
        group_id: visit.in_group.group.id,
        user_ids: people.map(({ user }) => user.id),
      })
    : new Set<number>()
  const unsent = await loadUnsentOfThread(exchange, entry)
  const done = {
    invited: numberInQuery(exchange, 'invited', 0),
    muted: numberInQuery(exchange, 'muted', 0),
    removed: numberInQuery(exchange, 'removed', 0),
    left_out: leftOutIn(exchange),
  }
  const page = (
    <PeoplePage
      entry={entry}
      people={people}
      muted={muted}
      form={form}
      done={done}
      sends={sendsMail(exchange)}
      unsent={unsent}
      path={threadPath(exchange)}
    />
  )
  return sendPage(exchange, page, status)
}

/** How many were invited or removed just now, who of them stopped emails, and how many names left out. */
type Done = { invited: number; muted: number; removed: number; left_out: number }

function Done({
  done: { invited, muted, removed, left_out },
  sends,
}: {
  done: Done
  sends: boolean
}): VNode | null {
  if (removed > 0) return <Flash title={t('thread.guest_removed')} tone="good" />
  return invited === 0 ? null : (
    <Flash title={t('thread.invited', { count: invited })} tone="good">
      {sends && (
        <p>
          {sentences([
            muted === 0 ? '' : t('thread.invited_muted', { muted }),
            muted >= invited ? '' : t(muted === 0 ? 'thread.invited_about' : 'thread.invited_others'),
          ])}
        </p>
      )}
      <NamesLeftOut count={left_out} />
    </Flash>
  )
}

function PeoplePage({
  entry,
  people,
  muted,
  form,
  done,
  sends,
  unsent,
  path,
}: {
  entry: ThreadEntry
  people: ThreadPerson[]
  /** Those who stopped emails, for visitors who may invite. */
  muted: ReadonlySet<number>
  form: FormState
  done: Done
  sends: boolean
  unsent: Unsent
  path: string
}): VNode {
  const { abilities, reader, thread, in_group } = entry.visit
  const inside = people.filter(({ as }) => as === 'member' || as === 'invited')
  const guests = people.filter(({ as }) => as === 'guest')
  const poll_guests = people.filter(({ as }) => as === 'voter')
  const names = listedNames(
    people.map(({ user }) => user),
    seesAddresses(entry.visit),
  )
  return (
    <ThreadFrame entry={entry} title={t('thread.who_reads')} path={path}>
      <Done done={done} sends={sends} />
      <EmailNote unsent={unsent} in_group={in_group} />
      <section class="stack" aria-labelledby="members">
        <h2 id="members">{membersWords(in_group.counts)}</h2>
        {reader.member ? (
          <People people={inside} names={names} muted={muted} />
        ) : (
          <p class="quiet">{t('thread.members_hidden')}</p>
        )}
        {reader.member && thread.members > MOST_PEOPLE_SHOWN && (
          <p class="quiet">{t('thread.more_members', { count: thread.members - MOST_PEOPLE_SHOWN })}</p>
        )}
      </section>
      {(guests.length > 0 || poll_guests.length === 0) && (
        <section class="stack" aria-labelledby="guests">
          <h2 id="guests">{t('thread.guests')}</h2>
          {guests.length === 0 ? (
            <Empty>
              {t(
                isPublicThread(thread.discussion, in_group.group)
                  ? 'thread.is_public_about'
                  : 'thread.no_guests',
              )}
            </Empty>
          ) : (
            <People people={guests} names={names} muted={muted} removal={abilities.edit ? path : null} />
          )}
        </section>
      )}
      {poll_guests.length > 0 && (
        <section class="stack" aria-labelledby="poll-guests">
          <h2 id="poll-guests">{t('thread.poll_guests')}</h2>
          <p class="small quiet">{t('thread.poll_guests_about')}</p>
          <People people={poll_guests} names={names} muted={muted} />
        </section>
      )}
      {abilities.invite && <InviteForm form={form} path={path} />}
    </ThreadFrame>
  )
}

/** `removal`: the thread whose guests the visitor may remove. */
function People({
  people,
  names,
  muted,
  removal = null,
}: {
  people: ThreadPerson[]
  names: Map<number, string>
  muted: ReadonlySet<number>
  removal?: string | null
}): VNode {
  return (
    <ul class="people bare">
      {people.map(({ user, as }) => (
        <li key={user.id}>
          <Person user={user} shown={names.get(user.id)} />
          {as === 'invited' && <span class="small quiet">{t('member.role_invited')}</span>}
          {muted.has(user.id) && <span class="small quiet">{t('thread.stopped_emails')}</span>}
          {as === 'guest' && removal !== null && (
            <a
              class="small"
              href={`${removal}/people/${user.id}/remove`}
              aria-label={t('thread.remove_name', { name: names.get(user.id) ?? '' })}
            >
              {t('thread.remove')}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function InviteForm({ form, path }: { form: FormState; path: string }): VNode {
  const about = t(useContext(SendsMail) ? 'thread.invite_about' : 'thread.invite_about_unsent')
  return (
    <section class="stack" aria-labelledby="invite">
      <h2 id="invite">{t('thread.invite')}</h2>
      <p>{about}</p>
      <Faults problems={form.problems} labels={labels()} />
      <PostForm action={`${path}/people`} class="stack">
        <Once />
        <AreaField form={form} name="emails" label={labels().emails} hint={addressesHint()} rows={4} />
        <AreaField
          form={form}
          name="message"
          label={labels().message}
          hint={t('thread.invite_message_hint')}
          rows={3}
        />
        <button class="button" type="submit">
          {t('thread.send_invitations')}
        </button>
      </PostForm>
    </section>
  )
}
