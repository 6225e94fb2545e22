import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { requestOf } from '../members/joining/wish-path.ts'
import { mintLink } from '../users/mint-link.ts'
import { linkAddress } from '../users/personal-link.ts'
import { mintSignIn, mintSignInLink } from '../users/sign-in/mint-sign-in.ts'
import { isNote } from '../users/sign-in/purpose.ts'
import { codeWords, signInAddress } from '../users/sign-in/sign-in.ts'
import { loadOutgoing } from './load-outgoing.ts'
import { linkOf } from './outgoing.ts'
import { findSignInMail } from './sign-in-outbox-store.ts'

/**
 * What a mail contains for its recipient: a link, or a code without one. Notes have neither. `only_signs_in`:
 * the link of the mail would also join a group.
 */
export type Copied = { link: string | null; code: string | null; only_signs_in: boolean }

/**
 * Makes a new personal link for a stored mail, or a new code, to be passed on by other means. The actor is
 * recorded. NotFound: no such mail, or its subject is gone. Those of mails about accounts are made on the
 * command line only: anyone who has a sign-in link can act as that person, in all groups.
 */
export async function copyLink(act: Act, mail_id: number, public_url: string): Promise<Copied> {
  const { tx, actor } = act
  const mail = await loadOutgoing(tx, mail_id)
  if (mail === null) return copyOfAccount(act, mail_id, public_url)
  const made = linkOf(mail)
  if (made === null) throw new NotFound('not_found.subject_of_mail')
  const { user_id, group_id, discussion_id, poll_id } = made.link
  await recordNote(act, {
    kind: 'mailed_link_copied',
    group_id,
    discussion_id,
    poll_id,
    subject_id: group_id,
    // The recipient of a discreet mail is not written down anywhere.
    person_id: mail.discreet ? null : user_id,
  })
  const origin = actor.kind === 'person' ? 'page' : 'command_line'
  const token = await mintLink(tx, made.link, { origin, copied_by: actor.user_id })
  return { link: linkAddress(public_url, made.subject, token), code: null, only_signs_in: false }
}

/** Only a mail that signs in gets a link: others may go to an address that is not the person's yet. */
async function copyOfAccount(
  { tx, actor }: Pick<Act, 'tx' | 'actor'>,
  mail_id: number,
  public_url: string,
): Promise<Copied> {
  const mail = actor.kind === 'system' ? await findSignInMail(tx, mail_id) : null
  if (mail === null) throw new NotFound('not_found.mail', { id: mail_id })
  const { user_id, sign_in_id, purpose, next } = mail
  const only_signs_in = requestOf(next) !== null
  if (isNote(purpose)) return { link: null, code: null, only_signs_in: false }
  if (purpose === 'sign_in') {
    const token = await mintSignInLink(tx, { user_id }, 'command_line')
    return { link: signInAddress(public_url, token), code: null, only_signs_in }
  }
  const made = await mintSignIn(tx, sign_in_id)
  return { link: null, code: made === null ? null : codeWords(made.code), only_signs_in: false }
}
