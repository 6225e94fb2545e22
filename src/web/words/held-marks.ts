/** A hint about Markdown with each mark on the line of its word: "> quotes", "- lists". */
export function heldMarks(hint: string): string {
  return hint.replace(/(?<=[\s：、，\u2067])([>-]) /g, '$1\u00a0')
}
