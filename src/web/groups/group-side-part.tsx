import type { VNode } from 'preact'
import type { Group } from '../../groups/group.ts'
import type { GroupPerson, Page } from '../../groups/load-people.ts'
import { t } from '../../locales/say.ts'
import type { Entry } from '../visits/group-door.ts'
import { membersWords } from '../visits/members-words.ts'
import { rich } from '../words/rich.tsx'
import { PeopleList } from './listed-parts.tsx'

/** Beside a group's overview: the people in it, and the groups around it. */
export function GroupSide({
  entry: { visit, handle },
  people,
}: {
  entry: Entry
  people: Page<GroupPerson>
}): VNode {
  const { parent, counts } = visit.in_group
  return (
    <div class="stack">
      <h2 class="side-title">{membersWords(counts)}</h2>
      <PeopleList people={people.items} />
      {people.more && (
        <p class="small">
          <a href={`/g/${handle}/members`}>{t('group.all_members')}</a>
        </p>
      )}
      {visit.subgroups.length > 0 && (
        <>
          <h2 class="side-title">{t('group.subgroups')}</h2>
          <ul class="bare small">
            {visit.subgroups.map((subgroup) => (
              <li key={subgroup.handle}>
                <a href={`/g/${subgroup.handle}`} dir="auto">
                  {subgroup.name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {parent !== null && (
        <p class="small quiet">
          {rich('group.part_of', { group: <Parent group={parent} seen={visit.sees_parent} /> })}
        </p>
      )}
      <p class="small row">
        <a href={`/g/${handle}/feed`}>{t('group.follow_feed')}</a>
        <a href={`/g/${handle}/leave`}>{t('leaving.title')}</a>
      </p>
    </div>
  )
}

function Parent({ group: { handle, name }, seen }: { group: Group; seen: boolean }): VNode {
  if (!seen) return <bdi>{name}</bdi>
  return (
    <a href={`/g/${handle}`} dir="auto">
      {name}
    </a>
  )
}
