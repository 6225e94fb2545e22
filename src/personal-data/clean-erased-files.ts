import { tablesOf } from '../db/catalog.ts'
import { cleanFiles, sampleAnew } from '../db/clean-files.ts'
import type { Db } from '../db/db.ts'
import { claimErasedFiles, noteErasedFiles } from './erased-files-store.ts'

/** Where names and addresses stand, and what is deleted when their person leaves for good. */
const OF_PEOPLE = [
  ...['users', 'former_names', 'given_names', 'erasures', 'memberships', 'join_requests', 'open_ballots'],
  ...['mails', 'mail_bodies', 'webhook_deliveries', 'idempotent_answers', 'personal_answers'],
  ...[
    'sign_ins',
    'sessions',
    'identities',
    'push_subscriptions',
    'passkeys',
    'personal_keys',
    'archives',
    'form_drafts',
    'imports',
  ],
]
/** Where the texts of people stand who erased those too. Votes wait while these are rewritten. */
const OF_TEXTS = [
  ...[
    'ballots',
    'superseded_ballots',
    'comments',
    'comment_versions',
    'discussions',
    'discussion_versions',
    'earlier_details',
    'earlier_meanings',
  ],
  'events',
]
/** Rewritten in less time than a vote waits for a lock. */
const MOST_TEXT_BYTES = 128 * 1024 ** 2
/** Nobody waits for these tables more often than that. */
const REST_HOURS = 24
/** If the process dies, it is done again after this time. */
const LEASE_MS = 60 * 60_000

/**
 * Rewrites the files of the bundled database without the names and addresses of people who deleted their
 * accounts, once a day at most; on another server only its samples. Returns whether it did.
 */
export async function cleanErasedFiles(db: Db): Promise<boolean> {
  const claimed = await claimErasedFiles(db.pool, { lease_ms: LEASE_MS, rest_hours: REST_HOURS })
  if (claimed === null) return false
  if (!db.bundled) await sampleAnew(db, OF_PEOPLE)
  const done = !db.bundled || (await cleanFiles(db, [...OF_PEOPLE, ...(await shortTexts(db))]))
  await noteErasedFiles(db.pool, done ? claimed : null)
  return done
}

async function shortTexts({ pool }: Db): Promise<string[]> {
  const tables = await tablesOf(pool)
  const short = tables.filter(({ name, bytes }) => OF_TEXTS.includes(name) && bytes < MOST_TEXT_BYTES)
  return short.map(({ name }) => name)
}
