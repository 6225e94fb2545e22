import type { SubjectType } from '../../events/kind-facts.ts'
import type { Messages } from '../../locales/messages.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { Subject } from '../../notifications/notice.ts'
import type { EventView } from './event-view.ts'

/** The actor (null: nobody, or not shown), and the subject. */
export type Names = { who: string | null; title: string; group_name: string }

/** One sentence, and details after it; null: none. */
export type Phrases = { sentence: string; more: string | null }

type About = Subject['about']
export type ViewOf<A extends About> = EventView & { subject: Extract<Subject, { about: A }> }

/** The type of the loaded subject. */
export type AboutOf<Type extends SubjectType> = {
  Discussion: 'thread'
  Comment: 'comment'
  Poll: 'poll'
  Stance: 'poll'
  Outcome: 'poll'
  Membership: 'group'
  Webhook: 'group'
  ApiKey: 'group'
  Group: 'group'
}[Type]

/** The texts of one kind of webhook events. */
export type KindWords<A extends About = About> = {
  about: A
  /** The kind's name for admins, in the form and in the log. */
  label: KeyOf<never>
  describe(view: EventView, names: Names): Phrases
}

type Words<A extends About> = {
  label: KeyOf<never>
  sentence: (names: Names, view: ViewOf<A>) => string
  more?: (view: ViewOf<A>) => string | null
}

/** The texts of a kind whose events have such a subject. */
export function wordsAbout<A extends About>(
  about: A,
  { label, sentence, more = () => null }: Words<A>,
): KindWords<A> {
  return {
    about,
    label,
    describe: (view, names) => {
      if (!isAbout(view, about)) throw new Error(`${view.event.kind} is about a ${view.subject.about}`)
      return { sentence: sentence(names, view), more: more(view) }
    },
  }
}

function isAbout<A extends About>(view: EventView, about: A): view is ViewOf<A> {
  return view.subject.about === about
}

/** A message with these placeholders. */
export type KeyOf<Places extends string> = {
  [K in PlainKey]: Messages[K] extends Record<Places, string | number>
    ? Record<Places, string | number> extends Messages[K]
      ? K
      : never
    : never
}[PlainKey]

/** "Ada started a poll: Paint the hall?", or, without an actor, "A poll was started: …". */
export function by(did: KeyOf<'who' | 'title'>, wasDone: KeyOf<'title'>): (names: Names) => string {
  return ({ who, title }) => (who === null ? t(wasDone, { title }) : t(did, { who, title }))
}

/** "Voting closes soon: Paint the hall?", for any actor. */
export function always(happened: KeyOf<'title'>): (names: Names) => string {
  return ({ title }) => t(happened, { title })
}
