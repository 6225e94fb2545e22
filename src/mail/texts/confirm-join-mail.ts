import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import type { Wish } from '../../members/joining/load-wishes.ts'
import { oneLine } from '../../text/one-line.ts'
import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { GivenContent, MailBody } from './content.ts'
import { layOut } from './lay-out.ts'

/**
 * The mail to somebody who wants to join a group by its link: confirms their address. The same for everyone:
 * strangers choose its recipients, so it contains nothing that they typed.
 */
export function confirmJoinMail(wish: Wish, host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content({ ...wish, group: oneLine(wish.group) }, host)))
}

function content({ group, asks }: Wish, host: string): GivenContent {
  const minutes = SIGN_IN_MINUTES
  const subject = asks ? t('mail.joining_asks_subject', { group }) : t('invitation.join', { group })
  return {
    subject,
    preheader: t('mail.sign_in_preheader', { minutes }),
    group_name: group,
    heading: subject,
    paragraphs: [
      asks ? t('mail.joining_asks_text', { group, minutes }) : t('mail.joining_text', { group, minutes }),
    ],
    button: asks ? t('join.ask') : t('invitation.join', { group }),
    asked_for: 'link_and_code',
    reason: t('mail.joining_reason', { group, host }),
  }
}
