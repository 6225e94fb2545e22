import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { removeDueGroups } from '../groups/service/remove-due-groups.ts'
import { importUploads, purgeImports } from '../imports/uploads/import-uploads.ts'
import { purgeKeyUses, writeKeyUses } from '../keys/count-key-use.ts'
import { remindEndingKeys } from '../keys/remind-ending-keys.ts'
import type { Transport } from '../mail/transport.ts'
import { purgeRequests } from '../members/joining/purge-requests.ts'
import { cleanErasedFiles } from '../personal-data/clean-erased-files.ts'
import { finishErasures } from '../personal-data/erase-person.ts'
import { keepErasedList } from '../personal-data/keep-erased-list.ts'
import { makeArchives } from '../personal-data/make-archives.ts'
import { purgeArchives } from '../personal-data/purge-archives.ts'
import { erasedListIn } from '../personal-data/record-erased-list.ts'
import {
  countUncountedPolls,
  markCountedPolls,
  sealDuePolls,
  settleDuePolls,
  sweepSealedPolls,
} from '../polls/close-due-polls.ts'
import { signHeads } from '../polls/heads/sign-heads.ts'
import { remindReviewers } from '../polls/outcomes/remind-reviewers.ts'
import { remindVoters } from '../polls/remind-voters.ts'
import { checkUrnKeys } from '../polls/urn/check-urn-keys.ts'
import { cleanTraces } from '../polls/urn/clean-traces.ts'
import { destroyUrnKeys, sweepUrnKeys } from '../polls/urn/destroy-urn-keys.ts'
import { moveAllIntoBoxes } from '../polls/urn/move-into-boxes.ts'
import { purgeDrafts } from '../users/drafts/purge-drafts.ts'
import { purgeSignIns } from '../users/sign-in/purge-sign-ins.ts'
import { purgeAttempts } from '../users/single-sign-on/purge-attempts.ts'
import { purgeDeliveries } from '../webhooks/purge-deliveries.ts'
import type { Deliveries } from './deliveries.ts'
import { dispatchEvents } from './dispatch-events.ts'
import { dispatchSignIns } from './dispatch-sign-ins.ts'
import { describeError, type Job, type JobLog } from './job-loop.ts'
import { deleteOldAnswers, deleteOldForms } from './queue-store.ts'
import { sendDueMails } from './send-due-mails.ts'
import { sendDuePushes } from './send-due-pushes.ts'

export type JobTools = {
  db: Db
  /** `data_dir`: for files beside the database; none in tests of other jobs. */
  config: Pick<Config, 'public_url' | 'mail_from' | 'outbound_allow'> & { data_dir?: string }
  log: JobLog
  /** Null: mails wait until a mail server is configured. */
  transport: Transport | null
  deliveries: Deliveries
  /** Called when mails were added to the outbox. */
  mailsWait: () => void
  /** Called when notices for browsers were queued. */
  pushesWait: () => void
  /** Called when webhook deliveries were recorded. */
  deliveriesWait: () => void
}

export const DISPATCH = 'dispatch events'
export const SEND = 'send mails'
export const PUSH = 'send notices'
export const DELIVER = 'deliver to webhooks'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const ANSWERS_KEPT_HOURS = 24
const MOST_ANSWERS = 1_000

/** All background jobs. Scheduled work consists of due rows: any number of processes may run it. */
export function jobsOf({ db, config, log, transport, deliveries, ...tell }: JobTools): Job[] {
  const dispatch = async (stopped: () => boolean) => {
    if ((await dispatchSignIns(db, config.public_url)) > 0) tell.mailsWait()
    const { mails, pushes, deliveries, failed } = await dispatchEvents(db, config.public_url, stopped)
    for (const { event_id, error } of failed)
      log.error({ event_id, ...describeError(error) }, 'an event could not be processed and was set aside')
    if (mails > 0) tell.mailsWait()
    if (pushes > 0) tell.pushesWait()
    if (deliveries > 0) tell.deliveriesWait()
  }
  const jobs: Job[] = [
    { name: DISPATCH, every_ms: 300, rest_ms: 50, run: dispatch },
    { name: 'settle closed polls', every_ms: SECOND_MS, run: () => settleDuePolls(db) },
    { name: 'move ballots into boxes', every_ms: SECOND_MS, run: () => moveAllIntoBoxes(db) },
    { name: 'count closed polls', every_ms: 10 * SECOND_MS, run: () => countUncountedPolls(db) },
    { name: 'mark counts by lot', every_ms: 10 * SECOND_MS, run: () => markCountedPolls(db) },
    { name: 'seal anonymous polls', every_ms: SECOND_MS, run: () => sealDuePolls(db) },
    { name: 'sign results', every_ms: 10 * SECOND_MS, run: () => signHeads(db) },
    { name: 'destroy keys of sealed polls', every_ms: SECOND_MS, run: () => destroyUrnKeys(db) },
    { name: 'check keys of anonymous polls', every_ms: 60 * MINUTE_MS, run: () => checkKeys(db, log) },
    { name: 'clean up after 0.1.0', every_ms: 10 * MINUTE_MS, run: () => cleanTraces(db) },
    { name: 'remind voters', every_ms: 5 * SECOND_MS, run: () => remindVoters(db) },
    { name: 'remind reviewers', every_ms: MINUTE_MS, run: () => remindReviewers(db) },
    { name: 'remind admins of expiring keys', every_ms: MINUTE_MS, run: () => remindEndingKeys(db) },
    { name: 'save the use of keys', every_ms: 5 * SECOND_MS, run: () => writeKeyUses(db) },
    { name: 'remove deleted groups', every_ms: 10 * MINUTE_MS, run: () => removeDueGroups(db) },
    ...(config.data_dir === undefined ? [] : jobsWithFiles(db, config.data_dir)),
    { name: 'finish erasures', every_ms: MINUTE_MS, run: (stopped) => finishErasures(db, stopped) },
    { name: 'clean what erasures left', every_ms: 10 * MINUTE_MS, run: () => cleanErasedFiles(db) },
    {
      name: 'make archives',
      every_ms: SECOND_MS,
      run: (stopped) => makeArchives(db, config.public_url, stopped),
    },
    { name: PUSH, every_ms: 2 * SECOND_MS, run: (stopped) => sendDuePushes({ db, config }, log, stopped) },
    { name: DELIVER, every_ms: 500, run: deliveries.send },
    { name: 'purge', every_ms: 10 * MINUTE_MS, run: (stopped) => purge(db, stopped) },
  ]
  if (transport === null) return jobs
  return [
    ...jobs,
    { name: SEND, every_ms: 500, run: (stopped) => sendDueMails({ db, config, transport }, log, stopped) },
  ]
}

/** Jobs that keep or read files beside the database. */
function jobsWithFiles(db: Db, data_dir: string): Job[] {
  return [
    listJob(db, data_dir),
    { name: 'import uploads', every_ms: SECOND_MS, run: (stopped) => importUploads(db, data_dir, stopped) },
    { name: 'purge imports', every_ms: 10 * MINUTE_MS, run: () => purgeImports(db, data_dir) },
  ]
}

/** People who deleted their accounts are erased again after an older backup is restored. */
function listJob(db: Db, data_dir: string): Job {
  const run = async () => void (await keepErasedList(db, erasedListIn(data_dir)))
  return { name: 'list erased people', every_ms: MINUTE_MS, run }
}

/**
 * A poll whose key is missing cannot be counted: this warns the operator while the key can still be restored.
 */
async function checkKeys(db: Db, log: JobLog): Promise<void> {
  const polls = await checkUrnKeys(db)
  if (polls.length > 0)
    log.error(
      { polls },
      'the keys of these anonymous polls are missing: the polls cannot be counted without them',
    )
}

/** Deletes data with a limited lifetime. */
export async function purge(db: Db, stopped: () => boolean = () => false): Promise<void> {
  const purges = [
    () => deleteOldAnswers(db.pool, ANSWERS_KEPT_HOURS, MOST_ANSWERS),
    () => deleteOldForms(db.pool, ANSWERS_KEPT_HOURS, MOST_ANSWERS),
    () => purgeRequests(db, MOST_ANSWERS),
    () => purgeSignIns(db, MOST_ANSWERS),
    () => purgeAttempts(db, MOST_ANSWERS),
    () => purgeDrafts(db, MOST_ANSWERS),
    () => purgeDeliveries(db, MOST_ANSWERS),
    () => purgeKeyUses(db, MOST_ANSWERS),
    () => purgeArchives(db, MOST_ANSWERS),
  ]
  for (const purgeSome of purges) while ((await purgeSome()) === MOST_ANSWERS && !stopped());
  await sweepSealedPolls(db)
  await sweepUrnKeys(db)
}
