import { directionOf, isLanguage, type Language } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { type Markup, markup, safe } from '../../text/markup.ts'
import { withoutControls } from '../../text/one-line.ts'
import { toHtml } from '../../text/rich-text.ts'
import { withWholeAmounts } from '../../text/time-words.ts'
import { excerpt, type Fact, linkOfItem, type MailContent, namesOptions } from './content.ts'
import { type Direction, type Run, runsOf } from './directions.ts'
import { quoteHead, secrecyOf } from './layout-text.ts'
import { CODE, MARK, PERSONAL_LINK, UNSUBSCRIBE_LINK } from './placeholders.ts'

const FONT = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
// The colours of the pages (web/styles/2-tokens.css), in a form that mail programs support.
const PAPER = '#fcfaf5'
const INK = '#2b221b'
const QUIET = '#63594f'
const RULE = '#d9d3ca'
const ACCENT = '#005a81'

// Rules that cannot be inline: texts people wrote, and dark mode. Mail programs that ignore them lose little.
const STYLE = `.body a { color: ${ACCENT} }
.body pre { white-space: pre-wrap }
${quotesAndTables('ltr')}
${quotesAndTables('rtl')}
@media (prefers-color-scheme: dark) {
  .page { background-color: #1a1713 !important }
  .ink { color: #e8e4dc !important }
  .quiet { color: #ada79d !important }
  .rule, .body blockquote { border-color: #3f3a33 !important }
  .button { background-color: #78c2e6 !important; color: #071822 !important }
  .body a, .link { color: #78c2e6 !important }
}`

function quotesAndTables(direction: Direction): string {
  const start = startOf(direction)
  return `.${direction} blockquote { margin: 0 0 16px; padding-${start}: 14px; border-${start}: 3px solid ${RULE} }
.${direction} th, .${direction} td { padding: 2px 0; padding-${end(start)}: 12px; text-align: ${start} }`
}

type Side = 'left' | 'right'

/** The side where lines start in the current language: many mail programs only know left and right. */
function startSide(): Side {
  return startOf(directionOf(spoken()))
}

function startOf(direction: Direction): Side {
  return direction === 'rtl' ? 'right' : 'left'
}

function end(start: Side): Side {
  return start === 'left' ? 'right' : 'left'
}

const PARAGRAPH = `margin:0 0 16px;color:${INK}`

const LANGUAGE = /<html lang="([\w-]+)"/

/** The language of a stored mail. */
export function languageOfMail(html: string): Language {
  const code = LANGUAGE.exec(html)?.[1] ?? ''
  return isLanguage(code) ? code : 'en'
}

/**
 * The mail as HTML: one column of at most 600 px, with no image but the service's mark, no scripts and no
 * remote resources.
 */
export function layoutHtml(content: MailContent): string {
  const start = startSide()
  // Set twice: webmail programs keep only the content of the body.
  const written = markup`lang="${spoken()}" dir="${directionOf(spoken())}"`
  return markup`<!doctype html>
<html ${written}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${safe(STYLE)}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${content.preheader}</div>
<table role="presentation" ${written} class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:${PAPER}">
<tr><td align="center" style="padding:32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td align="${start}" class="ink" style="${safe(FONT)};font-size:17px;line-height:1.55;color:${INK}">
${MARK}${mainOf(content)}
${footerOf(content)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`.html
}

function mainOf(content: MailContent): Markup {
  const {
    group_name,
    heading,
    quote,
    title,
    paragraphs,
    in_english,
    lead = [],
    list,
    facts,
    notes,
    checks = [],
  } = content
  return markup`<p class="quiet" dir="auto" style="margin:0 0 8px;font-size:15px;text-align:${startSide()};color:${QUIET}">${group_name}</p>
<h1 class="ink" style="margin:0 0 20px;font-size:25px;line-height:1.25;font-weight:bold;color:${INK}">${heading}</h1>
${quote === null ? null : quoted(quote)}
${title === null ? null : markup`<h2 class="ink" dir="auto" style="margin:0 0 12px;text-align:${startSide()};font-size:20px;line-height:1.35;color:${INK}">${title}</h2>`}
${paragraphs.map((text) => markup`<p class="ink" style="${PARAGRAPH}">${withWholeAmounts(text)}</p>`)}
${bodyOf(content)}
${lead.length === 0 ? null : tabled(lead)}
${list === null ? null : listed(list)}
${facts.length === 0 ? null : tabled(facts)}
${notes.map((text) => markup`<p class="quiet" style="margin:0 0 12px;font-size:15px;color:${QUIET}">${text}</p>`)}
${buttonOf(content)}
${checks.length === 0 ? null : tabled(checks)}
${in_english === undefined ? null : apartInEnglish(in_english)}`
}

function apartInEnglish(text: string): Markup {
  return markup`<div class="rule" style="margin:28px 0 0;border-top:1px solid ${RULE};padding:16px 0 0">
<p class="ink" lang="en" dir="ltr" style="margin:0;text-align:${startSide()};color:${INK}">${text}</p></div>`
}

function quoted({ by, text }: { by: string | null; text: string }): Markup {
  return markup`<div class="rule" style="margin:0 0 20px;padding-${startSide()}:14px;border-${startSide()}:3px solid ${RULE}">
<p class="quiet" style="margin:0 0 4px;font-size:15px;color:${QUIET}">${quoteHead(by)}</p>
<p class="ink" dir="auto" style="margin:0;color:${INK}">${broken(withoutControls(text).trim())}</p></div>`
}

function broken(text: string): Markup[] {
  return text.split('\n').map((line, place) => (place === 0 ? markup`${line}` : markup`<br>${line}`))
}

function bodyOf({ body }: MailContent): Markup | null {
  if (body === null) return null
  const { text, cut } = excerpt(body.text)
  const more = cut
    ? markup`<p class="quiet" style="margin:0 0 16px;color:${QUIET}">${t('mail.whole_text')}</p>`
    : null
  const runs = runsOf(toHtml(text, body.format, body.mentions), directionOf(spoken()))
  return markup`${runs.map(directedRun)}${more}`
}

function directedRun({ direction, html }: Run): Markup {
  const side = startOf(direction)
  return markup`<div class="body ${direction} ink" dir="${direction}" style="margin:0 0 16px;text-align:${side};color:${INK};overflow-wrap:anywhere">${safe(html)}</div>`
}

function listed(list: NonNullable<MailContent['list']>): Markup {
  return markup`<p class="ink" style="margin:0 0 4px;font-weight:bold;color:${INK}">${list.heading}</p>
<ul class="ink" style="margin:0 0 16px;padding:0;padding-${startSide()}:22px;color:${INK}">
${list.items.map((item, place) => markup`<li style="margin:0 0 4px">${linked(directed(item, list), linkOfItem(list, place))}${noted(list.notes?.[place] ?? null)}</li>`)}
</ul>`
}

function noted(note: string | null): Markup | null {
  return note === null
    ? null
    : markup`<div class="quiet" dir="auto" style="text-align:${startSide()};color:${QUIET}">${broken(note)}</div>`
}

/** A sentence runs as the mail does, even if it starts with a name in another direction. */
function directed(item: string, list: NonNullable<MailContent['list']>): Markup {
  return namesOptions(list) ? markup`<bdi>${item}</bdi>` : markup`${item}`
}

function linked(item: Markup, link: ReturnType<typeof linkOfItem>): Markup {
  if (link === null) return item
  return markup`<a class="link" href="${safe(link.placeholder)}${link.rest}" style="display:block;padding:6px 0;color:${ACCENT}">${item}</a>`
}

/** Chinese and Japanese labels do not break: a long link beside them would leave room for one letter. */
function tabled(facts: MailContent['facts']): Markup {
  const row = ({ label, ...fact }: Fact) => markup`<tr>
<th scope="row" align="${startSide()}" class="quiet" style="padding:3px 0;padding-${end(startSide())}:16px;font-weight:normal;vertical-align:top;word-break:keep-all;color:${QUIET}">${label}</th>
<td align="${startSide()}" class="ink" style="padding:3px 0;vertical-align:top;overflow-wrap:anywhere;word-break:break-word;color:${INK}">${leading(shownValue(fact), fact)}</td></tr>`
  return markup`<table cellpadding="0" cellspacing="0" style="margin:20px 0;font-size:16px;line-height:1.45">${facts.map(row)}</table>`
}

function shownValue({ value, is_code, by_people }: Omit<Fact, 'label'>): Markup {
  if (is_code !== undefined) return markup`<bdi dir="ltr">${value}</bdi>`
  const words = withWholeAmounts(value)
  return by_people === undefined ? markup`${words}` : markup`<bdi>${words}</bdi>`
}

function leading(value: Markup, { href, personal }: Pick<Fact, 'href' | 'personal'>): Markup {
  if (href === undefined && personal === undefined) return value
  const to = personal === undefined ? markup`${href ?? ''}` : markup`${safe(PERSONAL_LINK)}${personal}`
  return markup`<a class="link" href="${to}" style="color:${ACCENT}">${value}</a>`
}

function buttonOf(content: MailContent): Markup | null {
  const { button, asked_for } = content
  if (button === null) return asked_for === 'code' ? codeOf(t('sign_in.code')) : null
  return markup`<p style="margin:24px 0 12px"><a class="button" href="${safe(PERSONAL_LINK)}" style="display:inline-block;padding:12px 26px;border-radius:4px;background-color:${ACCENT};color:#ffffff;font-weight:bold;text-decoration:none">${button}</a></p>
${asked_for === 'link_and_code' ? codeOf(t('mail.code')) : null}
<p class="quiet" style="margin:0;font-size:15px;color:${QUIET}">${secrecyOf(content)}</p>`
}

function codeOf(label: string): Markup {
  return markup`<p class="ink" style="margin:20px 0 16px;color:${INK}">${label}<br><span dir="ltr" style="font-size:28px;letter-spacing:3px;font-weight:bold">${safe(CODE)}</span></p>`
}

function footerOf({ reason, group_name, asked_for }: MailContent): Markup {
  return markup`<div class="rule quiet" style="margin:28px 0 0;border-top:1px solid ${RULE};padding:16px 0 0;font-size:14px;line-height:1.5;color:${QUIET}">
${reason}${asked_for ? null : markup`<br><a class="link" href="${safe(UNSUBSCRIBE_LINK)}" style="color:${ACCENT}">${t('mail.stop', { group: group_name })}</a>`}</div>`
}
