import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { mintLink } from '../users/mint-link.ts'
import { linkAddress } from '../users/personal-link.ts'
import { mintSignInLink } from '../users/sign-in/mint-sign-in.ts'
import { signInAddress } from '../users/sign-in/sign-in.ts'
import { loadOutgoing } from './load-outgoing.ts'
import { linkOf } from './outgoing.ts'
import { findSignInMail } from './sign-in-outbox-store.ts'

/**
 * Makes a new personal link for a stored mail, to be passed on by other means, and returns its address. The
 * actor is recorded. NotFound: no such mail, or its subject is gone. Sign-in links are made on the command
 * line only: anyone who has one can act as that person, in all groups.
 */
export async function copyLink(act: Act, mail_id: number, public_url: string): Promise<string> {
  const { tx, actor } = act
  const mail = await loadOutgoing(tx, mail_id)
  if (mail === null) return copySignInLink(act, mail_id, public_url)
  const made = linkOf(mail)
  if (made === null) throw new NotFound('not_found.subject_of_mail')
  const { group_id, discussion_id, poll_id } = made.link
  await recordNote(act, {
    kind: 'mailed_link_copied',
    group_id,
    discussion_id,
    poll_id,
    subject_id: group_id,
  })
  const origin = actor.kind === 'person' ? 'page' : 'command_line'
  return linkAddress(
    public_url,
    made.subject,
    await mintLink(tx, made.link, { origin, copied_by: actor.user_id }),
  )
}

async function copySignInLink(
  { tx, actor }: Pick<Act, 'tx' | 'actor'>,
  mail_id: number,
  public_url: string,
): Promise<string> {
  const mail = actor.kind === 'system' ? await findSignInMail(tx, mail_id) : null
  if (mail === null) throw new NotFound('not_found.mail', { id: mail_id })
  return signInAddress(public_url, await mintSignInLink(tx, { user_id: mail.user_id }, 'command_line'))
}
