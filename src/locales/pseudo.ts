import type { IntlMessageFormat } from 'intl-messageformat'

type Ast = ReturnType<IntlMessageFormat['getAst']>
type Element = Ast[number]

// The parser numbers the kinds of elements and exports no names for them.
const LITERAL = 0

const PLAIN = 'AEIOUYaeiouyCDGHJKLNRSTWZcdghjklnrstwz'
const ACCENTED = 'ÅÉÎÖÛÝåéîöûýÇÐĜĤĴĶĻÑŔŠŢŴŽçðĝĥĵķļñŕšţŵž'
const VOWELS = /[åéîöûý]/g

/**
 * The pseudo-language: an English message with accents, about two fifths longer. On its pages, words without
 * accents are not in the catalogue, and text that is cut off would be cut off in other languages too.
 */
export function pseudoAst(ast: Ast): Ast {
  return ast.map(pseudoElement)
}

function pseudoElement(element: Element): Element {
  if (element.type === LITERAL) return { ...element, value: pseudo(element.value) }
  if ('children' in element) return { ...element, children: pseudoAst(element.children) }
  if (!('options' in element)) return element
  const options = Object.entries(element.options).map(([name, { value, ...rest }]) => [
    name,
    { ...rest, value: pseudoAst(value) },
  ])
  return { ...element, options: Object.fromEntries(options) }
}

function pseudo(text: string): string {
  const accented = [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
  return accented.replace(VOWELS, '$&$&')
}
