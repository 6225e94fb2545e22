import { directionOf } from '../../locales/languages.ts'
import { apart, sentences, spoken, t } from '../../locales/say.ts'
import { oneLine, withoutControls } from '../../text/one-line.ts'
import { toPlain } from '../../text/rich-text.ts'
import { excerpt, type Fact, linkOfItem, type MailContent } from './content.ts'
import { CODE, PERSONAL_LINK, UNSUBSCRIBE_LINK } from './placeholders.ts'

const RULE = '-'.repeat(40)

/** The mail as plain text. */
export function layoutText(content: MailContent): string {
  const { heading, paragraphs, in_english, quote, title, list, facts, notes, button, reason } = content
  return [
    heading,
    quote === null ? null : quoted(quote),
    title === null ? null : underlined(title),
    ...paragraphs,
    bodyOf(content),
    lined(content.lead ?? []),
    list === null ? null : listed(list),
    lined(facts),
    ...notes,
    button === null ? null : `${t('mail.introduces', { text: button })}\n${PERSONAL_LINK}`,
    content.asked_for === 'link_and_code' ? sentences([t('mail.code'), leftToRight(CODE)]) : null,
    content.asked_for === 'code'
      ? t('mail.fact', { label: t('sign_in.code'), value: leftToRight(CODE) })
      : null,
    button === null ? null : secrecyOf(content),
    lined(content.checks ?? []),
    in_english === undefined ? null : `${RULE}\n${leftToRight(in_english)}`,
    `${RULE}\n${reason}${content.asked_for ? '' : `\n${stopping(content)}`}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join('\n\n')
}

function lined(facts: MailContent['facts']): string {
  return facts
    .map(({ label, ...fact }) =>
      fact.has_head ? fact.value : t('mail.fact', { label, value: written(fact) }),
    )
    .join('\n')
}

/** A link is not isolated: mail programs would take the mark after it for a part of it. */
function written({ value, href, personal, is_code, by_people }: Omit<Fact, 'label'>): string {
  const link = personal === undefined ? null : `${PERSONAL_LINK}${personal}`
  if (link !== null) return by_people === undefined ? link : `${apart(value)}\n  ${link}`
  if (by_people !== undefined) return apart(value)
  return is_code !== undefined && href === undefined ? leftToRight(value) : value
}

function stopping({ group_name: group }: MailContent): string {
  return sentences([t('mail.introduces', { text: t('mail.stop', { group }) }), UNSUBSCRIBE_LINK])
}

/**
 * A text in another direction than the mail's, isolated (Unicode Standard Annex 9). Forms ignore marks that
 * were copied with a code (`text/plain-digits.ts`).
 */
function leftToRight(text: string): string {
  return directionOf(spoken()) === 'ltr' ? text : `\u2066${text}\u2069`
}

/** The note beside the personal link. */
export function secrecyOf({ asked_for, list }: MailContent): string {
  if (asked_for) return t('mail.keep_link_and_code')
  return t(list?.polls === undefined ? 'mail.keep_link' : 'mail.keep_links')
}

function listed(list: NonNullable<MailContent['list']>): string {
  const lines = list.items.map((item, place) => {
    const link = linkOfItem(list, place)
    const said =
      link === null
        ? `- ${item}`
        : `- ${t('mail.introduces', { text: item })}\n  ${link.placeholder}${link.rest}`
    const note = list.notes?.[place] ?? null
    return note === null ? said : [said, ...note.split('\n').map((line) => `  ${line}`.trimEnd())].join('\n')
  })
  return `${t('mail.introduces', { text: list.heading })}\n${lines.join('\n')}`
}

/** Names the author of a quote. */
export function quoteHead(by: string | null): string {
  return by === null ? t('mail.message') : t('mail.writes', { who: oneLine(by) })
}

function quoted({ by, text }: { by: string | null; text: string }): string {
  const lines = withoutControls(text).trim().split('\n')
  return `${quoteHead(by)}\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}`
}

/** Chinese and Japanese letters are as wide as two others. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]/gu

function underlined(title: string): string {
  const width = [...title].length + (title.match(WIDE)?.length ?? 0)
  return `${title}\n${'='.repeat(Math.min(60, width))}`
}

function bodyOf({ body }: MailContent): string | null {
  if (body === null) return null
  const { text, cut } = excerpt(body.text)
  return `${toPlain(text, body.format, body.mentions)}${cut ? ` …\n\n${t('mail.whole_text')}` : ''}`
}
