import { time } from '../../api/wire.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { groupName } from '../../sentences/names.ts'
import type { Format } from '../webhook.ts'
import { describeEvent, languageOfGroup } from './event-sentence.ts'
import type { EventView } from './event-view.ts'
import { CHAT_FORMATS } from './formats.ts'
import { payload } from './payload.ts'

/** The body for an event in this format. */
export function eventBody(view: EventView, format: Format, public_url: string): string {
  if (format === 'json') return JSON.stringify(payload(view, public_url))
  const { text, path } = describeEvent(view)
  return JSON.stringify(CHAT_FORMATS[format]({ text, url: `${public_url}${path}` }))
}

export function testBody(
  in_group: GroupFacts,
  format: Format,
  { public_url, now }: { public_url: string; now: Date },
): string {
  const group_name = groupName(in_group)
  const text = inLanguage(languageOfGroup(in_group), () => t('hook.test', { group: group_name }))
  const url = `${public_url}/g/${in_group.group.handle}`
  if (format !== 'json') return JSON.stringify(CHAT_FORMATS[format]({ text, url }))
  return JSON.stringify({
    kind: 'test',
    url,
    text,
    title: group_name,
    group_name,
    actor_name: null,
    poll_type: null,
    id: null,
    occurred_at: time(now),
    group_id: in_group.group.id,
  })
}
