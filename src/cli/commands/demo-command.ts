import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { DEMO, makeDemo } from '../../demo/make-demo.ts'
import { Halt, Invalid, NotFound } from '../../errors.ts'
import { mintSignInLink } from '../../users/sign-in/mint-sign-in.ts'
import { SIGN_IN_MINUTES, signInAddress } from '../../users/sign-in/sign-in.ts'
import { findPerson } from '../../users/users-store.ts'
import { type Call, given, PROGRAM } from '../args/command.ts'
import { createsFolder, withDatabase } from '../database.ts'
import { print, printJson, shown, warn } from '../print.ts'
import { withProgress } from '../progress.ts'

/** Before the first start, too. */
const CREATES = { may_create: true }

/** `demo` */
export async function runDemo(call: Call): Promise<void> {
  const config = readConfig(call.env)
  const email = given(call, 'email')
  const creates = await createsFolder(config)
  const { group, token } = await withDatabase(
    call,
    async ({ db }) => {
      const admin = email === null ? null : await findPerson(db.pool, email)
      if (email !== null && admin === null) throw new NotFound('not_found.person')
      const made = await withProgress(call, 'Creating the group', (progress) =>
        makeDemo(db, admin?.id ?? null, progress).catch(refuseSecond),
      )
      const who = admin === null ? { user_id: made.creator_id ?? 0 } : { user_id: admin.id }
      const link = await change(db, SYSTEM, ({ tx }) => mintSignInLink(tx, who, 'command_line'))
      return { group: made, token: link }
    },
    CREATES,
  )
  const link = signInAddress(config.public_url, token)
  const { id, handle, name } = group
  if (creates) warn(newDatabaseWords(config))
  if (call.switches.has('json')) return printJson({ group: { id, handle, name }, link })
  print(
    `Created the group ${shown(name)} (handle ${handle}): neighbours, threads, polls of each type, and outcomes.`,
  )
  print(`\nTo look around as its admin, open this link within ${SIGN_IN_MINUTES} minutes:\n\n  ${link}`)
}

/** The link leads to the service, which may run on other data. */
function newDatabaseWords({ data_dir }: Config): string {
  return `Created a new database in DATA_DIR (${resolve(data_dir)}). A service that runs with another DATA_DIR has neither this group nor the link.`
}

function refuseSecond(error: unknown): never {
  const taken = error instanceof Invalid && error.problems.some(({ code }) => code === 'handle_taken')
  throw taken
    ? new Halt(
        `There is already a group ${DEMO.handle}: the demo group is created only once. To list its people, and to sign one of them in:

  ${PROGRAM} member list --group ${DEMO.handle}
  ${PROGRAM} sign-in-link --email ADDRESS`,
      )
    : error
}
