import type { VNode } from 'preact'
import { queryOf } from '../../http/credentials.ts'
import type { Invitation } from '../../members/visits/load-visit.ts'
import { maskAddress, type Visitor, visitorName } from '../../members/visits/visit.ts'
import { type ListedPoll, loadPollList } from '../../polls/lists/load-poll-list.ts'
import { count } from '../../text/counted.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { fromNow, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { signInPath } from '../request/own-path.ts'
import type { Entry } from '../visits/group-door.ts'
import { nameOf } from '../visits/group-frame-part.tsx'

const MOST_POLLS = 20

/** They come from the form that joins. */
export function hasJustJoined({ request }: Exchange): boolean {
  return queryOf(request)['joined'] !== undefined
}

/** To one who has just joined and is signed in: what waits for their vote. */
export function JoinedNote({ entry, open }: { entry: Entry; open: ListedPoll[] }): VNode {
  const { viewer, visit, handle } = entry
  const waiting = open.filter(({ own }) => own?.voted === false)
  return (
    <Flash title={`You joined ${nameOf(visit)}.`} tone="good">
      {waiting.length > 0 && (
        <>
          <p>{`${count(waiting.length, 'poll waits', 'polls wait')} for your vote:`}</p>
          <ul>
            {waiting.map(({ poll }) => (
              <li key={poll.id}>
                <a href={`/p/${poll.key}`}>{poll.title}</a>
                {poll.closing_at !== null && `, closes ${fromNow(poll.closing_at, visit.now)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {viewer.name === null && <NameNote called={visit.called} handle={handle} />}
    </Flash>
  )
}

function NameNote({ called, handle }: { called: string | null; handle: string }): VNode {
  const path = `/account/name?next=${encodeURIComponent(`/g/${handle}`)}`
  return called === null ? (
    <p>
      <a href={path}>Add your name</a>, so that others see who you are.
    </p>
  ) : (
    <p>
      Others here see you as <bdi>{called}</bdi>. <a href={path}>Give your own name</a>
    </p>
  )
}

/** To one who is signed in, and came by the link of somebody else. */
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
      You are signed in as <bdi>{visitorName(viewer)}</bdi>. This invitation is for{' '}
      <bdi>{visitorName(visitor)}</bdi>: by it they join, and you do not.
    </p>
  )
}

/**
 * The open polls in which somebody who joined holds a ballot. Whether they have voted is left out: their link
 * may have been passed on.
 */
export async function loadOpenBallots(
  { services }: Exchange,
  { visitor, in_group }: Invitation,
): Promise<ListedPoll[]> {
  const { items } = await loadPollList(services.db.pool, {
    group_id: in_group.group.id,
    user_id: visitor.id,
    state: 'open',
    per: MOST_POLLS,
    from: 0,
  })
  return items.filter(({ own }) => own !== null)
}

type Props = {
  invitation: Invitation
  name: string
  viewer: SignedIn | null
  polls: ListedPoll[]
  /** Just now. */
  joined: boolean
}

/** To one who has joined and is not signed in here. */
export function JoinedPart({ invitation, name, viewer, polls, joined }: Props): VNode {
  const { mailed, visitor } = invitation
  if (viewer !== null && viewer.id !== visitor.id)
    return (
      <Flash title={`${visitorName(visitor)} ${joined ? 'joined' : 'is a member of'} ${name}.`} tone="plain">
        <OtherViewer visitor={visitor} viewer={viewer} />
      </Flash>
    )
  return (
    <>
      <Flash title={joined ? `You joined ${name}.` : `You are a member of ${name}.`} tone="good">
        <p>
          {mailed
            ? 'To vote, open the link to each poll in your mail: you need not sign in for it.'
            : 'This link lets you join and no more. To vote, sign in, or ask whoever gave it to you for your voting links.'}
        </p>
      </Flash>
      {polls.length > 0 && <OpenBallots polls={polls} zone={visitor.time_zone} />}
      {viewer === null && <SignInForm invitation={invitation} />}
    </>
  )
}

function OpenBallots({ polls, zone }: { polls: ListedPoll[]; zone: string }): VNode {
  return (
    <section class="stack" aria-labelledby="open">
      <h2 id="open">Open polls in which you can vote</h2>
      <ul class="list bare">
        {polls.map(({ poll }) => (
          <li key={poll.id}>
            <strong>{poll.title}</strong>
            {poll.closing_at !== null && (
              <p class="small quiet">
                Closes <Time at={poll.closing_at} zone={zone} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whoever holds a copied link is not told the whole address. */
function SignInForm({ invitation: { mailed, visitor, in_group } }: Pick<Props, 'invitation'>): VNode {
  const path = `/g/${in_group.group.handle}`
  if (!mailed || visitor.email === null)
    return (
      <p>
        <a class="button" href={signInPath(path)}>
          Sign in
        </a>
      </p>
    )
  return (
    <form method="post" action="/sign-in" class="stack">
      <input type="hidden" name="address" value={visitor.email} />
      <input type="hidden" name="next" value={path} />
      <p>{`Sign in to see the group and vote here: a mail with a link goes to ${maskAddress(visitor.email)}.`}</p>
      <button class="button" type="submit">
        Sign in
      </button>
    </form>
  )
}
