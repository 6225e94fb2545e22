import { type Ast, type Element, mapAst } from './map-ast.ts'

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
  return mapAst(ast, pseudoElement)
}

function pseudoElement(element: Element): Element {
  return element.type === LITERAL ? { ...element, value: pseudo(element.value) } : element
}

function pseudo(text: string): string {
  const accented = [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
  return accented.replace(VOWELS, '$&$&')
}
