import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { change, type Db, openDb, SYSTEM } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { PERMISSIONS } from '../src/groups/api-key.ts'
import { createGroup } from '../src/groups/create-group.ts'
import { issueKey } from '../src/groups/issue-key.ts'
import { setMembers } from '../src/members/set-members.ts'
import { castBallots } from '../src/polls/ballots-store.ts'

/** The service as `npm start` runs it. */
type Service = {
  url: string
  server: ChildProcess
  data_dir: string
  database: { host: string; port: number; user: string; database: string }
  stop: () => Promise<void>
}

/** With data, ready to be measured. */
export type Stage = Service & {
  /** Keys of the groups of 50, and one of the group of 1 000. */
  keys: string[]
  large_key: string
  poll_ids: number[]
  poll_keys: string[]
}

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const POLLS = 200
// Polls are made in many groups at once, as they are where a service is busy.
const GROUPS = 16
const VOTERS = 50
const LARGE_GROUP = 1_000
const MOST_AT_ONCE = 64

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))

/** Starts the built program on a data folder and waits for its first answer. Returns the milliseconds that took. */
export async function startServer(
  data_dir: string,
): Promise<{ server: ChildProcess; url: string; ms: number }> {
  const log = join(data_dir, 'server.log')
  const out = openSync(log, 'w')
  const begun = performance.now()
  const server = spawn(process.execPath, [MAIN, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: data_dir, PORT: '0', API_RATE_LIMIT: '0' },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  for (;;) {
    const url = /http:\/\/localhost:\d+/.exec(readFileSync(log, 'utf8'))?.[0]
    const answer = url === undefined ? null : await fetch(`${url}/readyz`).catch(() => null)
    if (url !== undefined && answer?.status === 200) return { server, url, ms: performance.now() - begun }
    if (server.exitCode !== null) throw new Error(`the server ended: ${readFileSync(log, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Stops the program as Ctrl-C does, and waits for its end. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}

/** The service in a new folder, and a connection to its database, to be closed once it holds what is measured. */
export async function openService(): Promise<Service & { db: Db }> {
  const data_dir = newDataDir()
  const { server, url } = await startServer(data_dir)
  const embedded = await startEmbedded({ data_dir, role: 'command' })
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await stopServer(server)
    await embedded.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
  return { url, server, data_dir, database: embedded.connection, db: openDb(embedded.connection, 4), stop }
}

/** Starts the service in an empty folder and fills it with what the cases need. */
export async function setStage(): Promise<Stage> {
  const { db, ...service } = await openService()
  const keys: string[] = []
  for (let made = 0; made < GROUPS; made++) keys.push(await groupOf(db, `bench-${made}`, VOTERS))
  const large_key = await groupOf(db, 'bench-large', LARGE_GROUP)
  const polls = await fillPolls(service.url, keys[0] ?? '', db)
  await db.pool.query('vacuum analyze')
  await db.close()
  return { ...service, keys, large_key, poll_ids: polls.ids, poll_keys: polls.keys }
}

/** A group of so many members; returns an API key of it. */
export async function groupOf(db: Db, handle: string, size: number): Promise<string> {
  const made = await change(db, SYSTEM, (act) =>
    createGroup(act, { name: handle, handle, admin_email: `admin@${handle}.example`, parent_handle: null }),
  )
  const emails = Array.from({ length: size - 1 }, (_, index) => `member${index}@${handle}.example`)
  await change(db, { kind: 'person', user_id: made.admin.id }, (act) =>
    setMembers(act, {
      group_id: made.group.id,
      emails,
      remove_absent: false,
      dry_run: false,
      guard: false,
      force: false,
    }),
  )
  const { key } = await change(db, SYSTEM, (act) =>
    issueKey(act, {
      handle,
      name: 'Bench',
      variant: 'a',
      permissions: [...PERMISSIONS],
      guard: false,
      expires_at: null,
    }),
  )
  return key
}

export const NEW_POLL = {
  title: 'Where shall we meet next spring?',
  poll_type: 'poll',
  details: 'Four places are free. **Please vote** by Friday.',
  options: ['The mill', 'The library', 'The school', 'The garden'],
  closing_at: '2099-01-01T18:00:00Z',
}

/** Polls with four options and fifty votes each. */
async function fillPolls(url: string, key: string, db: Db): Promise<{ ids: number[]; keys: string[] }> {
  const ids: number[] = []
  const keys: string[] = []
  for (let made = 0; made < POLLS; made++) {
    const poll = await postPoll(url, key, NEW_POLL)
    ids.push(poll.id)
    keys.push(poll.key)
    await voteAll(db, poll.id, (index) => ({
      scores: [0, 1, 2, 3].map((slot) => (slot === index % 4 ? 1 : null)),
      reason: null,
    }))
  }
  return { ids, keys }
}

/** Makes a poll over HTTP. */
export async function postPoll(url: string, key: string, poll: object): Promise<{ id: number; key: string }> {
  const answer = await fetch(`${url}/api/b1/polls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(poll),
  })
  const made = (await answer.json()) as { polls?: { id: number; key: string }[] }
  const [first] = made.polls ?? []
  if (first === undefined) throw new Error(`a poll could not be made: ${JSON.stringify(made)}`)
  return first
}

type Vote = { scores: (number | null)[]; reason: string | null }

/** Lets everybody vote who holds a ballot; returns who they are. */
export async function voteAll(db: Db, poll_id: number, vote: (index: number) => Vote): Promise<number[]> {
  const { rows } = await db.pool.query<{ user_id: number }>(
    'select user_id from electorate where poll_id = $1',
    [poll_id],
  )
  const ballots = rows.map(({ user_id }, index) => ({
    poll_id,
    user_id,
    ...vote(index),
    reason_format: 'md' as const,
    api_key_id: null,
  }))
  for (let from = 0; from < ballots.length; from += MOST_AT_ONCE)
    await castBallots(db.pool, ballots.slice(from, from + MOST_AT_ONCE))
  return rows.map(({ user_id }) => user_id)
}
