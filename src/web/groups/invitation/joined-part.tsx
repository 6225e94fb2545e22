import type { ComponentChildren, VNode } from 'preact'
import type { Page } from '../../../groups/load-people.ts'
import { queryOf } from '../../../http/credentials.ts'
import { joined as listOf, t } from '../../../locales/say.ts'
import { loadNamesakes } from '../../../members/names/load-namesakes.ts'
import type { Invitation } from '../../../members/visits/load-visit.ts'
import { isToldVoted, type Visitor, visitorName } from '../../../members/visits/visit.ts'
import { waitsFor } from '../../../polls/facilitation.ts'
import { type ListedPoll, loadPollList } from '../../../polls/lists/load-poll-list.ts'
import type { SignedIn } from '../../../users/load-session.ts'
import { fromNow, Time } from '../../parts/date-part.tsx'
import { Flash } from '../../parts/flash-part.tsx'
import type { Exchange } from '../../request/exchange.ts'
import type { Entry } from '../../visits/group-door.ts'
import { nameOf } from '../../visits/group-frame-part.tsx'
import { ownPollPath } from '../../visits/poll-visit.ts'
import { SignInToGroup } from '../../visits/sign-in-to-group-part.tsx'
import { rich } from '../../words/rich.tsx'

const MOST_POLLS = 20

/** The value of `joined` for people who typed another name than theirs to join. */
export const TELLS_NAME = 'called'

/** Whether the form that joins led here. */
export function hasJustJoined({ request }: Exchange): boolean {
  return queryOf(request)['joined'] !== undefined
}

/** The group's open polls for somebody who has just joined, those that close first. */
function loadOpenNow({ services }: Exchange, { visit, viewer }: Entry): Promise<Page<ListedPoll>> {
  return loadPollList(services.db.pool, {
    tags: null,
    group_id: visit.in_group.group.id,
    user_id: viewer.id,
    state: 'open',
    per: MOST_POLLS,
    from: 0,
  })
}

/**
 * What somebody who has just joined has to know: open polls, groups where a member has their name, and their
 * name, if they may expect another.
 */
export type JustJoined = { open: Page<ListedPoll>; namesakes: string[]; tells_name: boolean }

export async function loadJustJoined(exchange: Exchange, entry: Entry): Promise<JustJoined> {
  const [open, namesakes] = await Promise.all([
    loadOpenNow(exchange, entry),
    loadNamesakes(exchange.services.db.pool, entry.viewer),
  ])
  const tells_name = entry.viewer.name === null || queryOf(exchange.request)['joined'] === TELLS_NAME
  return { open, namesakes, tells_name }
}

/** For a signed-in person who has just joined: the polls waiting for their vote. */
export function JoinedNote({ entry, open, namesakes, tells_name }: JustJoined & { entry: Entry }): VNode {
  const { viewer, visit, handle } = entry
  const waiting = open.items.filter(
    (listed) => waitsFor({ ...listed, ballot: listed.own, now: visit.now }) === 'vote',
  )
  return (
    <Flash title={t('invitation.you_joined', { group: nameOf(visit) })} tone="good">
      {waiting.length > 0 && (
        <>
          <p>
            {t(open.more ? 'invitation.more_polls_wait' : 'invitation.polls_wait', { count: waiting.length })}
          </p>
          <ul>
            {waiting.map(({ poll }) => (
              <li key={poll.id}>
                {poll.closing_at === null ? (
                  <PollLink poll={poll} />
                ) : (
                  rich('invitation.poll_closes', {
                    poll: <PollLink poll={poll} />,
                    distance: fromNow(poll.closing_at, { now: visit.now, zone: viewer.time_zone }),
                  })
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {namesakes.length > 0 && (
        <p>{t('account.namesake', { groups: listOf(namesakes), mark: `(#${viewer.id})` })}</p>
      )}
      {tells_name && <NameNote called={viewer.name ?? visit.called} handle={handle} />}
    </Flash>
  )
}

function PollLink({ poll }: Pick<ListedPoll, 'poll'>): VNode {
  return (
    <a href={ownPollPath(poll)} dir="auto">
      {poll.title}
    </a>
  )
}

function NameNote({ called, handle }: { called: string | null; handle: string }): VNode {
  const path = `/account/name?next=${encodeURIComponent(`/g/${handle}`)}`
  const link = (text: ComponentChildren) => <a href={path}>{text}</a>
  return (
    <p>
      {called === null
        ? rich('invitation.add_name', { link })
        : rich('invitation.called', { name: <bdi>{called}</bdi>, link })}
    </p>
  )
}

/** For a signed-in person who followed someone else's link. */
export function OtherViewer({
  visitor,
  viewer,
}: {
  visitor: Visitor
  viewer: SignedIn | null
}): VNode | null {
  if (viewer === null || viewer.id === visitor.id) return null
  return (
    <p>
      {rich('invitation.of_other', {
        you: <bdi>{visitorName(viewer)}</bdi>,
        person: <bdi>{visitorName(visitor)}</bdi>,
      })}
    </p>
  )
}

type Came = { invitation: Invitation; came_by: 'link' | 'session' }

/**
 * The open polls that wait for a vote of a new member. Where the page must not tell whether they have voted,
 * because others may have their link, the poll is in the list all the same.
 */
export async function loadOpenBallots(
  { services }: Exchange,
  { invitation: { visitor, in_group, copied }, came_by }: Came,
): Promise<Page<ListedPoll>> {
  const { items, more } = await loadPollList(services.db.pool, {
    tags: null,
    group_id: in_group.group.id,
    user_id: visitor.id,
    state: 'open',
    per: MOST_POLLS,
    from: 0,
  })
  const way = { came_by, copied }
  const waiting = items.filter(
    ({ own, poll, has_options }) => own !== null && has_options && !(own.voted && isToldVoted(way, poll)),
  )
  return { items: waiting, more }
}

type Props = {
  invitation: Invitation
  name: string
  viewer: SignedIn | null
  polls: Page<ListedPoll>
  /** Just now. */
  joined: boolean
}

/** For a person who has joined and is not signed in here. */
export function JoinedPart({ invitation, name, viewer, polls, joined }: Props): VNode {
  const { mailed, visitor } = invitation
  const { group } = invitation.in_group
  if (viewer !== null && viewer.id !== visitor.id)
    return (
      <Flash
        title={t(joined ? 'invitation.they_joined' : 'invitation.they_are_member', {
          person: visitorName(visitor),
          group: name,
        })}
        tone="plain"
      />
    )
  return (
    <>
      <Flash
        title={t(joined ? 'invitation.you_joined' : 'invitation.you_are_member', { group: name })}
        tone="good"
      >
        <p>{mailed ? t('invitation.vote_by_mail') : t('invitation.only_joins')}</p>
      </Flash>
      {polls.items.length > 0 && <OpenBallots polls={polls} zone={visitor.time_zone} />}
      {viewer === null && (
        <SignInToGroup came={{ visitor, vouched: mailed }} group={group} at={`/g/${group.handle}`} />
      )}
    </>
  )
}

/**
 * The polls in which a new member can vote. `opens`: whether the visitor can open them from here; a link to
 * join opens no poll. `hint`: the way to them otherwise.
 */
export function OpenBallots({
  polls,
  zone,
  opens = false,
  hint = null,
}: {
  polls: Page<ListedPoll>
  zone: string
  opens?: boolean
  hint?: string | null
}): VNode {
  return (
    <section class="stack" aria-labelledby="open">
      <h2 id="open">{t('invitation.open_polls')}</h2>
      {hint !== null && <p>{hint}</p>}
      <ul class="list bare">
        {polls.items.map(({ poll }) => (
          <li key={poll.id}>
            {opens ? <PollLink poll={poll} /> : <strong dir="auto">{poll.title}</strong>}
            {poll.closing_at !== null && (
              <p class="small quiet">
                {rich('invitation.closes', { when: <Time at={poll.closing_at} zone={zone} /> })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {polls.more && <p>{t('mail.more_polls')}</p>}
    </section>
  )
}
