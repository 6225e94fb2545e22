import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import type { MailBody, MailContent } from './content.ts'
import { layOut } from './lay-out.ts'

/** What happened to a passkey of the account. */
type Happened = 'passkey_added' | 'passkey_removed'

/** The note of the service at `host`. The same for everyone: it contains nothing personal. */
export function passkeyMail(happened: Happened, host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content(happened, host)))
}

function content(happened: Happened, host: string): MailContent {
  const added = happened === 'passkey_added'
  const subject = added ? t('mail.passkey_added', { host }) : t('mail.passkey_removed', { host })
  const text = added ? t('mail.passkey_added_text', { host }) : t('mail.passkey_removed_text', { host })
  return {
    ...{ subject, heading: subject, preheader: text, paragraphs: [text], group_name: host },
    ...{ quote: null, title: null, body: null, list: null, facts: [], notes: [], button: null },
    asked_for: 'note',
    reason: t('mail.passkey_reason', { host }),
  }
}
