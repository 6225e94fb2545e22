import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { countAttempt } from '../../users/count-attempt.ts'
import type { User } from '../../users/user.ts'
import { createGroup } from '../create-group.ts'
import type { Group } from '../group.ts'
import { loadMayCreateGroups } from './load-service-settings.ts'

/**
 * Creates a group of which this person is the first admin. NotFound: they may not create groups. Invalid: as
 * for every new group. TooManyAttempts: they have created too many today.
 */
export async function createOwnGroup(
  act: Act,
  person: Pick<User, 'id' | 'email'>,
  made: { name: string; handle: string; locale: string | null },
): Promise<Group> {
  if (!(await loadMayCreateGroups(act.tx, person.id))) throw new NotFound('not_found.address')
  const request = { ...made, admin_email: person.email ?? '', parent_handle: null }
  const { group } = await createGroup(act, request)
  await countAttempt(act.tx, 'new_group', String(person.id))
  return group
}
