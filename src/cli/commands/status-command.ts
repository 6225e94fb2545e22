import { readConfig } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { newestVersion, schemaVersion } from '../../db/migrate.ts'
import { openReadiness, type Unready } from '../../db/readiness.ts'
import { Halt } from '../../errors.ts'
import { refusalOf } from '../../http/health.ts'
import { loadRefusals } from '../../mail/refusals/load-refusals.ts'
import { loadStatus } from '../../metrics/load-status.ts'
import { concernLines, concernsOf, factsOf, queueName, type Status, span } from '../../metrics/status.ts'
import { type Call, PROGRAM } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printExactly, printJson, printTable, tableOf } from '../print.ts'
import { painted } from '../terminal.ts'

const AS_IT_IS = { unmigrated: true }

/** `status` */
export async function runStatus(call: Call): Promise<void> {
  const { unready, ...found } = await withDatabase(call, ({ db }) => statusOf(db), AS_IT_IS)
  // This shell may have other settings than the service.
  const status: Status = { ...found, sends_mail: readConfig(call.env).smtp_url === null ? 'unlikely' : null }
  const concerns = [
    ...(unready === null ? [] : [[refusalOf(unready).wordsFor()]]),
    ...concernsOf(status).map(concernLines),
  ]
  if (call.switches.has('json'))
    return printJson({
      ...status,
      sends_mail: null,
      well: concerns.length === 0,
      concerns: concerns.map((lines) => lines.join('\n')),
    })
  printStatus(status)
  print(
    concerns.length === 0
      ? `\n${painted('good', 'Everything is working.')}`
      : `\n${painted('warning', 'Needs attention:')}${concerns.map((lines) => `\n- ${lines.join('\n  ')}`).join('')}`,
  )
}

type Found = Omit<Status, 'sends_mail'> & { unready: Unready | null }

async function statusOf({ pool }: Db): Promise<Found> {
  const schema_version = await schemaVersion(pool)
  const newest = newestVersion()
  // Older schemas may lack some of these tables.
  if (schema_version !== newest) throw new Halt(otherVersion(schema_version, newest))
  return {
    ...(await loadStatus(pool)),
    refused_mails: await loadRefusals(pool),
    unready: await openReadiness(pool)(),
  }
}

function otherVersion(schema: number, newest: number): string {
  return schema > newest
    ? `The database was created by a newer version of Folkmoot (schema ${schema}; this version knows ${newest}). Use that version.`
    : `The database was created by an older version of Folkmoot (schema ${schema}): "${PROGRAM} migrate" upgrades it to ${newest}.`
}

function printStatus(status: Status): void {
  printExactly(`${tableOf(factsOf(status).map(([name, words]) => [`${name}:`, words]))}\n`)
  const queues = status.queues.map(({ queue, waiting, oldest_s }) => [
    queueName(queue),
    String(waiting),
    waiting === 0 ? '-' : span(oldest_s),
  ])
  printTable(['QUEUE', 'WAITING', 'OLDEST'], queues, '')
}
