import type { ComponentChildren, VNode } from 'preact'
import { countWaitingMails, countWaitingMailsOfPoll } from '../../mail/load-group-outbox.ts'
import type { Arrival, PollVisit } from '../../members/visits/load-visit.ts'
import { pollState } from '../../polls/poll.ts'
import { count } from '../../text/counted.ts'
import { Flash } from '../parts/flash-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import type { Entry } from './group-door.ts'
import type { ThreadEntry } from './thread-door.ts'

/** How many of the group's mails wait for a mail server. Null: there is one, or this is no admin's affair. */
export type Unsent = number | null

export function loadUnsent(exchange: Exchange, { visit }: Entry): Promise<Unsent> {
  return unsentIn(exchange, visit.in_group.group.id, visit.abilities.includes('administer'))
}

/** The same on the pages of a thread. */
export function loadUnsentOfThread(exchange: Exchange, { visit }: ThreadEntry): Promise<Unsent> {
  return unsentIn(exchange, visit.in_group.group.id, isAdminHere(visit))
}

/** The same on the pages of a poll of which people are still told. */
export function loadUnsentOfPoll(exchange: Exchange, visit: PollVisit): Promise<Unsent> {
  return unsentIn(exchange, visit.loaded.poll.group_id, isConcerned(visit))
}

/**
 * The same before the poll is loaded, for a page that may be kept: which of those who come to it see the note
 * is `unsentFor`.
 */
export async function loadUnsentOnArrival(
  { services }: Exchange,
  { by_session, poll_id }: Arrival,
): Promise<Unsent> {
  if (services.config.smtp_url !== null || by_session?.visitor.admin !== true || poll_id === null) return null
  return countWaitingMailsOfPoll(services.db.pool, poll_id)
}

/** What of it this visitor is told. */
export function unsentFor(visit: PollVisit, unsent: Unsent): Unsent {
  return isConcerned(visit) ? unsent : null
}

function isConcerned(visit: PollVisit): boolean {
  const { poll, now } = visit.loaded
  return isAdminHere(visit) && pollState(poll, now).is !== 'closed'
}

async function unsentIn({ services }: Exchange, group_id: number, concerned: boolean): Promise<Unsent> {
  if (services.config.smtp_url !== null || !concerned) return null
  return countWaitingMails(services.db.pool, group_id)
}

function isAdminHere({ came_by, visitor }: Pick<PollVisit, 'came_by' | 'visitor'>): boolean {
  return came_by === 'session' && visitor.accepted && visitor.admin
}

/** The same in one line: where room is short, or the links are at hand. */
export function EmailLine({ unsent, handle }: { unsent: Unsent; handle: string }): VNode | null {
  if (unsent === null) return null
  return (
    <p class="small">
      Email is not set up: nobody gets mail, and messages wait in the{' '}
      <a href={`/g/${handle}/outbox?status=waiting`}>outbox</a>.
    </p>
  )
}

type NoteProps = { unsent: Unsent; handle: string; children?: ComponentChildren }

/** Says to admins that nothing is sent, and where the links are; `children`: where those of many are. */
export function EmailNote({ unsent, handle, children }: NoteProps): VNode | null {
  if (unsent === null) return null
  const waiting = `${count(unsent, 'message is', 'messages are')} waiting`
  return (
    <Flash title={unsent === 0 ? 'Email is not set up.' : `Email is not set up: ${waiting}.`} tone="plain">
      {children ?? (
        <p class="row">
          <a href={`/g/${handle}/members?list=invited`}>Copy the links of all who have not joined</a>
        </p>
      )}
      <p>
        Nobody gets mail from this service until whoever runs it sets SMTP_URL. Until then messages wait in
        the <a href={`/g/${handle}/outbox?status=waiting`}>outbox</a>: open one to copy its link, and hand it
        on yourself.
      </p>
    </Flash>
  )
}

/** The same on a poll's page, with the way to the links of its voters. */
export function PollEmailNote({ visit, unsent }: { visit: PollVisit; unsent: Unsent }): VNode {
  const { poll, in_group } = visit.loaded
  return (
    <EmailNote unsent={unsent} handle={in_group.group.handle}>
      {poll.anonymous ? (
        <p>The links of an anonymous poll are copied one by one: a list of all would tell who has voted.</p>
      ) : (
        <p class="row">
          <a href={`/p/${poll.key}/voters`}>Copy the links of all who have not voted</a>
        </p>
      )}
    </EmailNote>
  )
}
