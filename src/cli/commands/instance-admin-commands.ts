import { type Act, change, SYSTEM } from '../../db/db.ts'
import { addInstanceAdmin } from '../../groups/service/add-instance-admin.ts'
import { listInstanceAdmins } from '../../groups/service/instance-admins-store.ts'
import { removeInstanceAdmin } from '../../groups/service/remove-instance-admin.ts'
import type { User } from '../../users/user.ts'
import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { instant, print, printJson, printTable, shown } from '../print.ts'

const MOST_LISTED = 1_000

/** `instance-admin add` */
export async function runInstanceAdminAdd(call: Call): Promise<void> {
  await changed(call, addInstanceAdmin, (address) => `${address} may run the service: /service/groups.`)
}

/** `instance-admin remove` */
export async function runInstanceAdminRemove(call: Call): Promise<void> {
  await changed(
    call,
    removeInstanceAdmin,
    (address) => `${address} may no longer run the service, except as an admin of the first group.`,
  )
}

/** `instance-admin list` */
export async function runInstanceAdminList(call: Call): Promise<void> {
  const admins = await withDatabase(call, ({ db }) => listInstanceAdmins(db.pool, MOST_LISTED))
  if (call.switches.has('json')) return printJson({ instance_admins: admins })
  printTable(
    ['ID', 'ADDRESS', 'NAME', 'BECAUSE'],
    admins.map(({ id, email, name, added_at }) => [
      `${id}`,
      email ?? '-',
      name === null ? '-' : shown(name),
      added_at === null ? 'admin of the first group' : `added ${instant(added_at)}`,
    ]),
    'Nobody runs the service yet. The admins of the first group will.',
  )
}

async function changed(
  call: Call,
  run: (act: Act, email: string) => Promise<User>,
  words: (address: string) => string,
): Promise<void> {
  const [address = ''] = call.operands
  const { id, email } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => run(act, address.trim())),
  )
  if (call.switches.has('json')) return printJson({ person: { id, email } })
  print(words(email ?? ''))
}
