import { tryKey } from '../api/try-key.ts'
import { readConfig } from '../config.ts'
import { type Act, change, SYSTEM } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { checkKey, PERMISSIONS } from '../groups/api-key.ts'
import { findGroup } from '../groups/groups-store.ts'
import { type IssuedKey, issueKey, type NewKey } from '../groups/issue-key.ts'
import { type ListedKey, listKeys } from '../groups/keys-store.ts'
import { revokeKey } from '../groups/revoke-key.ts'
import { rotateKey } from '../groups/rotate-key.ts'
import { type Call, given, needed, PROGRAM } from './command.ts'
import { withDatabase } from './database.ts'
import { keyOptions, readId, readOverlap } from './key-options.ts'
import { instant, print, printJson, printTable, shown } from './print.ts'

/** `key create` */
export async function runKeyCreate(call: Call): Promise<void> {
  const { variant, permissions, expires_at, problems } = keyOptions(call)
  const handle = needed(call, 'group')
  const request = {
    handle,
    name: needed(call, 'name'),
    variant,
    permissions,
    guard: call.switches.has('guard'),
    expires_at,
  }
  const issue = async (act: Act) => {
    const known = (await findGroup(act.tx, handle)) !== null
    const missing = {
      field: 'group',
      code: 'not_found',
      message: `must be an existing group; there is no ${handle}`,
    }
    refuse([...(known ? [] : [missing]), ...checkKey(request, act.now), ...problems])
    return issueKey(act, request)
  }
  const issued = await withDatabase(call, ({ db }) => change(db, SYSTEM, issue))
  if (call.switches.has('json')) printIssuedJson(issued, request)
  else printIssued(issued, request, readConfig(call.env).public_url)
}

function printIssuedJson({ key, id, group, bot_user_id }: IssuedKey, { variant, permissions }: NewKey): void {
  const of = { id: group.id, key: group.key, handle: group.handle }
  printJson({ key, id, group: of, bot_user_id, variant, permissions })
}

function printIssued({ key, id, group }: IssuedKey, request: NewKey, base: string): void {
  const { variant, permissions, expires_at, guard } = request
  const end = expires_at === null ? '' : `, until ${instant(expires_at)}`
  print(`Your API key

  ${key}

It is shown this once and cannot be read again; keep it where your program finds it.
Key ${id} of ${shown(group.name)} (${group.handle}), variant ${variant}${guard ? ', guarded' : ''}${end}.
It may: ${permissions.join(', ')}.

Try it:

  ${tryKey(key, permissions, base)}`)
}

/** `key list` */
export async function runKeyList(call: Call): Promise<void> {
  const handle = given(call, 'group')
  const { keys, now } = await withDatabase(call, async ({ db }) => {
    const group = handle === null ? null : await findGroup(db.pool, handle)
    if (handle !== null && group === null) throw new NotFound(`There is no group with the handle ${handle}.`)
    return { keys: await listKeys(db.pool, group?.id ?? null), now: new Date() }
  })
  if (call.switches.has('json'))
    return printJson({ keys: keys.map((key) => ({ ...key, state: stateOf(key, now) })) })
  printTable(
    ['ID', 'GROUP', 'NAME', 'KEY', 'VARIANT', 'PERMISSIONS', 'STATE', 'EXPIRES', 'LAST USED'],
    keys.map((key) => rowOf(key, now)),
    `There are no keys yet. Issue one: ${PROGRAM} key create --help`,
  )
}

function rowOf(key: ListedKey, now: Date): string[] {
  const { id, handle, name, prefix, variant, permissions, guard, expires_at, last_used_on } = key
  const may = PERMISSIONS.every((one) => permissions.includes(one)) ? 'all' : permissions.join(',') || 'none'
  const state = `${stateOf(key, now)}${guard ? ', guarded' : ''}`
  return [`${id}`, handle, name, `${prefix}…`, variant, may, state, instant(expires_at), last_used_on ?? '-']
}

function stateOf({ revoked_at, expires_at }: ListedKey, now: Date): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** `key revoke` */
export async function runKeyRevoke(call: Call): Promise<void> {
  const id = readId(call)
  await withDatabase(call, ({ db }) => change(db, SYSTEM, (act) => revokeKey(act, id)))
  if (call.switches.has('json')) printJson({ id, revoked: true })
  else print(`Key ${id} is revoked: from now on every request with it is refused.`)
}

/** `key rotate` */
export async function runKeyRotate(call: Call): Promise<void> {
  const id = readId(call)
  const hours = readOverlap(call)
  const { key, old_until } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => rotateKey(act, id, hours)),
  )
  if (call.switches.has('json')) return printJson({ key, id, old_until })
  const old = hours === 0 ? 'The old one has ended.' : `The old one works until ${instant(old_until)}.`
  print(
    `Your API key\n\n  ${key}\n\nIt is shown this once and cannot be read again; put it where your program finds it.\n${old}`,
  )
}
