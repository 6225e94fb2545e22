import type { VNode } from 'preact'
import { type Format, toHtml } from '../../text/rich-text.ts'

type Props = {
  text: string
  format: Format
  /** The language it is written in; null: not known. */
  lang?: string | null
  /** What those are called whom it names, by their usernames. */
  mentions?: ReadonlyMap<string, string> | undefined
}

/**
 * A text people wrote, with its markup. The only place where HTML enters a page unescaped: it was sanitized.
 */
export function RichText({ text, format, lang = null, mentions }: Props): VNode {
  const html = toHtml(text, format, mentions)
  return <div class="rich" dir="auto" lang={lang ?? undefined} dangerouslySetInnerHTML={{ __html: html }} />
}
