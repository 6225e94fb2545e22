import { SYSTEM } from '../../db/db.ts'
import { Halt, NotFound, problem, refuse } from '../../errors.ts'
import { erasePerson, isWritings, WRITINGS } from '../../personal-data/erase-person.ts'
import { findPerson } from '../../users/users-store.ts'
import { type Call, needed } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printJson } from '../print.ts'

/** `person erase` */
export async function runPersonErase(call: Call): Promise<void> {
  const email = needed(call, 'email')
  const writings = needed(call, 'writings')
  if (!isWritings(writings)) {
    return refuse([problem('writings', 'not_one_of', { list: [...WRITINGS] })])
  }
  const user_id = await withDatabase(call, async ({ db }) => {
    const person = await findPerson(db.pool, email)
    if (person === null) throw new NotFound('not_found.person')
    if (!call.switches.has('yes'))
      throw new Halt(`Nobody was erased. Say --yes to erase person ${person.id} for good.`)
    await erasePerson(db, SYSTEM, { user_id: person.id, writings })
    return person.id
  })
  if (call.switches.has('json')) return printJson({ erased: user_id })
  print(`Erased person ${user_id}. Backups made before still hold their name and address.`)
}
