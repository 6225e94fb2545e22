import { type Ast, type Element, mapAst } from './map-ast.ts'

// The parser numbers the kinds of elements and exports no names for them.
const NUMBER = 2

/**
 * The message with its numbers grouped as its language does it. Messages that programs get too switch
 * grouping off (`::group-off`): people read "10,000" beside a field, programs read 10000.
 */
export function groupedAst(ast: Ast): Ast {
  return mapAst(ast, groupedElement)
}

function groupedElement(element: Element): Element {
  return element.type === NUMBER ? { ...element, style: groupedStyle(element.style ?? null) } : element
}

type Style = NonNullable<Extract<Element, { type: typeof NUMBER }>['style']> | null

function groupedStyle(style: Style): Style {
  if (style === null || typeof style === 'string') return style
  const { useGrouping: _, ...parsedOptions } = style.parsedOptions
  return { ...style, parsedOptions }
}
