import { foldTag, inTagOrder, type Tag } from '../groups/tags/tag.ts'
import { eachPage, PAGE, type Work } from './carry-pages.ts'
import { type Carrier, pageOfCarriers, takeTags, type Use, writeTags } from './tags-store.ts'

/**
 * Tags of the threads and polls that this import made. In Loomio the tags of subgroups are those of the group
 * above; here each group has its own of the same names.
 */
export async function carryTags({ act: { tx } }: Work): Promise<void> {
  await eachPage(
    { page: PAGE, done: () => undefined },
    (asked) => pageOfCarriers(tx, asked),
    async (carriers) => {
      const taken = await takeTags(tx, usesOf(carriers))
      const tags = new Map(taken.map(({ id, name, ...use }) => [nameOf(use), { id, name }]))
      for (const kind of ['thread', 'poll'] as const)
        await writeTags(
          tx,
          kind,
          carriers
            .filter((one) => one.kind === kind)
            .map((one) => ({ id: one.our_id, tags: tagsOf(one, tags) })),
        )
    },
  )
}

const nameOf = ({ group_id, folded }: Pick<Use, 'group_id' | 'folded'>) => `${group_id} ${folded}`

/** Each tag of a group once, with how often it is used. */
function usesOf(carriers: Carrier[]): Use[] {
  const uses = new Map<string, Use>()
  for (const { group_id, names } of carriers)
    for (const name of names) {
      const use = { group_id, name, folded: foldTag(name), uses: 0 }
      const known = uses.get(nameOf(use)) ?? use
      known.uses += 1
      uses.set(nameOf(use), known)
    }
  return [...uses.values()]
}

function tagsOf({ group_id, names }: Carrier, tags: Map<string, Tag>): Tag[] {
  return inTagOrder(names.flatMap((name) => tags.get(nameOf({ group_id, folded: foldTag(name) })) ?? []))
}
