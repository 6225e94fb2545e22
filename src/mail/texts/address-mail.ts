import type { Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { GivenContent, MailBody, MailContent } from './content.ts'
import { layOut } from './lay-out.ts'

/**
 * What a mail about an address says: confirm the new one by its code, it belongs to another account already,
 * or to the old one: another took its place; or let a login join its account by the code.
 */
type About = 'confirm' | 'taken' | 'changed' | 'join'

/** The mail of the service at `host`. The same for everyone: it contains nothing personal. */
export function addressMail(about: About, host: string, language: Language): MailBody {
  return inLanguage(language, () => layOut(content(about, host)))
}

function content(about: About, host: string): GivenContent {
  const said = wordsOf(about, host)
  return {
    ...said,
    preheader: said.paragraphs[0] ?? '',
    group_name: host,
    asked_for: about === 'confirm' || about === 'join' ? 'code' : 'note',
  }
}

function wordsOf(
  about: About,
  host: string,
): Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'reason'> {
  if (about === 'confirm')
    return {
      subject: t('mail.address_subject', { host }),
      heading: t('mail.address_heading'),
      paragraphs: [t('mail.address_text', { host, minutes: SIGN_IN_MINUTES })],
      reason: t('mail.address_reason'),
    }
  if (about === 'join')
    return {
      subject: t('mail.join_subject', { host }),
      heading: t('mail.join_heading'),
      paragraphs: [t('mail.join_text', { host, minutes: SIGN_IN_MINUTES })],
      reason: t('mail.join_reason', { host }),
    }
  if (about === 'taken')
    return {
      subject: t('mail.address_taken_subject', { host }),
      heading: t('mail.address_taken_subject', { host }),
      paragraphs: [t('mail.address_taken_text', { host })],
      reason: t('mail.address_reason'),
    }
  return {
    subject: t('mail.address_changed_subject', { host }),
    heading: t('mail.address_changed_subject', { host }),
    paragraphs: [t('mail.address_changed_text', { host })],
    reason: t('mail.address_changed_reason', { host }),
  }
}
