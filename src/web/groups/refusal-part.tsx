import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { Flash } from '../parts/flash-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { isRefused, refusalTitle, refusedLink } from '../visits/email-note-part.tsx'
import { rich } from '../words/rich.tsx'
import type { MailsDone } from './checklist-part.tsx'

/** Set up is not done while the line about the refusal stands above, whether or not mails went out before. */
export function mailsDoneDespite(refusal: GroupRefusal | null, mails: MailsDone): MailsDone {
  return mails === true && isRefused(refusal) ? 'refused' : mails
}

type NoteProps = { refusal: GroupRefusal; handle: string }

/** How many mails wait or have failed, and what can be done about it. */
export function RefusalNote({ refusal, handle }: NoteProps): VNode {
  return (
    <Flash title={refusalTitle(refusal)} tone="plain">
      <p>{aboutWords(refusal, handle)}</p>
      {refusal.again > 0 && (
        <PostForm action={`/g/${handle}/outbox/again`} class="row">
          <Once />
          <button class="button plain" type="submit">
            {t('outbox.send_all', { count: refusal.again })}
          </button>
        </PostForm>
      )}
    </Flash>
  )
}

function aboutWords({ are, error }: GroupRefusal, handle: string): ComponentChildren {
  if (are === 'left') return rich('outbox.left_about', { link: refusedLink(handle, are) })
  return rich(are === 'waiting' ? 'outbox.refused_about' : 'outbox.given_up_about', {
    error: <bdi>{error}</bdi>,
  })
}
