import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import type { AccessNote } from '../../users/sign-in/purpose.ts'
import type { MailBody, MailContent } from './content.ts'
import { layOut } from './lay-out.ts'

/**
 * The note of the service at `host` that something was added to an account, or removed, which lets somebody
 * in. The same for everybody: it contains nothing personal.
 */
export function accessMail(happened: AccessNote, host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content(happened, host)))
}

function content(happened: AccessNote, host: string): MailContent {
  const subject = t(`mail.${happened}`, { host })
  const text = t(`mail.${happened}_text`, { host })
  return {
    ...{ subject, heading: subject, preheader: text, paragraphs: [text], group_name: host },
    ...{ quote: null, title: null, body: null, list: null, facts: [], notes: [], button: null },
    asked_for: 'note',
    reason: t('mail.passkey_reason', { host }),
  }
}
