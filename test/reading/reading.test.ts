import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Definition, definitions } from '../../src/db/sql.ts'
import { GROUP_FACTS } from '../../src/groups/group-reads.ts'
import { startDatabase } from '../database.ts'
import { describeStatement } from '../described.ts'
import { statementsOf } from '../statements.ts'
import { ALWAYS, LARGE } from './allowances.ts'
import { grow } from './grow.ts'
import { type Read, reading, readingOf } from './reads.ts'
import { type Scene, scenes, valueFor } from './values.ts'

/**
 * Counts what every statement reads on a grown database before and after ANALYZE: with a generic plan, with a
 * custom plan, and with the plan of a connection made while the database was empty. PostgreSQL counts the
 * rows; the shape of a plan does not matter.
 */

/** How many polls, threads, mails, comments and so on come in one burst, into one group. */
const BURST = 1_000
/** The rows a statement may read for an empty answer, and for each row and list item of its answer. */
const FEW = 150
const FOR_EACH = 12

/**
 * The settings of its own PostgreSQL. In one used by other tests, a large migration makes all connections
 * plan anew, and autovacuum tells the planner that the tables of the template are empty.
 */
const ALONE = ['autovacuum=off']

type Statement = Pick<Definition, 'name' | 'text' | 'params'> & { types: string[] }
type Finding = Read & { name: string; scene: string; plan: string; of: string }

const found: Finding[] = []
const failed: string[] = []
const clients: pg.Client[] = []
let server: Awaited<ReturnType<typeof startDatabase>>

beforeAll(async () => {
  server = await startDatabase(ALONE)
  const { host, port, user, template } = server.address
  const open = async (plans: 'auto' | 'force_generic_plan' | 'force_custom_plan') => {
    const client = new pg.Client({ host, port, user, database: template, ssl: false })
    clients.push(client)
    await client.connect()
    await client.query(`set statement_timeout = 0; set plan_cache_mode = ${plans}`)
    return client
  }
  const writer = await open('auto')
  const statements = [...(await allStatements(writer)).filter(({ name }) => !OF_IMPORTS.test(name)), CONTROL]
  const all = scenes(BURST)
  const some = { 'in a large group': all['in a large group']! }
  const early = await open('force_generic_plan')
  for (const statement of statements) await observe(early, statement, some)
  found.length = 0
  failed.length = 0
  await grow(writer, BURST)
  const measure = async (plan: string, client: pg.Client, asked: Record<string, Scene> = all) => {
    for (const statement of statements)
      found.push(...(await observe(client, statement, asked)).map((read) => ({ ...read, plan })))
  }
  await measure('planned while empty', early)
  await measure('never analysed', await open('force_generic_plan'))
  await measure('never analysed, for these values', await open('force_custom_plan'), some)
  await writer.query('analyze')
  await measure('analysed', await open('force_generic_plan'))
  await measure('analysed, for these values', await open('force_custom_plan'), some)
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await server.stop()
  await rm(server.folder, { recursive: true, force: true })
})

/** Statements that run a few times per file, for all of its lines; their tests have thousands of lines. */
const OF_IMPORTS = /^import(s|_\w+)\./

/** A group's facts with an earlier statement, for which PostgreSQL could choose any index. */
const CONTROL: Statement = {
  name: 'control.group_facts',
  text: `select ${GROUP_FACTS.replace('due.group_id + 0 = g.id', 'due.group_id = g.id')} from groups g where g.id = $1`,
  params: ['group_id'],
  types: ['int8'],
}

test('no statement reads more rows than its answer needs, whatever statistics PostgreSQL has', () => {
  const guilty = found.filter((read) => isTooMuch(read) && read.name !== CONTROL.name && !isAllowed(read))
  expect(guilty.map(words)).toEqual([])
})

test('all statements can run, and all that can have a result have one', () => {
  expect(failed).toEqual([])
  const fruitful = new Set(found.filter(({ answer }) => answer > 0).map(({ name }) => name))
  const vain = [...new Set(found.map(({ name }) => name))].filter((name) => !fruitful.has(name))
  expect(vain.sort()).toEqual(IN_VAIN)
})

test('a search for polls with the wrong index is detected', () => {
  const guilty = found.filter((read) => read.name === CONTROL.name && isTooMuch(read))
  expect(guilty).not.toEqual([])
})

test('no exception is listed without need', () => {
  const needed = new Set(found.filter(isTooMuch).map(({ name }) => name))
  const allowed = [...Object.values(LARGE), ...Object.values(ALWAYS)].flat()
  expect(allowed.filter((name) => !needed.has(name))).toEqual([])
})

/** Statements that find nothing even in a full database, by reason. */
const IN_VAIN = [
  // Nobody changes their address.
  'address_changes.drop',
  'address_changes.try_code',
  'address_changes.waiting',
  // Nobody sends the newest comment again.
  'comments.repeated',
  // Nobody has left permanently, and no older backup has brought anyone back.
  'erased_files.claim',
  'erased_files.done',
  'erasure.back',
  'erasure.done',
  'erasure.erased',
  'erasure.late',
  'erasure.unfinished',
  // The heads of these polls are already signed.
  'heads.sign',
  // No discreet mail is waiting.
  'leaving.no_discreet_mails',
  // No login is waiting for its code.
  'login_joins.try_code',
  'login_joins.use',
  'login_joins.waiting',
  // The manifests of these polls are already signed.
  'manifests.sign',
  // It blanks mails; their bodies are still used by others.
  'outbox.forget_comments',
  // Nobody lacks an email that failed: they have joined, or got a later one.
  'refusals.failed_of_group',
  // This mail did not fail.
  'refusals.send_again',
  // The secret of the service: a table of one row, which is missing here.
  'service_secret.noted',
  // There is a group already.
  'setup_links.replace',
  'setup_links.use',
  // All keys are retired, so that another one can be the current key.
  'signing_keys.retire',
  // None of these polls gives receipts.
  'urn.with_receipts',
  // It gives mails other bodies; the earlier ones are still used by others.
  'waiting_invitations.replace',
]

function isTooMuch({ rows, answer }: Read): boolean {
  return rows > FEW + FOR_EACH * answer
}

function isAllowed({ name, scene }: Finding): boolean {
  const of = (table: Record<string, string[]>) => Object.values(table).flat().includes(name)
  return of(ALWAYS) || (of(LARGE) && scene !== 'in a small group')
}

const words = ({ name, plan, scene, rows, answer, of }: Finding) =>
  `${name}, ${plan}, ${scene}: ${rows} rows for an answer of ${answer} (${of})`

/** Runs one statement in each scene, and records failures. */
async function observe(
  client: pg.Client,
  { name, text, params, types }: Statement,
  all: Record<string, Scene>,
) {
  const reads: Omit<Finding, 'plan'>[] = []
  for (const [scene, numbers] of Object.entries(all)) {
    try {
      const values = params.map((param, place) => valueFor(name, param, types[place]!, numbers))
      const first = await reading(client, { name, text, values })
      // The first reader after a rolled-back change reads its dead rows, and marks them for later readers.
      const read = isTooMuch(first) ? await reading(client, { name, text, values }) : first
      const of = isTooMuch(read) ? await readingOf(client, { name, text, values }) : ''
      reads.push({ name, scene, of, ...read })
    } catch (error) {
      failed.push(`${name}, ${scene}: ${(error as Error).message}`)
    }
  }
  return reads
}

async function allStatements(client: pg.Client): Promise<Statement[]> {
  await statementsOf(fileURLToPath(new URL('../../src/', import.meta.url)))
  const { rows } = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  const nameOf = new Map(rows.map(({ oid, typname }) => [Number(oid), typname]))
  const all: Statement[] = []
  // The previous load must not change the plan.
  const named = definitions().sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const { name, text, params } of named.filter((one) => !one.name.startsWith('test.'))) {
    const described = await describeStatement(client, text)
    all.push({ name, text, params, types: described.params.map((type) => nameOf.get(type) ?? '') })
  }
  return all
}
