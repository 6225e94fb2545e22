import type { VNode } from 'preact'
import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import { loadPollOfPerson } from '../../members/visits/load-visit.ts'
import { abilitiesIn } from '../../polls/facilitation.ts'
import type { Poll } from '../../polls/poll.ts'
import { Hidden } from '../parts/form-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'
import { Frame } from './new-poll-part.tsx'
import { formAddressOf, Going, type Place, typeIn } from './new-poll-place-part.tsx'
import { TYPED_NAMES } from './poll-form.ts'

/** A poll that was started from the same form before; `editable`: by the visitor, in its present state. */
export type Started = Pick<Poll, 'key' | 'title'> & { editable: boolean }

/** The poll with this key, as its maker may see it now. Null: it is gone. */
export async function loadStarted(db: Queryable, user_id: number, key: string): Promise<Started | null> {
  try {
    const { visitor, ballot, loaded } = await loadPollOfPerson(db, user_id, { key })
    const person = { ...visitor, holds_ballot: ballot !== null }
    const editable = abilitiesIn(loaded.poll, person, loaded.now).includes('edit')
    return { ...loaded.poll, editable }
  } catch (refusal) {
    if (refusal instanceof NotFound) return null
    throw refusal
  }
}

type Props = { place: Place; fields: Fields; started: Started | null }

/**
 * Asks whether a form that was sent before with other values is about the same poll. Only its own button,
 * with a token of its own, starts another one. `started` null: the poll was deleted.
 */
export function StartedAlready({ place, fields, started }: Props): VNode {
  const type = typeIn(fields)
  return (
    <Frame place={place} title={t('poll_form.started_already')} sheet="poll-form">
      <h1>{t('poll_form.started_already')}</h1>
      <p>
        {started === null
          ? t('poll_form.started_and_gone')
          : rich('poll_form.started_already_about', {
              title: <bdi>{started.title}</bdi>,
              link: (text) => <a href={`/p/${started.key}`}>{text}</a>,
            })}
      </p>
      <PostForm action={formAddressOf(place, type)} class="row">
        <Once />
        <Going place={place} type={type} />
        <Hidden values={fields} names={TYPED_NAMES} />
        {started?.editable === true && (
          <a class="button" href={`/p/${started.key}/edit`}>
            {t('poll_form.edit_started', { title: started.title })}
          </a>
        )}
        <button class="button plain" type="submit" name="step" value="start">
          {t('poll_form.start_another')}
        </button>
      </PostForm>
    </Frame>
  )
}
