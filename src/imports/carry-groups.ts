import { writeInParts } from '../db/savepoint.ts'
import { handleChoices, isHandle, suggestHandle } from '../groups/group.ts'
import { newPublicKey } from '../users/secret.ts'
import { eachPage, type Work } from './carry-pages.ts'
import {
  type GroupLine,
  groupsWithoutAdmin,
  insertGroups,
  joinMembers,
  type MemberLine,
  type NewGroup,
  type NewMember,
  nextGroups,
  pageOfMembers,
  takenNames,
} from './groups-store.ts'
import { freeKey } from './keep-key.ts'
import { keepOurs, reserveIds } from './lines-store.ts'
import type { GroupData, MemberData } from './loomio/line.ts'
import type { NewNote } from './report.ts'

/** After so many passes the rest comes as it stands: no service nests groups that deep. */
const MOST_PASSES = 200

/** Groups, those above before those below. All arrive private. */
export async function carryGroups(work: Work): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const carried = await carryPass(work, { stuck: false })
    if (carried === 0 && !(await carryOneStuck(work))) return
  }
  await carryPass(work, { stuck: true })
}

/** All groups whose parent is here by then, in the order of the file; `stuck`: whatever their parent. */
async function carryPass(work: Work, asked: { stuck: boolean }): Promise<number> {
  let carried = 0
  await eachPage(
    work,
    (page) => nextGroups(work.act.tx, { ...page, ...asked }),
    async (rows) => {
      carried += rows.length
      await carryPage(work, rows)
    },
  )
  return carried
}

/** Of parents that lead in a circle, one comes first. False: none are left. */
async function carryOneStuck(work: Work): Promise<boolean> {
  const rows = await nextGroups(work.act.tx, { after: 0, most: 1, stuck: true })
  if (rows.length > 0) await carryPage(work, rows)
  work.done(rows.length)
  return rows.length > 0
}

async function carryPage(work: Work, rows: GroupLine[]): Promise<void> {
  const { tx } = work.act
  await keepOurs(
    tx,
    rows.flatMap(({ place, known }) => (known === null ? [] : [{ place, our_id: known, fresh: false }])),
  )
  const groups = await newGroups(
    work,
    rows.filter(({ known }) => known === null),
  )
  await writeInParts(tx, groups, {
    write: async (part) => {
      await insertGroups(
        tx,
        part.map(({ group }) => group),
      )
      await keepOurs(
        tx,
        part.map(({ row, group }) => ({ place: row.place, our_id: group.id, fresh: true })),
      )
    },
    refuse: ({ row, group }, why) => {
      throw new Error(`group ${row.source_id} (${group.name}) cannot be saved: ${why}`)
    },
  })
}

type Made = { row: GroupLine; group: NewGroup }

async function newGroups({ act, report }: Work, rows: GroupLine[]): Promise<Made[]> {
  const wished = rows.map((row) => ({ row, data: JSON.parse(row.data) as GroupData }))
  const handles = wished.map(({ row, data }) => handlesFor(data, row.source_id))
  const keys = wished.flatMap(({ data }) => data.key ?? [])
  const taken = await takenNames(act.tx, { handles: handles.flat(), keys })
  const ids = await reserveIds(act.tx, 'groups', rows.length)
  return wished.map(({ row, data }, index) => {
    const handle = handles[index]?.find((one) => !taken.has(one)) ?? `group-${newPublicKey().toLowerCase()}`
    taken.add(handle)
    const note = (noted: NewNote) =>
      report.note({ line: row.line, table: 'groups', id: row.source_id, about: data.name, ...noted })
    if (data.handle !== null && handle !== data.handle)
      note({ code: 'handle_changed', params: { from: data.handle, to: handle } })
    if (data.public) note({ code: 'was_public' })
    if (row.ref !== null && row.parent_id === null) note({ code: 'parent_missing', params: { id: row.ref } })
    const key = freeKey(data.key, taken)
    return { row, group: groupOf(row, data, { id: ids[index] ?? 0, key, handle, now: act.now }) }
  })
}

function groupOf(
  { parent_id, creator_id, said_at }: GroupLine,
  { name, description, description_format }: GroupData,
  { now, ...names }: Pick<NewGroup, 'id' | 'key' | 'handle'> & { now: Date },
): NewGroup {
  return {
    ...names,
    name,
    description,
    description_format,
    parent_id,
    creator_id,
    created_at: said_at ?? now,
  }
}

/** Handles for a group, the first choice first. */
function handlesFor({ handle, name }: GroupData, source_id: string): string[] {
  const wished = [handle ?? '', suggestHandle(handle ?? ''), suggestHandle(name)].find(isHandle)
  return handleChoices(wished ?? `group-${source_id.slice(0, 40)}`)
}

/**
 * Members with their roles. Whoever is or was a member of the group here stays as they are, and a group that
 * was here before gets no admins.
 */
export async function carryMembers(work: Work): Promise<void> {
  const { tx } = work.act
  await eachPage(
    work,
    (asked) => pageOfMembers(tx, asked),
    (rows) => carryMemberPage(work, rows),
  )
  for (const { handle, line } of await groupsWithoutAdmin(tx))
    work.report.note({ line, table: 'groups', about: handle, code: 'no_admin' })
}

async function carryMemberPage({ act: { tx, now }, report }: Work, rows: MemberLine[]): Promise<void> {
  const counts = report.counts.member
  const members = rows.flatMap((row) => {
    const place = { line: row.line, table: 'memberships', id: row.source_id }
    const note = whyNotMember(row)
    if (note !== null) {
      report.leaveOut('member', { ...place, ...note })
      return []
    }
    const member = memberOf(row, now)
    if (row.known_group === null || !member.admin) return [{ row, member }]
    if (!row.known_member)
      report.note({ ...place, code: 'no_admin_here', params: { group: row.known_group } })
    // Whoever writes a file knows the keys of other groups too.
    return [{ row, member: { ...member, admin: false } }]
  })
  await writeInParts(tx, members, {
    write: async (part) => {
      const joined = await joinMembers(
        tx,
        part.map(({ member }) => member),
      )
      counts.imported += joined
      counts.already += part.length - joined
    },
    refuse: ({ row: { line, source_id } }, why) =>
      report.leaveOut('member', {
        line,
        table: 'memberships',
        id: source_id,
        code: 'refused',
        params: { why },
      }),
  })
}

function whyNotMember({ group_id, user_id, has_address, ref, owner }: MemberLine): NewNote | null {
  if (group_id === null) return { code: 'missing', params: { what: 'groups', id: ref } }
  if (user_id === null) return { code: 'missing', params: { what: 'users', id: owner } }
  return has_address ? null : { code: 'no_address' }
}

function memberOf({ place, group_id, user_id, inviter_id, said_at, data }: MemberLine, now: Date): NewMember {
  const { admin, title, accepted_at } = JSON.parse(data) as MemberData
  return {
    place,
    group_id: group_id ?? 0,
    user_id: user_id ?? 0,
    inviter_id,
    admin: admin && accepted_at !== null,
    title,
    accepted_at,
    created_at: said_at ?? now,
  }
}
