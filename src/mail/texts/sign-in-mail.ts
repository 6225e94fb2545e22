import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { MailBody, MailContent } from './content.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'

/**
 * The mail that signs its reader in at `host`. The same for everybody: nothing in it is of use to another
 * reader.
 */
export function signInMail(host: string): MailBody {
  const content: MailContent = {
    subject: `Sign in to ${host}`,
    preheader: `A link and a code, good for ${SIGN_IN_MINUTES} minutes.`,
    group_name: host,
    heading: 'Sign in',
    paragraphs: [
      `Press the button to sign in at ${host}. Link and code work for ${SIGN_IN_MINUTES} minutes, and once.`,
    ],
    quote: null,
    title: null,
    body: null,
    list: null,
    facts: [],
    notes: [],
    button: 'Sign in',
    asked_for: true,
    reason:
      'You get this mail because somebody typed this address to sign in. If it was not you, do nothing.',
  }
  return { subject: content.subject, text_body: layoutText(content), html_body: layoutHtml(content) }
}
