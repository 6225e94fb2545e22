/**
 * The words of a value, which may be an element around them, as for the page. Those of a component are not
 * known before it is drawn.
 */
export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsIn).join('')
  return isElement(value) ? wordsIn(value.props.children) : ''
}

function isElement(value: unknown): value is { props: { children?: unknown } } {
  return typeof value === 'object' && value !== null && 'props' in value
}
