/** The text with one kind of line breaks: browsers send those of forms as CR LF. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The new text; if only its line breaks differ from the earlier one, that one: nobody rewrote it. */
export function rewrittenText<Text extends string | null>(earlier: Text, text: Text): Text {
  if (earlier === null || text === null) return text
  return withLineFeeds(earlier) === withLineFeeds(text) ? earlier : text
}
