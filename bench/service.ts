import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { change, type Db, openDb, SYSTEM } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { keysBeside } from '../src/db/keys/urn-keys.ts'
import { createGroup } from '../src/groups/create-group.ts'
import { PERMISSIONS } from '../src/keys/api-key.ts'
import { issueKey } from '../src/keys/issue-key.ts'
import { setMembers } from '../src/members/set-members.ts'
import { castBallots } from '../src/polls/ballots/ballots-store.ts'

/** The service as started by `npm start`. */
export type Service = {
  url: string
  server: ChildProcess
  data_dir: string
  database: { host: string; port: number; user: string; database: string }
  stop: () => Promise<void>
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// `exec node …`: flags, program and command follow.
const [, , ...START] = startScript().split(' ')
const MOST_AT_ONCE = 64

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))

/**
 * Starts the built program on a data folder and waits for its first answer. Returns how many milliseconds
 * that took.
 */
export async function startServer(
  data_dir: string,
  options: string[] = [],
): Promise<{ server: ChildProcess; url: string; ms: number }> {
  const log = join(data_dir, 'server.log')
  const out = openSync(log, 'w')
  const begun = performance.now()
  const server = spawn(process.execPath, [...START, ...options], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: data_dir,
      PORT: '0',
      API_RATE_LIMIT: '0',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
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

function startScript(): string {
  const file: { scripts: { start: string } } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return file.scripts.start
}

/** Stops the program as Ctrl-C does, and waits until it has ended. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}

/** The service in a new folder, and a connection to its database, to be closed after seeding. */
export async function openService(options: string[] = []): Promise<Service & { db: Db }> {
  const data_dir = newDataDir()
  const { server, url } = await startServer(data_dir, options)
  const embedded = await startEmbedded({ data_dir, role: 'command' })
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await stopServer(server)
    await embedded.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
  return {
    url,
    server,
    data_dir,
    database: embedded.connection,
    db: openDb({ ...embedded.connection, keys: keysBeside(data_dir) }, 4),
    stop,
  }
}

/** A group with this many members; returns an API key for it. */
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
  const { key } = await keyOf(db, handle)
  return key
}

/** A new key for a group with all permissions. */
export function keyOf(db: Db, handle: string): ReturnType<typeof issueKey> {
  return change(db, SYSTEM, (act) =>
    issueKey(act, {
      handle,
      name: 'Bench',
      variant: 'a',
      permissions: [...PERMISSIONS],
      guard: false,
      expires_at: null,
    }),
  )
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

/** Casts a vote for everyone with a ballot; returns the voters. */
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
