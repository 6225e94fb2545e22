import { change, type Db } from '../src/db/db.ts'
import { makeDemo } from '../src/demo/make-demo.ts'
import { mintLink } from '../src/users/mint-link.ts'
import { startSession } from '../src/users/start-session.ts'
import { groupOf, openService, postPoll, voteAll } from './service.ts'

type PageName = 'home' | 'group' | 'thread' | 'poll' | 'form' | 'sign-in' | 'public group'

/** The measured pages of a busy group, and their URLs. */
export type Pages = {
  url: string
  /** Of a signed-in member. */
  cookie: string
  by_name: Record<PageName, string>
  /** The names of pages that are opened without signing in. */
  signed_out: PageName[]
  /** The names of pages that search engines may list. */
  indexed: PageName[]
  /**
   * A personal link as in a mail: to a poll with ten options, a hundred votes, and reasons for a third of
   * them.
   */
  mailed: string
  large_poll: string
  /** A poll in which nobody has voted, and a key of its group. */
  new_poll: string
  key: string
  stop: () => Promise<void>
}

const VOTERS = 100
const OPTIONS = 10
const WITH_REASON = 3

const LARGE_POLL = {
  title: 'Which of these shall the co-operative do first?',
  poll_type: 'score',
  details:
    'Ten proposals came out of the autumn meeting. *Score each from 0 to 5*; the reasons help those who plan.',
  options: Array.from(
    { length: OPTIONS },
    (_, place) => `Number ${place + 1} of the proposals of the meeting`,
  ),
  closing_at: '2099-01-01T18:00:00Z',
}

export const NEW_POLL = {
  title: 'Which colour shall the hall have?',
  poll_type: 'poll',
  options: ['Blue', 'Green'],
  closing_at: LARGE_POLL.closing_at,
}

/** Starts the service in an empty folder, with the demo group and one large poll. */
export async function openPages(): Promise<Pages> {
  const { db, url, stop } = await openService()
  const key = await groupOf(db, 'bench', VOTERS)
  const poll = await postPoll(url, key, LARGE_POLL)
  const [voter = 0] = await voteAll(db, poll.id, (index) => ({
    scores: LARGE_POLL.options.map((_, slot) => (index + slot) % 6),
    reason: index % WITH_REASON === 0 ? 'It costs little, and **everybody** gets something of it.' : null,
  }))
  const new_poll = await postPoll(url, key, NEW_POLL)
  await makeDemo(db, voter)
  await openGroup(db)
  const token = await change(db, { kind: 'person', user_id: voter }, (act) => startSession(act, voter, null))
  const pages: Pages = {
    url,
    cookie: `folkmoot_session=${token}`,
    by_name: {
      home: '/',
      group: '/g/elm-street',
      thread: `/d/${await keyOf(db, 'select key from discussions order by id limit 1')}`,
      poll: `/p/${await keyOf(db, "select key from polls where poll_type = 'proposal' order by id desc limit 1")}`,
      form: '/new-poll?group=elm-street&type=proposal',
      'sign-in': '/sign-in',
      'public group': '/g/open-lane',
    },
    signed_out: ['sign-in', 'public group'],
    indexed: ['public group'],
    mailed: `/p/${poll.key}?k=${await linkTo(db, poll.id, voter)}`,
    large_poll: `/p/${poll.key}`,
    new_poll: `/p/${new_poll.key}`,
    key,
    stop,
  }
  await db.pool.query('vacuum analyze')
  await db.close()
  return pages
}

/** A group that everyone can read, and search engines may list. */
async function openGroup(db: Db): Promise<void> {
  await groupOf(db, 'open-lane', 2)
  await db.pool.query(
    `update groups set name = 'Open Lane', description = 'We care for the lane and its trees.', public = true,
       indexed = true where handle = 'open-lane'`,
  )
}

async function keyOf(db: Db, statement: string): Promise<string> {
  const { rows } = await db.pool.query<{ key: string }>(statement)
  return rows[0]?.key ?? ''
}

async function linkTo(db: Db, poll_id: number, user_id: number): Promise<string> {
  const { rows } = await db.pool.query<{ group_id: number }>('select group_id from polls where id = $1', [
    poll_id,
  ])
  const group_id = rows[0]?.group_id ?? 0
  return mintLink(db.pool, {
    purpose: 'ballot',
    user_id,
    group_id,
    discussion_id: null,
    poll_id,
    discreet: false,
  })
}
