import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readBackupFile, requireBackupFile, writeBackupFile } from '../../backup/backup-file.ts'
import { openSource } from '../../backup/backup-source.ts'
import { type Restored, restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { type Config, readConfig } from '../../config.ts'
import { countSessions } from '../../db/catalog.ts'
import type { Print } from '../../db/copy.ts'
import { type Db, SERVING } from '../../db/db.ts'
import { clusterIn } from '../../db/embedded/embedded-cluster.ts'
import { keysBeside } from '../../db/keys/urn-keys.ts'
import { Halt } from '../../errors.ts'
import { type Leaving, loadLeaving, silence } from '../../jobs/silence.ts'
import { keepErasedList } from '../../personal-data/keep-erased-list.ts'
import { erasedListIn, readErasedList } from '../../personal-data/record-erased-list.ts'
import { type Call, needed, PROGRAM } from '../args/command.ts'
import { lackOfRights, openDatabase, withDatabase } from '../database.ts'
import { instant, print, printJson, shown } from '../print.ts'
import { withProgress } from '../progress.ts'
import { commandLines } from '../terminal.ts'

type KeyFiles = Pick<Config, 'secret_key_file' | 'signing_key_file'>
type Tables = Record<string, Print>

const AS_IT_IS = { unmigrated: true }
const EMPTY_TOO = { ...AS_IT_IS, may_create: true }

/** `backup` */
export async function runBackup(call: Call): Promise<void> {
  const file = resolve(call.operands[0] ?? '')
  const { tables, keep } = counted()
  const bytes = await withDatabase(
    call,
    ({ db }) =>
      withProgress(call, 'Writing', (progress) =>
        writeBackupFile(
          file,
          writeBackup(db, 'columns', { table: keep, progress }),
          call.switches.has('force'),
        ),
      ),
    AS_IT_IS,
  )
  if (call.switches.has('json')) return printJson({ file, bytes, rows: rowsOf(tables), tables })
  print(`Wrote ${shown(file)}: ${sizeOf(bytes)}, ${sumOf(tables)}.`)
  print('Keep it as safe as the database itself: it contains all its data.')
  const keys = keyAdvice(readConfig(call.env))
  if (keys !== null) print(keys)
}

/** About the key files that exist; null: neither does yet, as nothing needed a key. */
export function keyAdvice({ secret_key_file, signing_key_file }: KeyFiles): string | null {
  const secret = { file: secret_key_file, loss: 'open anonymous polls cannot be counted' }
  const signing = { file: signing_key_file, loss: 'results are signed with a new key' }
  const [first, second] = [secret, signing]
    .filter(({ file }) => existsSync(file))
    .map(({ file, loss }) => ({ file: shown(resolve(file)), loss }))
  if (first === undefined) return null
  if (second === undefined) return `Keep a copy of ${first.file} elsewhere: without it, ${first.loss}.`
  return `Keep copies of ${first.file} and ${second.file} elsewhere: without the first, ${first.loss}; without the second, ${second.loss}.`
}

/** `restore` */
export async function runRestore(call: Call): Promise<void> {
  const file = resolve(call.operands[0] ?? '')
  const { tables, keep } = counted()
  const { data_dir, signing_key_file, public_url } = readConfig(call.env)
  const silent = call.switches.has('silent')
  const list = erasedListIn(data_dir)
  const signs_anew = !existsSync(signing_key_file)
  // A wrong file or a damaged list is reported before the database is started.
  await requireBackupFile(file)
  await readErasedList(list)
  const restored = await withDatabase(
    call,
    async ({ db }) => {
      await requireNoService(db, 'restoring')
      const whole = await withProgress(call, 'Restoring', (progress) =>
        readBackupFile(file, (source) => restoreBackup(db, source, keep), progress),
      )
      const erased_again = await keepErasedList(db, list)
      const leaving = await loadLeaving(db)
      if (silent) await silence(db, public_url)
      return { ...whole, erased_again, silent, leaving }
    },
    EMPTY_TOO,
  )
  report(call, restored, tables)
  if (call.switches.has('json')) return
  print(`Restored from ${shown(file)}: every table verified.`)
  print(erasedWords(list, restored.erased_again))
  tellUncounted(restored)
  const leaving = leavingWords(restored)
  if (leaving !== null) print(leaving)
  if (signs_anew) {
    const place = shown(resolve(signing_key_file))
    print(
      `If you have a copy of the former signing-key, put it at ${place} before you start the service: otherwise results are signed with a new key.`,
    )
  }
}

/** Both services would count them: what one has more than the other are the votes of few people. */
function tellUncounted({ with_key }: Restored): void {
  if (with_key.length === 0) return
  print('\nThese anonymous polls were not counted yet when the backup was made, and their keys are here now:')
  for (const { key, title } of with_key) print(shown(`  ${key}  ${title}`))
  print(
    'Once they have closed, this copy counts the votes that it has. If the original has counted them too, publish only one result: two results show how the people voted who came in between. If this is a copy for testing, delete its DATA_DIR when you have finished: its keys can decrypt copies of the ballots.\n',
  )
}

/** The backup contains people who deleted their accounts after it was made. */
function erasedWords(list: string, again: number): string {
  const left =
    again === 1 ? '1 person who deleted their account' : `${again} people who deleted their accounts`
  if (again > 0) return `Erased again: ${left} after this backup was made.`
  if (existsSync(list)) return 'Nobody in it has deleted their account since.'
  return `If people have deleted their accounts since this backup was made, copy erased-people.json from the former DATA_DIR to ${shown(list)} before you start the service: it erases them again.`
}

const SILENCED =
  'This copy is silent: its webhooks are off, browsers get no notifications, and nothing that was waiting is sent. Start it without SMTP_URL: otherwise it sends emails about what happens from now on.'

/** What a service that starts on the restored data sends, unless it is a silent copy. */
function leavingWords({ silent, leaving }: Pick<Heard, 'silent' | 'leaving'>): string | null {
  if (silent) return SILENCED
  const { webhooks, browsers, deliveries, mails, notices } = leaving
  const called = listOf([many(webhooks, 'webhook'), many(browsers, 'browser')])
  const waiting = listOf([
    many(deliveries, 'webhook call'),
    many(mails, 'email'),
    many(notices, 'notification'),
  ])
  if (called === '' && waiting === '') return null
  return [
    called === '' ? '' : `Once the service starts, it sends to ${called}. `,
    waiting === '' ? '' : `Waiting to be sent: ${waiting}; emails only with SMTP_URL. `,
    'Is this a copy for testing? Restore it into an empty database with --silent.',
  ].join('')
}

/** "3 emails"; null for none. */
function many(count: number, one: string): string | null {
  return count === 0 ? null : `${count} ${one}${count === 1 ? '' : 's'}`
}

function listOf(parts: (string | null)[]): string {
  return new Intl.ListFormat('en').format(parts.filter((part) => part !== null))
}

/** `move` */
export async function runMove(call: Call): Promise<void> {
  const { tables, keep } = counted()
  const moved = await withDatabase(
    call,
    async ({ db }) => {
      await requireNoService(db, 'moving')
      return withTarget(call, async (target) => {
        await requireNoService(target, 'moving')
        return withProgress(call, 'Moving', (progress) => {
          const bytes = writeBackup(db, 'rows', { progress })
          // If the target fails, reading stops in the middle.
          return restoreBackup(target, openSource(bytes), keep).finally(() => bytes.return(undefined))
        })
      })
    },
    AS_IT_IS,
  )
  report(call, moved, tables)
  if (call.switches.has('json')) return
  print('Moved and verified: every table is identical.')
  print(oldDataWords(readConfig(call.env)))
  print(`\nSet DATABASE_URL to the new address, then start:\n\n${commandLines(`${PROGRAM} serve`)}`)
}

/** What may be deleted after a move, and what may not. */
export function oldDataWords(config: Pick<Config, 'database_url' | 'data_dir'> & KeyFiles): string {
  const still = 'The old data is still here. Once the new database works, delete'
  if (config.database_url !== null) return `${still} the old database.`
  const [cluster, keys] = [clusterIn(config.data_dir), keysBeside(resolve(config.data_dir)).folder]
  const words = `${still} ${shown(cluster)} and ${shown(keys)}: with these keys, copies of the ballots of anonymous polls can be decrypted. Keep all other files in that folder.`
  const advice = keyAdvice(config)
  return advice === null ? words : `${words} ${advice}`
}

/** Opens the database that `--to` names. */
async function withTarget<T>(call: Call, work: (target: Db) => Promise<T>): Promise<T> {
  const env = { ...call.env, DATABASE_URL: needed(call, 'to') || '-' }
  try {
    const opened = await openDatabase(readConfig(env), { env, role: 'command', ...EMPTY_TOO })
    try {
      return await work(opened.db)
    } catch (error) {
      throw lackOfRights(error, env)
    } finally {
      await opened.close()
    }
  } catch (error) {
    throw error instanceof Halt ? new Halt(asTarget(error.message)) : error
  }
}

/** A message about the settings' database, rewritten for `--to`. */
function asTarget(words: string): string {
  return words.replace('another DATA_DIR, or ', '').replaceAll('DATABASE_URL', '--to')
}

/** Anything that a running service writes in the meantime would be lost or cause a conflict. */
async function requireNoService(db: Db, doing: string): Promise<void> {
  if ((await countSessions(db.pool, SERVING)) > 0)
    throw new Halt(`A service is running on this database: stop it before ${doing}.`)
}

function counted(): { tables: Tables; keep: (table: string, print: Print) => void } {
  const tables: Tables = {}
  return {
    tables,
    keep: (table, found) => {
      tables[table] = found
    },
  }
}

/**
 * `erased_again`: people who deleted their accounts after the backup was made. `leaving`: what the restored
 * service would send, or would have without `silent`.
 */
type Heard = { erased_again: number; silent: boolean; leaving: Leaving }
type Told = Restored & Partial<Heard>

function report(call: Call, restored: Told, tables: Tables): void {
  const { tables: _, ...told } = restored
  if (call.switches.has('json')) printJson({ ...told, tables })
  else reportWords(restored, tables)
}

function reportWords({ schema_version, made_at, without_key }: Restored, tables: Tables): void {
  print(`${sumOf(tables)}, of ${instant(new Date(made_at))} (schema ${schema_version}).`)
  if (without_key.length === 0) return
  print(
    '\nThese anonymous polls cannot be counted: the backup’s keys were encrypted with another secret (SECRET_KEY_FILE).',
  )
  for (const { key, title } of without_key) print(shown(`  ${key}  ${title}`))
  print(
    'They are closed. To continue voting, restore into an empty database with the right secret, or start these polls again.\n',
  )
}

function sumOf(tables: Tables): string {
  return `${Object.keys(tables).length} tables, ${rowsOf(tables)} rows`
}

function rowsOf(tables: Tables): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** "35 kB", or "12.5 MB". */
function sizeOf(bytes: number): string {
  const small = bytes < MEGABYTE
  const words = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: small ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  })
  return words.format(small ? Math.ceil(bytes / KILOBYTE) : bytes / MEGABYTE)
}
