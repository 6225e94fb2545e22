import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Entry } from '../visits/group-door.ts'

/**
 * What people begin in a group, for pages with `starts`: on a phone a bar at the bottom of the window. Its
 * buttons keep their order on every page; `lead` is the one that the page is about.
 */
export function Starting({ entry, lead }: { entry: Entry; lead: 'poll' | 'thread' }): VNode | null {
  const { visit, handle } = entry
  if (!visit.abilities.includes('start')) return null
  return (
    <p class="row starting">
      <a class={buttonOf(lead === 'poll')} href={`/new-poll?group=${handle}`}>
        {t('group.new_poll')}
      </a>
      <a class={buttonOf(lead === 'thread')} href={`/g/${handle}/new-thread`}>
        {t('group.new_thread')}
      </a>
      {visit.abilities.includes('administer') && (
        <a class={buttonOf(false)} href={`/g/${handle}/invite`}>
          {t('group.invite')}
        </a>
      )}
    </p>
  )
}

const buttonOf = (leads: boolean) => (leads ? 'button' : 'button plain')
