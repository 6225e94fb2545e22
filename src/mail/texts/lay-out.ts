import { type GivenContent, type MailBody, wholeContent } from './content.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'

/** The mail as stored, in the current language. */
export function layOut(given: GivenContent): MailBody {
  const content = wholeContent(given)
  return {
    subject: content.subject,
    text_body: layoutText(content),
    html_body: layoutHtml(content),
    ...(content.meeting === undefined ? {} : { meeting: content.meeting }),
    ...(content.cancels === undefined ? {} : { cancels: content.cancels }),
  }
}
