import { tryKey } from '../../api/try-key.ts'
import { readConfig } from '../../config.ts'
import { type Act, change, SYSTEM } from '../../db/db.ts'
import { NotFound, problem, refuse } from '../../errors.ts'
import { findGroup } from '../../groups/groups-store.ts'
import { checkKey, PERMISSIONS, type Permission } from '../../keys/api-key.ts'
import { type IssuedKey, issueKey, type NewKey } from '../../keys/issue-key.ts'
import { SHOWN_DAYS, sumOfUse, useWords } from '../../keys/key-use.ts'
import { type ListedKey, listKeys } from '../../keys/keys-store.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { setKeyEnd } from '../../keys/set-key-end.ts'
import { type Call, given, needed, PROGRAM } from '../args/command.ts'
import { keyOptions, readEnd, readId, readOverlap } from '../args/key-options.ts'
import { withDatabase } from '../database.ts'
import { instant, minute, print, printJson, printTable, shown } from '../print.ts'
import { commandLines } from '../terminal.ts'

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
    const missing = problem('group', 'no_group', { handle })
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

It is shown only once: save it where your program can read it.
Key ${id} of ${shown(group.name)} (${group.handle}), variant ${variant}${guard ? ', guarded' : ''}${end}.
It may: ${mayWords(permissions)}.

Try it:

${commandLines(tryKey(key, permissions, base))}`)
}

/** `key list` */
export async function runKeyList(call: Call): Promise<void> {
  const handle = given(call, 'group')
  const { keys, now } = await withDatabase(call, async ({ db }) => {
    const group = handle === null ? null : await findGroup(db.pool, handle)
    if (handle !== null && group === null) throw new NotFound('not_found.group_handle', { handle })
    return { keys: await listKeys(db.pool, group?.id ?? null), now: new Date() }
  })
  if (call.switches.has('json')) return printJson({ keys: keys.map((key) => listedJson(key, now)) })
  printTable(
    [
      'ID',
      'GROUP',
      'NAME',
      'KEY',
      'VARIANT',
      'PERMISSIONS',
      'STATE',
      'EXPIRES',
      'LAST USED',
      `${SHOWN_DAYS} DAYS`,
    ],
    keys.map((key) => rowOf(key, now)),
    `There are no keys yet. Create one:\n\n${commandLines(`${PROGRAM} key create --help`)}`,
  )
}

function listedJson({ use, ...key }: ListedKey, now: Date): object {
  return { ...key, state: stateOf(key, now), use: { ...sumOfUse(use), last_days: SHOWN_DAYS, days: use } }
}

function rowOf(key: ListedKey, now: Date): string[] {
  const { id, handle, name, prefix, variant, permissions, guard, expires_at } = key
  const may = PERMISSIONS.every((one) => permissions.includes(one)) ? 'all' : mayWords(permissions)
  const state = `${stateOf(key, now)}${guard ? ', guarded' : ''}`
  const use = key.use.length === 0 ? '-' : useWords(sumOfUse(key.use))
  const used_on = key.last_used_on ?? '-'
  return [`${id}`, handle, name, `${prefix}…`, variant, may, state, minute(expires_at), used_on, use]
}

function mayWords(permissions: Permission[]): string {
  return permissions.join(', ') || 'read only'
}

function stateOf(
  { revoked_at, expires_at }: Pick<ListedKey, 'revoked_at' | 'expires_at'>,
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** `key revoke` */
export async function runKeyRevoke(call: Call): Promise<void> {
  const id = readId(call)
  await withDatabase(call, ({ db }) => change(db, SYSTEM, (act) => revokeKey(act, id)))
  if (call.switches.has('json')) printJson({ id, revoked: true })
  else print(`Key ${id} is revoked: all requests with it are now refused.`)
}

/** `key extend` */
export async function runKeyExtend(call: Call): Promise<void> {
  const id = readId(call)
  const { expires_at, problems } = readEnd(call)
  const never = call.switches.has('never')
  refuse(never === (given(call, 'expires') !== null) ? [problem('expires', 'no_moment_given')] : problems)
  await withDatabase(call, ({ db }) => change(db, SYSTEM, (act) => setKeyEnd(act, id, expires_at)))
  if (call.switches.has('json')) printJson({ id, expires_at })
  else
    print(expires_at === null ? `Key ${id} never expires.` : `Key ${id} works until ${instant(expires_at)}.`)
}

/** `key rotate` */
export async function runKeyRotate(call: Call): Promise<void> {
  const id = readId(call)
  const hours = readOverlap(call)
  const { key, old_until } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => rotateKey(act, id, hours)),
  )
  if (call.switches.has('json')) return printJson({ key, id, old_until })
  const old = hours === 0 ? 'The old one no longer works.' : `The old one works until ${instant(old_until)}.`
  print(`Your API key\n\n  ${key}\n\nIt is shown only once: save it where your program can read it.\n${old}`)
}
