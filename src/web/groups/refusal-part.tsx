import type { ComponentChildren, VNode } from 'preact'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import { t } from '../../locales/say.ts'
import type { MailStatus } from '../../mail/load-group-outbox.ts'
import { type GroupRefusal, loadGroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { Flash } from '../parts/flash-part.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'
import type { MailsDone } from './checklist-part.tsx'

/** Mails of the group that the mail server refuses. Null: none, or the visitor is not an admin. */
export async function loadRefusal(
  exchange: Exchange,
  { in_group, abilities }: GroupVisit,
): Promise<GroupRefusal | null> {
  if (!sendsMail(exchange) || !abilities.includes('administer')) return null
  return loadGroupRefusal(exchange.services.db.pool, in_group.group.id)
}

/** Set up is not done while the line about the refusal stands above, whether or not mails went out before. */
export function mailsDoneDespite(refusal: GroupRefusal | null, mails: MailsDone): MailsDone {
  return mails === true && refusal !== null && refusal.are !== 'left' ? 'refused' : mails
}

type NoteProps = { refusal: GroupRefusal; handle: string }

/** How many mails wait or have failed, and what can be done about it. */
export function RefusalNote({ refusal, handle }: NoteProps): VNode {
  return (
    <Flash title={titleOf(refusal)} tone="plain">
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

function titleOf({ are, mails }: GroupRefusal): string {
  if (are === 'waiting') return t('outbox.refused', { waiting: mails })
  return t(are === 'failed' ? 'outbox.given_up' : 'outbox.left', { failed: mails })
}

function aboutWords({ are, error }: GroupRefusal, handle: string): ComponentChildren {
  if (are === 'left') return rich('outbox.left_about', { link: linkTo(handle, are) })
  return rich(are === 'waiting' ? 'outbox.refused_about' : 'outbox.given_up_about', {
    error: <bdi>{error}</bdi>,
  })
}

function linkTo(handle: string, are: GroupRefusal['are']): (text: ComponentChildren) => VNode {
  const status: MailStatus = are === 'waiting' ? are : 'failed'
  return (text) => <a href={`/g/${handle}/outbox?status=${status}`}>{text}</a>
}

/** The same in brief, with a link to the mails. */
export function RefusalLine({ refusal, handle }: NoteProps): VNode {
  return <p class="note">{lineOf(refusal, linkTo(handle, refusal.are))}</p>
}

function lineOf(refusal: GroupRefusal, link: ReturnType<typeof linkTo>): ComponentChildren {
  const { are, error } = refusal
  if (are === 'waiting') return rich('group.mails_refused_line', { link })
  return richSentences([
    titleOf(refusal),
    are === 'left'
      ? rich('group.mails_left_line', { link })
      : rich('group.mails_given_up_line', { link, error: <bdi>{error}</bdi> }),
  ])
}
