import type { GroupFacts } from '../../groups/group-facts.ts'
import { chooseLanguage } from '../../locales/choose-language.ts'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { groupName, nameOf, personName } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import type { EventView } from './event-view.ts'
import { KIND_WORDS } from './kind-words.ts'

/**
 * An event as text for people in a chat. `text` is one sentence, and a second paragraph for details if there
 * are any.
 */
export type EventText = {
  text: string
  title: string
  group_name: string
  actor_name: string | null
  /** The path of its page, without the service's address. */
  path: string
}

/** Describes an event in the group's language. */
export function describeEvent(view: EventView): EventText {
  return inLanguage(languageOfGroup(view.subject.in_group), () => eventText(view))
}

/** The language of a group's webhooks. */
export function languageOfGroup({ group }: GroupFacts): Language {
  return chooseLanguage({ own: null, group: group.locale })
}

function eventText(view: EventView): EventText {
  const { event, subject, actor } = view
  const group_name = groupName(subject.in_group)
  const { title, path } = placeOf(view, group_name)
  const who = personName(actor)
  const { sentence, more } = KIND_WORDS[event.kind].describe(view, { who, title, group_name })
  const text = more === null || more === '' ? sentence : `${sentence}\n${more}`
  return { text, title, group_name, actor_name: nameOf(actor), path }
}

function placeOf({ subject }: EventView, group_name: string): Pick<EventText, 'title' | 'path'> {
  switch (subject.about) {
    case 'poll': {
      const { title, key } = subject.loaded.poll
      return { title: oneLine(title), path: `/p/${key}` }
    }
    case 'thread':
    case 'comment': {
      const { title, key } = subject.thread.discussion
      return { title: oneLine(title), path: `/d/${key}` }
    }
    case 'group':
      return { title: group_name, path: `/g/${subject.in_group.group.handle}` }
  }
}
