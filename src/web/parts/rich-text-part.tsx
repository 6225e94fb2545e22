import type { VNode } from 'preact'
import { type Format, toHtml } from '../../text/rich-text.ts'

type Props = {
  text: string
  format: Format
  /** The language of the text; null: unknown. */
  lang?: string | null
  /** The names of mentioned people, by username. */
  mentions?: ReadonlyMap<string, string> | undefined
}

/** User text with its markup. The only place where HTML enters a page unescaped: it was sanitized. */
export function RichText({ text, format, lang = null, mentions }: Props): VNode {
  const html = toHtml(text, format, mentions)
  return <div class="rich" dir="auto" lang={lang ?? undefined} dangerouslySetInnerHTML={{ __html: html }} />
}
