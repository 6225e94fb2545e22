import type { VNode } from 'preact'
import { type Format, toHtml } from '../../text/rich-text.ts'

/**
 * A text people wrote, with its markup. The only place where HTML enters a page unescaped: it was sanitized.
 */
export function RichText({ text, format }: { text: string; format: Format }): VNode {
  return <div class="rich" dir="auto" dangerouslySetInnerHTML={{ __html: toHtml(text, format) }} />
}
