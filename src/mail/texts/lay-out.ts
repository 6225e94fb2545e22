import type { MailBody, MailContent } from './content.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'

/** The mail as stored, in the current language. */
export function layOut(content: MailContent): MailBody {
  return {
    subject: content.subject,
    text_body: layoutText(content),
    html_body: layoutHtml(content),
    ...(content.meeting === undefined ? {} : { meeting: content.meeting }),
    ...(content.cancels === undefined ? {} : { cancels: content.cancels }),
  }
}
