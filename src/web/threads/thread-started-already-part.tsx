import type { VNode } from 'preact'
import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import { loadThreadVisit } from '../../members/visits/load-thread.ts'
import { Hidden } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { ONCE_FIELD, Once } from '../request/once-part.tsx'
import { PostForm, SHOWN_TO_FIELD } from '../request/shown-to-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { rich } from '../words/rich.tsx'

const OWN_FIELDS = ['act', ONCE_FIELD, SHOWN_TO_FIELD]

/** A thread that was started from the same form before; `editable`: by the visitor. */
export type StartedThread = { key: string; title: string; editable: boolean }

/** The thread with this key, as its maker may see it now. Null: it is gone. */
export async function loadStartedThread(
  db: Queryable,
  user_id: number,
  key: string,
): Promise<StartedThread | null> {
  try {
    const { thread, abilities } = await loadThreadVisit(db, { token: '', user_id }, key)
    return { key, title: thread.discussion.title, editable: abilities.edit }
  } catch (refusal) {
    if (refusal instanceof NotFound) return null
    throw refusal
  }
}

type Props = { entry: Entry; fields: Fields; started: StartedThread | null }

/**
 * Asks whether a form that was sent before with other values is about the same thread. Only its own button,
 * with a token of its own, starts another one. `started` null: the thread was deleted.
 */
export function ThreadStartedAlready({ entry, fields, started }: Props): VNode {
  const { group, parent } = entry.visit.in_group
  const title = t('thread.started_already')
  return (
    <Layout
      title={title}
      group_name={fullName(group, parent)}
      viewer={entry.viewer}
      crumbs={[
        { label: group.name, href: `/g/${entry.handle}` },
        { label: t('thread.threads'), href: `/g/${entry.handle}/threads` },
      ]}
    >
      <h1>{title}</h1>
      <p>
        {started === null
          ? t('thread.started_and_gone')
          : rich('thread.started_already_about', {
              title: <bdi>{started.title}</bdi>,
              link: (text) => <a href={`/d/${started.key}`}>{text}</a>,
            })}
      </p>
      <PostForm action={`/g/${entry.handle}/new-thread`} class="row">
        <Once />
        <Hidden values={fields} names={Object.keys(fields).filter((name) => !OWN_FIELDS.includes(name))} />
        {started?.editable === true && (
          <a class="button" href={`/d/${started.key}/edit`}>
            {t('poll_form.edit_started', { title: started.title })}
          </a>
        )}
        <button class="button plain" type="submit" name="act" value="start">
          {t('thread.start_another')}
        </button>
      </PostForm>
    </Layout>
  )
}
