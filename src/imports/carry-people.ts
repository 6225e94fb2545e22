import { writeInParts } from '../db/savepoint.ts'
import { FORMER_MEMBER } from '../users/user.ts'
import { eachPage, type Work } from './carry-pages.ts'
import { keepOurs, type Ours, reserveIds } from './lines-store.ts'
import type { PersonData } from './loomio/line.ts'
import { findOthers, insertPeople, type NewPerson, type PersonLine, pageOfPeople } from './people-store.ts'

/**
 * People: those with an address that is known here are the same; others are added, as people who have never
 * signed in. People without an address in the file become former members.
 */
export async function carryPeople(work: Work): Promise<void> {
  const { tx } = work.act
  await eachPage(
    work,
    (asked) => pageOfPeople(tx, asked),
    (rows) => carryPage(work, rows),
  )
  await findOthers(tx)
}

async function carryPage(work: Work, rows: PersonLine[]): Promise<void> {
  const { tx } = work.act
  const found: Ours[] = rows.flatMap(({ place, known, by_address }) => {
    const our_id = known ?? by_address
    return our_id === null ? [] : [{ place, our_id, fresh: false }]
  })
  await keepOurs(tx, found)
  const missing = rows.filter(({ known, by_address }) => known === null && by_address === null)
  const ids = await reserveIds(tx, 'users', missing.length)
  const usernames = new Set<string>()
  const people = missing.map((row, index) => personOf(work, row, { id: ids[index] ?? 0, usernames }))
  await writeInParts(tx, people, {
    write: (part) => insertPeople(tx, part),
    refuse: ({ line, source_id }, why) =>
      work.report.leaveOut('user', { line, table: 'users', id: source_id, code: 'refused', params: { why } }),
  })
}

type Given = { id: number; usernames: Set<string> }

function personOf(
  { act, report }: Work,
  { place, line, source_id, said_at, data, username_taken }: PersonLine,
  { id, usernames }: Given,
): NewPerson & { line: number; source_id: string } {
  const person = JSON.parse(data) as PersonData
  if (person.bad_address !== null) {
    const params = { address: person.bad_address }
    report.note({ line, table: 'users', id: source_id, about: person.name, code: 'bad_address', params })
  }
  const left = person.email === null && !person.bot
  const username = username_taken || usernames.has(person.username ?? '') || left ? null : person.username
  if (username !== null) usernames.add(username)
  return {
    place,
    line,
    source_id,
    id,
    name: left ? FORMER_MEMBER : person.name,
    username: person.bot ? null : username,
    email: person.bot ? null : person.email,
    bot: person.bot,
    left,
    locale: left || person.bot ? null : person.locale,
    time_zone: person.time_zone ?? 'UTC',
    created_at: said_at ?? act.now,
  }
}
