import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { GroupMember } from '../../members/load-member.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { MadeLink } from '../parts/copied-links-part.tsx'
import { CopyButton } from '../parts/copied-text-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { nameOf, titleOf } from './member-part.tsx'

/** A new link, to be passed on by other means. */
export function LinkPage({
  entry,
  member,
  link,
}: {
  entry: Entry
  member: GroupMember
  link: string
}): VNode {
  return (
    <GroupFrame entry={entry} {...titleOf(member)}>
      <MadeLink>
        <Flash title={t('member.link_made')} tone="good">
          <p>{t('member.link_about')}</p>
        </Flash>
        <div class="whole stack">
          <Example label={t('member.invitation_for', { name: nameOf(member) })} text={link} id="link" />
          <CopyButton of="link" label={t('page.copy_link')} plain />
        </div>
      </MadeLink>
      <p>
        <a href={`/g/${entry.handle}/members?list=invited`}>{t('member.back_to_invitations')}</a>
      </p>
    </GroupFrame>
  )
}
