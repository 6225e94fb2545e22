import { setTimeout as sleep } from 'node:timers/promises'
import { SAME_ORIGIN } from '../web.ts'
import { type Answer, acknowledged, type Journal, newJournal, type Write } from './journal.ts'
import { secondsUntil } from './rounds.ts'
import type { Town } from './town.ts'

/** Clients that write almost as fast as they get answers, until they are stopped. */
export type Load = {
  /** Lets each client finish its current write, and returns the journal. */
  stop(): Promise<Journal>
  journal: Journal
}

const CLIENTS = 8
/** The timeout of a request. */
const PATIENCE_MS = 30_000
/** The pause between two writes: several services are tested at once, and none must wait for a processor. */
const BREATH_MS = 10
/** The pause before a write without acknowledgement is retried. */
const PAUSE_MS = 100
/** How long writes are still retried once the clients are stopped. */
const LAST_TRIES_MS = 20_000
const KINDS = ['named', 'form', 'anonymous', 'comment', 'poll'] as const
const CHOICES = ['agree', 'abstain', 'disagree']

/** Starts clients of the service at `address`, which is called before each request. */
export function startLoad(
  town: Town,
  address: () => string,
  { patience_ms = PATIENCE_MS, last_tries_ms = LAST_TRIES_MS } = {},
): Load {
  const journal = newJournal()
  const ways = { town, address, patience_ms, journal }
  let stopped_at: number | null = null
  const client = async (place: number) => {
    for (let turn = 0; stopped_at === null; turn++) {
      const write = nextWrite(town, place, turn)
      if (write === null) continue
      journal.writes.push(write)
      while (!(await tryOnce(ways, write))) {
        if (stopped_at !== null && performance.now() - stopped_at > last_tries_ms) return
        await sleep(PAUSE_MS)
      }
      await sleep(BREATH_MS)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)))
  return {
    journal,
    stop: async () => {
      stopped_at = performance.now()
      await clients
      return journal
    },
  }
}

/** Waits until a write of every kind was acknowledged: only then is there something to lose. */
export async function underway({ journal }: Load): Promise<void> {
  const all = async () => new Set(acknowledged(journal).map(({ kind }) => kind)).size === KINDS.length
  if ((await secondsUntil(all)) === null) throw new Error('nothing was acknowledged before anything was done')
}

/** Each client writes for its own voters, so that the last write of each is known. */
function nextWrite(town: Town, place: number, turn: number): Write | null {
  const kind = KINDS[turn % KINDS.length] ?? 'named'
  const round = Math.floor(turn / KINDS.length)
  const own = town.voters.filter((_, index) => index % CLIENTS === place)
  const voter = own[round % own.length]
  if (voter === undefined) return null
  const write = {
    kind,
    mark: `${kind} ${place}.${turn}`,
    choice: turn % CHOICES.length,
    voter,
    answered: false,
  }
  if (kind === 'named') return { ...write, poll_id: town.named_polls[round % town.named_polls.length] ?? 0 }
  if (kind === 'form') return { ...write, poll_id: town.form_polls[round % town.form_polls.length]?.id ?? 0 }
  if (kind !== 'anonymous') return { ...write, poll_id: 0 }
  // One ballot per voter and poll; none once all are cast.
  const poll = town.anonymous_polls[Math.floor(round / own.length)]
  return poll === undefined ? null : { ...write, poll_id: poll.id }
}

/** True once it was acknowledged. */
async function tryOnce({ journal, ...ways }: Ways & { journal: Journal }, write: Write): Promise<boolean> {
  const begun = performance.now()
  const answer = await send(ways, write)
  journal.heard(answer, performance.now() - begun)
  write.answered = answer.is === 'done'
  return write.answered
}

type Ways = { town: Town; address: () => string; patience_ms: number }

async function send({ town, address, patience_ms }: Ways, write: Write): Promise<Answer> {
  const { path, ...request } = requestOf(town, write)
  try {
    const answer = await fetch(address() + path, {
      ...request,
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience_ms),
    })
    await answer.arrayBuffer()
    const { status } = answer
    if (status === 200 || status === 303) return { is: 'done' }
    if (status === 503 && answer.headers.has('retry-after')) return { is: 'unavailable' }
    // The first attempt of this write is still running.
    return status === 409 ? { is: 'running' } : { is: 'unclear', status }
  } catch (error) {
    return { is: error instanceof DOMException && error.name === 'TimeoutError' ? 'silence' : 'cut' }
  }
}

type Asked = { path: string; headers: Record<string, string>; body: string }

function requestOf(town: Town, write: Write): Asked {
  const { mark, poll_id, voter, choice } = write
  const choices = { [CHOICES[choice] ?? '']: 1 }
  switch (write.kind) {
    case 'named':
      return asProgram(town, write, `polls/${poll_id}/ballots`, { user_id: voter.id, choices, reason: mark })
    case 'comment':
      return asProgram(town, write, `discussions/${town.thread_id}/comments`, { body: mark })
    case 'poll':
      return asProgram(town, write, 'polls', { title: mark, poll_type: 'proposal', closing_at: '2099-01-01' })
    case 'form':
      return asVoter(town.form_polls, write, { choice: String(choice + 1), reason: mark })
    case 'anonymous':
      return asVoter(town.anonymous_polls, write, { choice: String(choice + 1) })
  }
}

function asVoter(
  polls: Town['form_polls'],
  { poll_id, voter }: Write,
  fields: Record<string, string>,
): Asked {
  return {
    path: `/p/${polls.find(({ id }) => id === poll_id)?.key}/ballot`,
    headers: {
      ...SAME_ORIGIN,
      cookie: voter.cookie,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  }
}

function asProgram({ api_key }: Town, { mark }: Write, path: string, fields: object): Asked {
  return {
    path: `/api/b1/${path}`,
    headers: {
      authorization: `Bearer ${api_key}`,
      'content-type': 'application/json',
      'idempotency-key': mark,
    },
    body: JSON.stringify(fields),
  }
}
