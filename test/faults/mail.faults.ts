import { expect, test } from 'vitest'
import { installProgram, serve, urlOf } from '../process.ts'
import { type Mood, type Smtp, startSmtp } from '../smtp.ts'
import { makePoll } from '../tell.ts'
import { addMembers, createWorld, type World } from '../world.ts'
import { exactlyOnce, nameOf, namesOf } from './deliveries.ts'
import { report } from './figures.ts'
import { scaled, secondsUntil } from './rounds.ts'
import { SETTINGS } from './town.ts'
import { openWire, type Wire } from './wire.ts'

installProgram()

const PEOPLE = 12
const LIMIT_S = 240

type Post = { world: World; smtp: Smtp; wire: Wire; people: number[] }

async function openPost(): Promise<Post> {
  const world = await createWorld()
  const people = await addMembers(
    world,
    Array.from({ length: PEOPLE }, (_, place) => `voter${place}@mill.example`),
  )
  const smtp = await startSmtp()
  const wire = await openWire(Number(new URL(smtp.url).port))
  const SMTP_URL = `smtp://127.0.0.1:${wire.port}`
  await serve({ ...SETTINGS, DATABASE_URL: urlOf(world.address), SMTP_URL })
  await settled({ world, smtp, wire, people })
  return { world, smtp, wire, people }
}

/** Announces a poll to everyone; returns the names of its mails. */
async function announce({ world, people }: Post): Promise<string[]> {
  const poll_id = await makePoll(world, { recipients: { audience: 'group' } })
  const { rows } = await world.db.pool.query<{ id: number }>(
    "select id from events where kind = 'poll_created' and poll_id = $1",
    [poll_id],
  )
  return namesOf(
    rows.map(({ id }) => id),
    people,
  )
}

/** Waits until every mail was sent, or failed at least once. Returns how many are not sent. */
async function settled({ world }: Post): Promise<number> {
  const count = async (where: string) =>
    (await world.db.pool.query<{ n: number }>(`select count(*)::int as n from ${where}`)).rows[0]?.n ?? 0
  const busy = async () =>
    (await count('events where dispatched_at is null')) +
    (await count("mails where status = 'waiting' and (last_error is null or due_at <= now())"))
  expect(await secondsUntil(async () => (await busy()) === 0, LIMIT_S)).not.toBeNull()
  return count("mails where status <> 'sent'")
}

/** Failed mails are retried after a minute; the test makes them due at once. */
async function tryAgain(post: Post): Promise<number> {
  await post.world.db.pool.query(
    "update mails set due_at = now(), last_error = null where status = 'waiting'",
  )
  return settled(post)
}

type Trouble = { what: string; begin(post: Post): void; end(post: Post): void }

const moody = (what: string, mood: Mood): Trouble => ({
  what,
  begin: ({ smtp }) => {
    smtp.mood = mood
  },
  end: ({ smtp }) => {
    smtp.mood = 'take'
  },
})
const slow = (what: string, milliseconds: number): Trouble => ({
  what,
  begin: ({ smtp }) => {
    smtp.onOffer = () => new Promise((resolve) => setTimeout(resolve, milliseconds))
  },
  end: ({ smtp }) => {
    smtp.onOffer = async () => undefined
  },
})

const TROUBLES: Trouble[] = [
  moody('the mail server refuses for now', 'later'),
  moody('the mail server hangs up before it has taken a mail', 'hang_up'),
  {
    what: 'the mail server is down',
    begin: ({ wire }) => wire.become('down'),
    end: ({ wire }) => wire.become('well'),
  },
  slow('the mail server is slow', 500),
  ...(scaled(0, 1) === 1 ? [slow('the mail server falls silent', 25_000)] : []),
]

test('mail: a server that refuses, hangs up, is down or slow', async (context) => {
  const post = await openPost()
  const expected: string[] = []
  let failed = 0
  let unsent = 0
  for (const trouble of TROUBLES) {
    trouble.begin(post)
    expected.push(...(await announce(post)))
    failed += await settled(post)
    trouble.end(post)
    unsent += await tryAgain(post)
  }
  report(context, [
    { what: 'tries that failed', value: failed, promised: { at_least: PEOPLE } },
    { what: 'mails unsent at the end', value: unsent, promised: { exactly: 0 } },
    ...exactlyOnce('mails', expected, post.smtp.received.map(nameOf)),
  ])
})

test('mail: a server that accepts a mail and drops the connection before it confirms', async (context) => {
  const post = await openPost()
  post.smtp.mood = 'lose_answer'
  const expected = await announce(post)
  const unsure = await settled(post)
  post.smtp.mood = 'take'
  const unsent = await tryAgain(post)
  const names = post.smtp.received.map(nameOf).filter((name) => expected.includes(name))
  report(context, [
    { what: 'answers lost', value: unsure, promised: { at_least: 1 } },
    { what: 'mails unsent at the end', value: unsent, promised: { exactly: 0 } },
    {
      what: 'mails that did not arrive',
      value: expected.length - new Set(names).size,
      promised: { exactly: 0 },
    },
    {
      what: 'mails that arrived twice, with the same Message-ID: nobody can know',
      value: names.length - new Set(names).size,
      promised: { at_most: unsure },
    },
  ])
})
