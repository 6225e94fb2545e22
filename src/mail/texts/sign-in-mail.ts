import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { GivenContent, MailBody } from './content.ts'
import { layOut } from './lay-out.ts'

/** The sign-in mail for `host`. The same for everyone: it contains nothing personal. */
export function signInMail(host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content(host)))
}

function content(host: string): GivenContent {
  const minutes = SIGN_IN_MINUTES
  return {
    subject: t('mail.sign_in_subject', { host }),
    preheader: t('mail.sign_in_preheader', { minutes }),
    group_name: host,
    heading: t('mail.sign_in_heading'),
    paragraphs: [t('mail.sign_in_text', { host, minutes })],
    button: t('mail.sign_in_button'),
    asked_for: 'link_and_code',
    reason: t('mail.sign_in_reason'),
  }
}
