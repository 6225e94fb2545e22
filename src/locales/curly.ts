import { type Ast, mapAst } from './map-ast.ts'

// The parser numbers the kinds of elements and exports no names for them.
const LITERAL = 0

/** Quotes in JSON, which stay as they are. */
const JSON_SAMPLE = /\{"/

/**
 * The message with curly quotation marks and apostrophes. Programs get some English sentences too, and may
 * compare them: "Title can't be blank". People read “ ”, and ’.
 */
export function curlyAst(ast: Ast): Ast {
  let opened = false
  const mark = () => {
    opened = !opened
    return opened ? '“' : '”'
  }
  return mapAst(ast, (element) =>
    element.type === LITERAL && !JSON_SAMPLE.test(element.value)
      ? { ...element, value: element.value.replace(/"/g, mark).replace(/(?<=\p{L})'(?=\p{L})/gu, '’') }
      : element,
  )
}
