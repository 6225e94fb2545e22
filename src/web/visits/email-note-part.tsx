import type { ComponentChildren, VNode } from 'preact'
import type { GroupFacts } from '../../groups/group-facts.ts'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { t } from '../../locales/say.ts'
import type { MailStatus } from '../../mail/load-group-outbox.ts'
import { countWaitingMails, countWaitingMailsOfPoll } from '../../mail/load-group-outbox.ts'
import { type GroupRefusal, loadGroupRefusal } from '../../mail/refusals/load-refusals.ts'
import type { Arrival, PollVisit } from '../../members/visits/load-visit.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { isUndecided } from '../../polls/remind-undecided.ts'
import { Flash } from '../parts/flash-part.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { rich, richSentences } from '../words/rich.tsx'
import type { Entry } from './group-door.ts'
import type { ThreadEntry } from './thread-door.ts'

/**
 * How many of the group's mails wait for a mail server. Null: mails are sent, or the visitor is not an admin,
 * who could pass links on.
 */
export type Unsent = number | null

export function loadUnsent(exchange: Exchange, { visit }: Entry): Promise<Unsent> {
  return unsentIn(exchange, visit.in_group.group.id, visit.abilities.includes('administer'))
}

/** The same for the pages of a thread. */
export function loadUnsentOfThread(exchange: Exchange, { visit }: ThreadEntry): Promise<Unsent> {
  return unsentIn(exchange, visit.in_group.group.id, isAdminHere(visit))
}

/** The same for the pages of a poll that still sends mails. */
export function loadUnsentOfPoll(exchange: Exchange, visit: PollVisit): Promise<Unsent> {
  return unsentIn(exchange, visit.loaded.poll.group_id, isConcerned(visit))
}

/**
 * The same before the poll is loaded, for a page that may be cached: `unsentFor` decides which visitors see
 * the note.
 */
export async function loadUnsentOnArrival(
  exchange: Exchange,
  { by_session, poll_id }: Arrival,
): Promise<Unsent> {
  if (sendsMail(exchange) || by_session?.visitor.admin !== true || poll_id === null) return null
  return countWaitingMailsOfPoll(exchange.services.db, poll_id)
}

/** The count that this visitor may see. */
export function unsentFor(visit: PollVisit, unsent: Unsent): Unsent {
  return isConcerned(visit) ? unsent : null
}

function isConcerned(visit: PollVisit): boolean {
  const { poll, now } = visit.loaded
  return isAdminHere(visit) && pollState(poll, now).is !== 'closed'
}

async function unsentIn(exchange: Exchange, group_id: number, concerned: boolean): Promise<Unsent> {
  if (sendsMail(exchange) || !concerned) return null
  return countWaitingMails(exchange.services.db.pool, group_id)
}

function isAdminHere({ came_by, visitor }: Pick<PollVisit, 'came_by' | 'visitor'>): boolean {
  return came_by === 'session' && visitor.accepted && visitor.admin
}

/** The same in one line: for little room, or if the links are nearby. */
export function EmailLine({ unsent, handle }: { unsent: Unsent; handle: string }): VNode | null {
  if (unsent === null) return null
  return <p class="small">{rich('visit.no_email_line', { link: outboxLink(handle) })}</p>
}

function outboxLink(handle: string): (text: ComponentChildren) => VNode {
  return (text) => <a href={`/g/${handle}/outbox?status=waiting`}>{text}</a>
}

type NoteProps = { unsent: Unsent; in_group: GroupFacts; children?: ComponentChildren }

/**
 * Tells admins that mails are not sent, and where the links are; `children`: where to copy many links. By
 * default the links to join, if somebody needs one.
 */
export function EmailNote({ unsent, in_group, children }: NoteProps): VNode | null {
  if (unsent === null) return null
  const link = outboxLink(in_group.group.handle)
  return (
    <Flash title={t('visit.no_email', { waiting: unsent })} tone="plain">
      {children === undefined ? <LinksToJoin in_group={in_group} /> : children}
      <p class="small">{rich('visit.no_email_until', { setting: <code>SMTP_URL</code>, link })}</p>
    </Flash>
  )
}

/** Where the links of people are who have not joined. Null: there are none. */
export function LinksToJoin({ in_group: { group, counts } }: { in_group: GroupFacts }): VNode | null {
  if (counts.pending_memberships === 0) return null
  return (
    <p class="row">
      <a href={`/g/${group.handle}/members?list=invited`}>{t('visit.copy_links_not_joined')}</a>
    </p>
  )
}

/** The same on a poll's page, with a link to its voters' links. */
export function PollEmailNote({ visit, unsent }: { visit: PollVisit; unsent: Unsent }): VNode {
  return (
    <EmailNote unsent={unsent} in_group={visit.loaded.in_group}>
      {isUndecided(visit.loaded) && <LinksToVote poll={visit.loaded.poll} />}
    </EmailNote>
  )
}

/** The same in the note about a poll that was just started. */
export function StartedEmailNote({ poll }: { poll: LinkedPoll }): VNode {
  return (
    <>
      <p>{t('visit.no_email', { waiting: 0 })}</p>
      <LinksToVote poll={poll} />
    </>
  )
}

type LinkedPoll = Pick<Poll, 'key' | 'anonymous' | 'opened_at'>

/** Where the links of people are who have not voted. */
function LinksToVote({ poll }: { poll: LinkedPoll }): VNode | null {
  if (poll.opened_at === null) return null
  return poll.anonymous ? (
    <p>{t('visit.copy_links_one_by_one')}</p>
  ) : (
    <p class="row">
      <a href={`/p/${poll.key}/voters`}>{t('visit.copy_links_not_voted')}</a>
    </p>
  )
}

/** Mails of the group that the mail server refuses. Null: none, or the visitor is not an admin. */
export function loadRefusal(
  exchange: Exchange,
  { in_group, abilities }: GroupVisit,
): Promise<GroupRefusal | null> {
  return refusalIn(exchange, in_group.group.id, abilities.includes('administer'))
}

/** The same for the pages of a poll. */
export function loadRefusalOfPoll(exchange: Exchange, visit: PollVisit): Promise<GroupRefusal | null> {
  return refusalIn(exchange, visit.loaded.poll.group_id, isConcerned(visit))
}

async function refusalIn(exchange: Exchange, group_id: number, concerned: boolean) {
  if (!sendsMail(exchange) || !concerned) return null
  return loadGroupRefusal(exchange.services.db.pool, group_id)
}

/**
 * Whether mails do not get through now. Where only some are left that failed, the server accepts mails again.
 */
export function isRefused(refusal: GroupRefusal | null): refusal is GroupRefusal {
  return refusal !== null && refusal.are !== 'left'
}

/** Beside the promise of a mail. Null: mails get through, or the visitor is not an admin. */
export function RefusedNow({ refusal, handle }: { refusal: GroupRefusal | null; handle: string }) {
  return isRefused(refusal) ? <RefusalLine refusal={refusal} handle={handle} /> : null
}

type LineProps = { refusal: GroupRefusal; handle: string }

/** That mails of the group do not get through, in brief, with a link to them. */
export function RefusalLine({ refusal, handle }: LineProps): VNode {
  return <p class="note">{lineOf(refusal, refusedLink(handle, refusal.are))}</p>
}

function lineOf(refusal: GroupRefusal, link: ReturnType<typeof refusedLink>): ComponentChildren {
  const { are, error } = refusal
  if (are === 'waiting') return rich('group.mails_refused_line', { link })
  return richSentences([
    refusalTitle(refusal),
    are === 'left'
      ? rich('group.mails_left_line', { link })
      : rich('group.mails_given_up_line', { link, error: <bdi>{error}</bdi> }),
  ])
}

/** How many mails wait or have failed. */
export function refusalTitle({ are, mails }: GroupRefusal): string {
  if (are === 'waiting') return t('outbox.refused', { waiting: mails })
  return t(are === 'failed' ? 'outbox.given_up' : 'outbox.left', { failed: mails })
}

/** A link to these mails. */
export function refusedLink(handle: string, are: GroupRefusal['are']): (text: ComponentChildren) => VNode {
  const status: MailStatus = are === 'waiting' ? are : 'failed'
  return (text) => <a href={`/g/${handle}/outbox?status=${status}`}>{text}</a>
}
