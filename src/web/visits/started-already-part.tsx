import type { ComponentChildren, VNode } from 'preact'
import { NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'
import { ANOTHER_FIELD } from './group-door.ts'

/** What was started from the same form before; `editable`: by the visitor, in its present state. */
export type Started = { path: string; title: string; editable: boolean }

/** What `load` finds, as its maker may see it now. Null: it is gone. */
export async function loadStarted(load: () => Promise<Started>): Promise<Started | null> {
  try {
    return await load()
  } catch (refusal) {
    if (refusal instanceof NotFound) return null
    throw refusal
  }
}

const WORDS = {
  poll: {
    title: 'poll_form.started_already',
    about: 'poll_form.started_already_about',
    gone: 'poll_form.started_and_gone',
    another: 'poll_form.start_another',
  },
  thread: {
    title: 'thread.started_already',
    about: 'thread.started_already_about',
    gone: 'thread.started_and_gone',
    another: 'thread.start_another',
  },
} as const

/** The title of this page. */
export const startedTitle = (what: keyof typeof WORDS): string => t(WORDS[what].title)

type Props = {
  what: keyof typeof WORDS
  started: Started | null
  /** Where the form goes, and the button that starts another one. */
  again: { action: string; name: string; value: string }
  /** What was typed, as hidden fields. */
  children: ComponentChildren
}

/**
 * Asks whether a form that was sent before with other values is about the same poll or thread. Only its own
 * button, with a token of its own, starts another one. `started` null: it was deleted.
 */
export function StartedAlready({ what, started, again, children }: Props): VNode {
  const words = WORDS[what]
  const { action, ...button } = again
  return (
    <>
      <h1>{startedTitle(what)}</h1>
      <p>
        {started === null
          ? t(words.gone)
          : rich(words.about, {
              title: <bdi>{started.title}</bdi>,
              link: (text) => <a href={started.path}>{text}</a>,
            })}
      </p>
      <PostForm action={action} class="row">
        <Once />
        <input type="hidden" name={ANOTHER_FIELD} value="" />
        {children}
        {started?.editable === true && (
          <a class="button" href={`${started.path}/edit`}>
            {t('poll_form.edit_started', { title: started.title })}
          </a>
        )}
        <button class="button plain" type="submit" {...button}>
          {t(words.another)}
        </button>
      </PostForm>
    </>
  )
}
