import type { Talk, ThreadVisit } from '../../members/visits/load-thread.ts'
import { choosersWith } from '../../polls/results/load-choosers.ts'
import { type Mentioned, shownNames } from '../../users/shown-names.ts'
import type { User } from '../../users/user.ts'

/**
 * The names of everyone on a page of the thread, by id, and the page with the same names beside the results
 * of its polls. `named`: mentioned in texts.
 */
export function withNames(
  { thread }: ThreadVisit,
  talk: Talk,
  named: Mentioned[],
): { talk: Talk; names: Map<number, string> } {
  const people = talk.items.flatMap((item): Pick<User, 'id' | 'name'>[] =>
    item.is === 'poll'
      ? [
          ...[...item.choosers.values()].flat(),
          ...[item.reopened, item.closed_again].flatMap((act) => act?.by ?? []),
        ]
      : [item, ...item.replies].flatMap(({ author, mentioned }) => [author, ...mentioned]),
  )
  const names = shownNames([thread.author, ...people, ...named])
  const items = talk.items.map((item) =>
    item.is === 'poll' ? { ...item, choosers: choosersWith(item.choosers, names) } : item,
  )
  return { talk: { ...talk, items }, names }
}
