import type { VNode } from 'preact'
import { inTagOrder, joinTags, MAX_TAGS, splitTags, type Tag } from '../../groups/tags/tag.ts'
import { sentences, t } from '../../locales/say.ts'
import { type FormState, LineField, textIn } from '../parts/form-part.tsx'

/** The threads and polls of a group with this tag. */
export function tagPath(handle: string, name: string): string {
  return `/g/${handle}/threads?tag=${encodeURIComponent(name)}`
}

/** The tags of a thread or poll; `handle` null: the reader cannot open the group, so they are no links. */
export function Tags({ tags, handle }: { tags: readonly Tag[]; handle: string | null }): VNode | null {
  if (tags.length === 0) return null
  return (
    <ul class="tags bare small quiet" aria-label={t('tags.tags')}>
      {tags.map(({ id, name }) => (
        <li key={id}>{handle === null ? <bdi>{name}</bdi> : <a href={tagPath(handle, name)}>{name}</a>}</li>
      ))}
    </ul>
  )
}

/** So many of the offered tags are written out. */
const MOST_NAMED = 20

/** The field for the tags of a thread or poll; `offered`: those of its group, most used first. */
export function TagsField({ form, offered }: { form: FormState; offered: readonly Tag[] }): VNode {
  const named = inTagOrder(offered.slice(0, MOST_NAMED))
  const hint = t('tags.hint', { most: MAX_TAGS })
  const typed = textIn(form, 'tags')
  return (
    <>
      <LineField
        form={form}
        name="tags"
        label={t('tags.tags')}
        hint={sentences([hint, named.length === 0 ? '' : t('tags.in_use', { tags: joinTags(named) })])}
        more={{ list: 'tags-of-group', autocomplete: 'off' }}
      />
      <datalist id="tags-of-group">
        {inTagOrder(offered).map(({ id, name }) => (
          <option key={id} value={completed(typed, name)} />
        ))}
      </datalist>
    </>
  )
}

/** Browsers replace the whole text of a field by a suggestion: it repeats the tags that are there. */
function completed(typed: string, name: string): string {
  const present = splitTags(typed).map((one) => one.trim())
  const others = present.filter((one) => one !== '' && one !== name)
  return joinTags([...others, name].map((one) => ({ name: one })))
}
