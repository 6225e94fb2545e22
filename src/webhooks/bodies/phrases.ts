import type { SubjectType } from '../../events/kind-facts.ts'
import type { Messages } from '../../locales/messages.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { Subject } from '../../notifications/notice.ts'
import type { EventView } from './event-view.ts'

/** Who did it (null: nobody, or nobody is named), and what it is about. */
export type Names = { who: string | null; title: string; group_name: string }

/** One sentence, and what follows it; null: nothing. */
export type Phrases = { sentence: string; more: string | null }

type About = Subject['about']
export type ViewOf<A extends About> = EventView & { subject: Extract<Subject, { about: A }> }

/** As which subject events are loaded. */
export type AboutOf<Type extends SubjectType> = {
  Discussion: 'thread'
  Comment: 'comment'
  Poll: 'poll'
  Stance: 'poll'
  Outcome: 'poll'
  Membership: 'group'
  Webhook: 'group'
  ApiKey: 'group'
}[Type]

/** A kind of events as webhooks tell it. */
export type KindWords<A extends About = About> = {
  about: A
  /** What happened, as admins choose it and find it in the log. */
  label: KeyOf<never>
  /** Whether its body says what the poll's rules make of the result. */
  tells_decision: boolean
  describe(view: EventView, names: Names): Phrases
}

type Words<A extends About> = {
  label: KeyOf<never>
  sentence: (names: Names, view: ViewOf<A>) => string
  more?: (view: ViewOf<A>) => string | null
  tells_decision?: boolean
}

/** The words of a kind whose events are about such a subject. */
export function wordsAbout<A extends About>(
  about: A,
  { label, sentence, more = () => null, tells_decision = false }: Words<A>,
): KindWords<A> {
  return {
    about,
    label,
    tells_decision,
    describe: (view, names) => {
      if (!isAbout(view, about)) throw new Error(`${view.event.kind} is about a ${view.subject.about}`)
      return { sentence: sentence(names, view), more: more(view) }
    },
  }
}

function isAbout<A extends About>(view: EventView, about: A): view is ViewOf<A> {
  return view.subject.about === about
}

/** A message that takes these texts. */
export type KeyOf<Places extends string> = {
  [K in PlainKey]: Messages[K] extends Record<Places, string | number>
    ? Record<Places, string | number> extends Messages[K]
      ? K
      : never
    : never
}[PlainKey]

/** "Ada started a poll: Paint the hall?", or, where nobody is named, "A poll was started: …". */
export function by(did: KeyOf<'who' | 'title'>, wasDone: KeyOf<'title'>): (names: Names) => string {
  return ({ who, title }) => (who === null ? t(wasDone, { title }) : t(did, { who, title }))
}

/** "Voting closes soon: Paint the hall?", whoever did it. */
export function always(happened: KeyOf<'title'>): (names: Names) => string {
  return ({ title }) => t(happened, { title })
}
