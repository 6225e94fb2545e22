import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import type { AccountNote } from '../../users/sign-in/purpose.ts'
import type { GivenContent, MailBody } from './content.ts'
import { layOut } from './lay-out.ts'

const TEXTS = {
  passkey_added: 'mail.passkey_added_text',
  passkey_removed: 'mail.passkey_removed_text',
  login_linked: 'mail.login_linked_text',
  login_removed: 'mail.login_removed_text',
  trial: 'mail.trial_text',
} as const satisfies Record<AccountNote, string>

/**
 * The note of the service at `host` that something was added to an account, or removed, which lets somebody
 * in, or of a trial. The same for everybody: it contains nothing personal.
 */
export function accessMail(happened: AccountNote, host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content(happened, host)))
}

function content(happened: AccountNote, host: string): GivenContent {
  const subject = t(`mail.${happened}`, { host })
  const text = t(TEXTS[happened], { host })
  return {
    ...{ subject, heading: subject, preheader: text, paragraphs: [text], group_name: host },
    asked_for: 'note',
    reason: t('mail.passkey_reason', { host }),
  }
}
