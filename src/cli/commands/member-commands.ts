import { type Act, change, SYSTEM } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Halt, NotFound, problem, Refusal, refuse } from '../../errors.ts'
import type { ListedMembership, RemovedMembership } from '../../groups/group.ts'
import { findGroup } from '../../groups/groups-store.ts'
import { loadMemberNames } from '../../groups/load-member-names.ts'
import { allMemberships, pageMemberships, pageRemovedMemberships } from '../../groups/memberships-store.ts'
import { loadServiceRole } from '../../groups/service/load-instance-admin.ts'
import { type Restored, restoreMember } from '../../members/restore-member.ts'
import { setRole } from '../../members/set-role.ts'
import { readAddresses } from '../../users/address-list.ts'
import { addressKey, readAddress } from '../../users/user.ts'
import { allGiven, type Call, needed, PROGRAM } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { minute, print, printJson, printTable } from '../print.ts'
import { commandLines } from '../terminal.ts'
import { everyPage } from './every-page.ts'

/** `member list` */
export async function runMemberList(call: Call): Promise<void> {
  const handle = needed(call, 'group')
  if (call.switches.has('removed')) {
    return printRemoved(call, await everyone(call, handle, pageRemovedMemberships), handle)
  }
  const members = await everyone(call, handle, pageMemberships)
  if (call.switches.has('json')) return printJson({ memberships: members.map(memberRecord) })
  printTable(
    ['ID', 'NAME', 'EMAIL', 'ROLE', 'STATE', 'SINCE'],
    members.map((member) => [
      `${member.id}`,
      member.name ?? '-',
      member.email,
      roleOf(member),
      stateOf(member),
      minute(member.accepted_at ?? member.created_at),
    ]),
    `${handle} has no members.`,
  )
}

function printRemoved(call: Call, removed: Named<RemovedMembership>[], handle: string): void {
  if (call.switches.has('json')) {
    const records = removed.map((member) => ({ ...memberRecord(member), revoked_at: member.revoked_at }))
    printJson({ memberships: records })
    return
  }
  printTable(
    ['ID', 'NAME', 'EMAIL', 'WAS', 'REMOVED'],
    removed.map((member) => [
      `${member.id}`,
      member.name ?? '-',
      member.email,
      member.accepted_at === null ? 'invited' : roleOf(member),
      minute(member.revoked_at),
    ]),
    `Nobody was removed from ${handle}.`,
  )
  if (removed.length === 0) return
  const undo = `${PROGRAM} member restore --group ${handle} --email ${removed[0]?.email}`
  print(`\nTo undo a removal:\n\n${commandLines(undo)}`)
}

type Named<T> = T & { name: string | null }

function memberRecord({
  id,
  user_id,
  name,
  email,
  admin,
  title,
  accepted_at,
  created_at,
}: Named<ListedMembership>) {
  return { id, user_id, name, email, admin, title, accepted_at, created_at }
}

function roleOf({ admin }: { admin: boolean }): string {
  return admin ? 'admin' : 'member'
}

function stateOf({ accepted_at }: { accepted_at: Date | null }): string {
  return accepted_at === null ? 'invited' : 'joined'
}

/** With their names in this group; null: they have not given one. */
async function everyone<T extends ListedMembership>(
  call: Call,
  handle: string,
  read: (db: Queryable, group_id: number, paging: { per: number; from: number }) => Promise<T[]>,
): Promise<Named<T>[]> {
  return withDatabase(call, async ({ db }) => {
    const group = await findGroup(db.pool, handle)
    if (group === null) throw new NotFound('not_found.group_handle', { handle })
    return everyPage(async (paging) => named(db.pool, group.id, await read(db.pool, group.id, paging)))
  })
}

async function named<T extends ListedMembership>(db: Queryable, group_id: number, members: T[]) {
  const ids = members.map(({ user_id }) => user_id)
  const names = await loadMemberNames(db, group_id, ids)
  return members.map((member) => ({ ...member, name: names.get(member.user_id) ?? null }))
}

/** `member restore`: all addresses in one transaction. */
export async function runMemberRestore(call: Call): Promise<void> {
  const addresses = readAll(allGiven(call, 'email'))
  const handle = needed(call, 'group')
  const yes = call.switches.has('yes')
  const restored = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => restoreAll(act, { handle, addresses, yes })),
  )
  if (call.switches.has('json')) return printJson({ restored: restored.map(({ service: _, ...one }) => one) })
  for (const { email, admin, accepted } of restored) {
    print(
      accepted
        ? `Restored ${email}: ${roleOf({ admin })}.`
        : `Invited ${email} again, with a new link to join.`,
    )
  }
  for (const { email, service } of restored) if (service.runs) print(runsService(email))
}

/** `member promote` */
export async function runMemberPromote(call: Call): Promise<void> {
  const email = needed(call, 'email')
  const handle = needed(call, 'group')
  const yes = call.switches.has('yes')
  const { promoted, runs } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => promote(act, { handle, email, yes })),
  )
  if (call.switches.has('json')) return printJson({ promoted: memberRecord({ ...promoted, admin: true }) })
  print(`${promoted.email} is an admin of ${handle}.`)
  if (runs) print(runsService(promoted.email))
}

function runsService(email: string): string {
  return `This is the first group, so ${email} runs the whole service: /service/groups.`
}

type Promotion = { handle: string; email: string; yes: boolean }

/** As on the page of a member, nobody gets the running of the service unless that is confirmed. */
async function promote(act: Act, { handle, email, yes }: Promotion) {
  const group = await findGroup(act.tx, handle)
  if (group === null) throw new NotFound('not_found.group_handle', { handle })
  const members = await allMemberships(act.tx, group.id)
  const found = members.find((member) => addressKey(member.email) === addressKey(email))
  if (found === undefined) throw new Halt(`${email} is not a member of ${handle}. Nothing was changed.`)
  const { runs, adds } = await loadServiceRole(act.tx, { group_id: group.id, user_id: found.user_id })
  await setRole(act, { group_id: group.id, membership_id: found.id, admin: true })
  if (adds && !yes) throw new Halt(confirmationFor(handle, `To make ${found.email} an admin of it`))
  const [promoted = { ...found, name: null }] = await named(act.tx, group.id, [found])
  return { promoted, runs }
}

function confirmationFor(handle: string, deed: string): string {
  return `Nothing was changed. ${handle} is the first group of this service, so its admins also run the whole service: \
they see all groups and everyone's names and addresses, delete groups, erase accounts, and change the settings.
${deed}, add --yes.`
}

function readAll(texts: string[]): string[] {
  const bad = texts.filter((text) => readAddress(text) === null)
  refuse(bad.map((text) => problem('email', 'no_address_sent', { text })))
  return readAddresses(texts, 'email').addresses
}

type Restoring = { handle: string; addresses: string[]; yes: boolean }

/**
 * Tries every address, so that the report is complete; one failure rolls back the others. Admins
 * who begin to run the service by it are confirmed as in `promote`.
 */
async function restoreAll(act: Act, { handle, addresses, yes }: Restoring): Promise<Restored[]> {
  if ((await findGroup(act.tx, handle)) === null) throw new NotFound('not_found.group_handle', { handle })
  const restored: Restored[] = []
  const failures: string[] = []
  for (const address of addresses) {
    await restoreMember(act, handle, address).then(
      (one) => restored.push(one),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        failures.push(error.message)
      },
    )
  }
  if (failures.length > 0) throw new Halt(failureWords(failures, restored))
  const begin = restored.filter(({ service }) => service.adds).map(({ email }) => email)
  if (begin.length > 0 && !yes)
    throw new Halt(confirmationFor(handle, `To restore its former admins (${begin.join(', ')})`))
  return restored
}

function failureWords(failures: string[], restored: Restored[]): string {
  const able =
    restored.length === 0
      ? ''
      : ` Could be restored without them: ${restored.map(({ email }) => email).join(', ')}.`
  return `${failures.join('\n')}\nNobody was restored.${able}`
}
