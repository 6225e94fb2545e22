import type { IntlMessageFormat } from 'intl-messageformat'

export type Ast = ReturnType<IntlMessageFormat['getAst']>
export type Element = Ast[number]

/** The message with each of its elements changed, those inside plurals, selects and tags too. */
export function mapAst(ast: Ast, change: (element: Element) => Element): Ast {
  return ast.map((element) => change(withInner(element, (inner) => mapAst(inner, change))))
}

function withInner(element: Element, map: (inner: Ast) => Ast): Element {
  if ('children' in element) return { ...element, children: map(element.children) }
  if (!('options' in element)) return element
  const options = Object.entries(element.options).map(([name, option]) => [
    name,
    { ...option, value: map(option.value) },
  ])
  return { ...element, options: Object.fromEntries(options) }
}
