import { type Static, Type } from 'typebox'
import type { Discussion } from '../../discussions/discussion.ts'
import { Id, Record, Text } from '../wire.ts'

export const TagRecord = Record('Tag', {
  id: Id('The tag.'),
  name: Text('Its name, of which the group has only one, regardless of case.'),
  group_id: Id('Its group.'),
  color: Type.Null({ description: 'Always null: tags have no colors.' }),
})

type WireTag = Static<typeof TagRecord>

/** The tags of these threads and polls, each once. */
export function presentTags(carriers: readonly Pick<Discussion, 'group_id' | 'tags'>[]): WireTag[] {
  const tags = new Map<number, WireTag>()
  for (const { group_id, tags: carried } of carriers)
    for (const { id, name } of carried) tags.set(id, { id, name, group_id, color: null })
  return [...tags.values()]
}
