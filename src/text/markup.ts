/** HTML that is safe in a page or mail: made by `markup`, or by the sanitizer. */
export type Markup = { readonly html: string }

type Piece = string | number | Markup | Markup[] | null

/** HTML known to be safe. */
export const safe = (html: string): Markup => ({ html })

/** A template of HTML: escapes every value, unless it is markup itself; null is empty. */
export function markup(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return {
    html: parts.map((part, index) => (index === 0 ? part : render(pieces[index - 1]) + part)).join(''),
  }
}

function render(piece: Piece | undefined): string {
  if (piece === null || piece === undefined) return ''
  if (Array.isArray(piece)) return piece.map((one) => one.html).join('')
  return typeof piece === 'object' ? piece.html : escapeHtml(String(piece))
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
