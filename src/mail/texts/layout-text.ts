import { oneLine, withoutControls } from '../../text/one-line.ts'
import { toPlain } from '../../text/rich-text.ts'
import { excerpt, linkOfItem, type MailContent } from './content.ts'
import { CODE, PERSONAL_LINK, UNSUBSCRIBE_LINK } from './placeholders.ts'

const RULE = '-'.repeat(40)

/** The mail as plain text. */
export function layoutText(content: MailContent): string {
  const { heading, paragraphs, quote, title, list, facts, notes, button, reason } = content
  return [
    heading,
    quote === null ? null : quoted(quote),
    title === null ? null : underlined(title),
    ...paragraphs,
    bodyOf(content),
    list === null ? null : listed(list),
    facts.length === 0 ? null : facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...notes,
    button === null ? null : `${button}:\n${PERSONAL_LINK}`,
    content.asked_for ? `Or type this code where you asked for it: ${CODE}` : null,
    button === null ? null : secrecyOf(content),
    `${RULE}\n${reason}${content.asked_for ? '' : `\nStop all mails of ${content.group_name}: ${UNSUBSCRIBE_LINK}`}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join('\n\n')
}

/** Said beside the personal link. */
export function secrecyOf({ asked_for, list }: MailContent): string {
  if (asked_for) return 'Link and code are yours alone: tell them to nobody.'
  return list?.polls === undefined
    ? 'This link is yours alone: please do not pass it on.'
    : 'These links are yours alone: please do not pass them on.'
}

function listed(list: NonNullable<MailContent['list']>): string {
  const lines = list.items.map((item, place) => {
    const link = linkOfItem(list, place)
    const said = link === null ? `- ${item}` : `- ${item}:\n  ${link.placeholder}${link.rest}`
    const note = list.notes?.[place] ?? null
    return note === null ? said : `${said}\n  ${note}`
  })
  return `${list.heading}:\n${lines.join('\n')}`
}

function quoted({ by, text }: { by: string | null; text: string }): string {
  const lines = withoutControls(text).trim().split('\n')
  return `${by === null ? 'A message' : `${oneLine(by)} writes`}:\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}`
}

function underlined(title: string): string {
  return `${title}\n${'='.repeat(Math.min(60, [...title].length))}`
}

function bodyOf({ body }: MailContent): string | null {
  if (body === null) return null
  const { text, cut } = excerpt(body.text)
  return `${toPlain(text, body.format)}${cut ? ' …\n\nThe whole text is on the page.' : ''}`
}
