import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { Page } from '../../groups/load-people.ts'
import { queryOf } from '../../http/credentials.ts'
import { directionIn } from '../../locales/isolate.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { copyLink } from '../../mail/copy-link.ts'
import {
  type GroupMail,
  loadGroupMail,
  loadGroupOutbox,
  type MailStatus,
  type OpenedMail,
  shownText,
} from '../../mail/load-group-outbox.ts'
import { loadMailSetup, type MailSetup } from '../../mail/load-mail-setup.ts'
import { sendAgain, sendFailedAgain } from '../../mail/send-again.ts'
import type { Untimely } from '../../notifications/timely.ts'
import { askTrial } from '../../users/sign-in/ask-trial.ts'
import { CopyLinkForm, MadeLink } from '../parts/copied-links-part.tsx'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { Ago, Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { fromOf, idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { type Done, doneAddress } from '../visits/done-part.tsx'
import { loadUnsent } from '../visits/email-note-part.tsx'
import { changeInGroup, type Entry, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame, Pager } from '../visits/group-frame-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { MailSetupPart, NoMailServer } from './mail-setup-part.tsx'
import { RefusalNote } from './refusal-part.tsx'

const PER = 50

const STATES: Record<MailStatus, PlainKey> = {
  waiting: 'outbox.waiting',
  sent: 'outbox.sent',
  failed: 'outbox.failed',
  dropped: 'outbox.dropped',
}

export const outboxPage = groupPage({
  path: '/g/:handle/outbox',
  may: 'administer',
  tab: { label: 'group.tab_outbox', within: '/g/:handle/settings' },
  show: showOutbox,
  acts: { '/g/:handle/outbox/try': sendTrial, '/g/:handle/outbox/again': sendAllAgain },
})

export const mailPage = groupPage({
  path: '/g/:handle/outbox/:id',
  may: 'administer',
  tab: { under: outboxPage.path },
  show: showMail,
  acts: {
    '/g/:handle/outbox/:id/link': copyMailLink,
    '/g/:handle/outbox/:id/again': sendMailAgain,
  },
})

/** GET /g/HANDLE/outbox: the group's mails, of one state by ?status=. For admins. */
async function showOutbox(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const asked = textOf(queryOf(exchange.request), 'status')
  const status = Object.hasOwn(STATES, asked) ? (asked as MailStatus) : null
  const from = fromOf(exchange)
  const group_id = entry.visit.in_group.group.id
  const page = await loadGroupOutbox(exchange.services.db.pool, { group_id, status, per: PER, from })
  const unsent = await loadUnsent(exchange, entry)
  const { db, config } = exchange.services
  const setup = await loadMailSetup(db.pool, config, { group_id, user_id: entry.viewer.id })
  return sendPage(exchange, <OutboxPage {...{ entry, page, from, status, unsent, setup }} />)
}

/** POST /g/HANDLE/outbox/try: sends the admin a mail, by which they see whether mails arrive. */
async function sendTrial(exchange: GroupExchange): Promise<FastifyReply> {
  const { handle } = await changeInGroup(exchange, async (act, entry) => {
    await askTrial(act, entry.viewer.id)
    return { handle: entry.handle }
  })
  return exchange.reply.redirect(doneAddress(`/g/${handle}/outbox`, 'tried'), 303)
}

/** POST /g/HANDLE/outbox/again: sends all mails again that failed while the mail server refused them. */
async function sendAllAgain(exchange: GroupExchange): Promise<FastifyReply> {
  const { handle, mails } = await changeInGroup(exchange, async (act, entry) => {
    const mails = await sendFailedAgain(act, entry.visit.in_group.group.id)
    return { handle: entry.handle, mails }
  })
  const done = mails > 0 ? 'all_queued' : 'unchanged'
  return exchange.reply.redirect(doneAddress(`/g/${handle}/outbox`, done), 303)
}

/** GET /g/HANDLE/outbox/ID: one mail, without its links. */
async function showMail(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const mail = await loadGroupMail(
    exchange.services.db.pool,
    entry.visit.in_group.group.id,
    idInPath(exchange),
  )
  return sendPage(exchange, <MailPage entry={entry} mail={mail} link={null} />)
}

/** POST /g/HANDLE/outbox/ID/link: makes a new link, if the mail has one, and shows it; records the admin. */
async function copyMailLink(exchange: GroupExchange): Promise<FastifyReply> {
  const { public_url } = exchange.services.config
  const { entry, mail, link } = await changeInGroup(exchange, async (act, entry) => {
    const mail = await loadGroupMail(act.tx, entry.visit.in_group.group.id, idInPath(exchange))
    const { link } = mail.has_link ? await copyLink(act, mail.id, public_url) : { link: null }
    return { entry, mail, link }
  })
  if (link === null) return toMail(exchange, entry, 'unchanged')
  return sendPage(exchange, <MailPage entry={entry} mail={mail} link={link} />)
}

/** POST /g/HANDLE/outbox/ID/again: puts the mail back into the queue, unless it is untimely. */
async function sendMailAgain(exchange: GroupExchange): Promise<FastifyReply> {
  const id = idInPath(exchange)
  const { entry, again } = await changeInGroup(exchange, async (act, entry) => {
    const again = await sendAgain(act, entry.visit.in_group.group.id, id)
    return { entry, again }
  })
  return toMail(exchange, entry, again === 'queued' || again === 'waits' ? again : 'unchanged')
}

/** The mail's page says why nothing changed. */
function toMail(exchange: GroupExchange, { handle }: Entry, done: Done): FastifyReply {
  const page = `/g/${handle}/outbox/${idInPath(exchange)}`
  return exchange.reply.redirect(doneAddress(page, done), 303)
}

type Props = {
  entry: Entry
  page: Page<GroupMail>
  from: number
  status: MailStatus | null
  unsent: number | null
  /** Null: no mail server is set up. */
  setup: MailSetup | null
}

function OutboxPage({ entry, page, from, status, unsent, setup }: Props): VNode {
  const at = `/g/${entry.handle}/outbox`
  const only = status === null ? '' : `status=${status}&`
  return (
    <GroupFrame entry={entry} title={t('group.tab_outbox')}>
      <p>{t('outbox.about')} </p>
      {unsent !== null && <NoMailServer waiting={unsent} in_group={entry.visit.in_group} />}
      {setup !== null && setup.refusal !== null && (
        <RefusalNote refusal={setup.refusal} handle={entry.handle} />
      )}
      {setup !== null && (
        <MailSetupPart
          setup={setup}
          on={{ now: entry.visit.now, zone: entry.viewer.time_zone }}
          action={`${at}/try`}
        />
      )}
      <nav class="row" aria-label={t('outbox.which_mails')}>
        <a href={at} aria-current={status === null ? 'page' : undefined}>
          {t('outbox.all')}
        </a>
        {(['waiting', 'sent', 'failed'] as const).map((name) => (
          <a key={name} href={`${at}?status=${name}`} aria-current={name === status ? 'page' : undefined}>
            {t(STATES[name])}
          </a>
        ))}
      </nav>
      {page.items.length === 0 ? (
        <Empty>{t('outbox.empty')}</Empty>
      ) : (
        <ul class="list bare">
          {page.items.map((mail) => (
            <MailLine key={mail.id} mail={mail} entry={entry} />
          ))}
        </ul>
      )}
      <p class="small quiet">{t('outbox.no_reminders')} </p>
      <Pager page={page} from={from} per={PER} address={(to) => `${at}?${only}from=${to}`} />
    </GroupFrame>
  )
}

const LINES = {
  waiting: 'outbox.line_waiting',
  sent: 'outbox.line_sent',
  failed: 'outbox.line_failed',
  dropped: 'outbox.line_dropped',
} as const satisfies Record<MailStatus, string>

function MailLine({ mail, entry: { visit, viewer, handle } }: { mail: GroupMail; entry: Entry }): VNode {
  const at = { now: visit.now, zone: viewer.time_zone }
  return (
    <li>
      <a href={`/g/${handle}/outbox/${mail.id}`}>
        <bdi dir={directionIn(mail.subject)}>{mail.subject}</bdi>
      </a>
      <p class="small quiet">
        {rich(LINES[mail.status], {
          person: <bdi>{mail.name ?? mail.email}</bdi>,
          when: <Ago at={sentAt(mail) ?? mail.created_at} on={at} />,
        })}
        {mail.last_error !== null && <bdi>{` · ${mail.last_error}`}</bdi>}
      </p>
    </li>
  )
}

/** Why it is not sent again. */
const REASONS: Record<Untimely, PlainKey> = {
  poll_deleted: 'outbox.poll_deleted',
  thread_deleted: 'outbox.thread_deleted',
  stopped: 'member.no_emails',
  outdated: 'outbox.outdated',
}

/** Null: it was never sent, or is to be sent again. */
const sentAt = ({ status, sent_at }: GroupMail) => (status === 'sent' ? sent_at : null)

function MailPage({ entry, mail, link }: { entry: Entry; mail: OpenedMail; link: string | null }): VNode {
  const zone = entry.viewer.time_zone
  const text = shownText(mail)
  return (
    <GroupFrame entry={entry} title={mail.subject} dir={directionIn(mail.subject)}>
      {link !== null && <Copied mail={mail} link={link} />}
      <dl class="terms">
        <dt>{t('outbox.to')}</dt>
        <dd dir="auto">{mail.name === null ? mail.email : `${mail.name}, ${mail.email}`}</dd>
        <dt>{t('outbox.state')}</dt>
        <dd>
          <MailState mail={mail} zone={zone} />
        </dd>
        <dt>{t('outbox.tries')}</dt>
        <dd>{mail.attempts}</dd>
        {mail.last_error !== null && (
          <>
            <dt>{t('outbox.last_error')}</dt>
            <dd {...AS_IS}>{mail.last_error}</dd>
          </>
        )}
        <dt>{t('outbox.written')}</dt>
        <dd>
          <Time at={mail.created_at} zone={zone} />
        </dd>
      </dl>
      {mail.untimely !== null && link === null && <p>{t(REASONS[mail.untimely])}</p>}
      {text === null ? <p>{t('outbox.text_hidden')}</p> : <pre class="letter">{text.trimEnd()}</pre>}
      <MailForms entry={entry} mail={mail} copied={link !== null} />
    </GroupFrame>
  )
}

function MailState({ mail, zone }: { mail: GroupMail; zone: string }): ComponentChildren {
  const sent_at = sentAt(mail)
  if (sent_at !== null)
    return rich('outbox.sent_at', { state: t(STATES[mail.status]), when: <Time at={sent_at} zone={zone} /> })
  if (mail.status !== 'waiting' || mail.attempts === 0) return t(STATES[mail.status])
  return rich('outbox.next_try', { when: <Time at={mail.due_at} zone={zone} /> })
}

function Copied({ mail, link }: { mail: GroupMail; link: string }): VNode {
  return (
    <MadeLink>
      <Flash title={t('member.link_made')} tone="good">
        <p>{t('outbox.link_about')}</p>
      </Flash>
      <CopiedText id="link" label={t('outbox.link_for', { person: mail.name ?? mail.email })} text={link} />
    </MadeLink>
  )
}

type FormsProps = { entry: Entry; mail: OpenedMail; copied: boolean }

/** `copied`: the page shows a new link. */
function MailForms({ entry, mail, copied }: FormsProps): VNode {
  const at = `/g/${entry.handle}/outbox/${mail.id}`
  const offers_link = mail.has_link && !copied
  return (
    <>
      <div class="row">
        {offers_link && <CopyLinkForm action={`${at}/link`} label={t('outbox.copy_link')} />}
        {mail.status !== 'waiting' && mail.untimely === null && (
          <PostForm action={`${at}/again`}>
            <Once />
            <button class="button plain" type="submit">
              {t('page.send_again')}
            </button>
          </PostForm>
        )}
      </div>
      {offers_link && <p class="small quiet">{t('outbox.links_about')} </p>}
    </>
  )
}
