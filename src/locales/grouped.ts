import type { IntlMessageFormat } from 'intl-messageformat'

type Ast = ReturnType<IntlMessageFormat['getAst']>
type Element = Ast[number]

// The parser numbers the kinds of elements and exports no names for them.
const NUMBER = 2

/**
 * The message with its numbers grouped as its language does it. Messages that programs get too switch
 * grouping off (`::group-off`): people read "10,000" beside a field, programs read 10000.
 */
export function groupedAst(ast: Ast): Ast {
  return ast.map(groupedElement)
}

function groupedElement(element: Element): Element {
  if (element.type === NUMBER) return { ...element, style: groupedStyle(element.style ?? null) }
  if ('children' in element) return { ...element, children: groupedAst(element.children) }
  if (!('options' in element)) return element
  const options = Object.entries(element.options).map(([name, { value, ...rest }]) => [
    name,
    { ...rest, value: groupedAst(value) },
  ])
  return { ...element, options: Object.fromEntries(options) }
}

type Style = NonNullable<Extract<Element, { type: typeof NUMBER }>['style']> | null

function groupedStyle(style: Style): Style {
  if (style === null || typeof style === 'string') return style
  const { useGrouping: _, ...parsedOptions } = style.parsedOptions
  return { ...style, parsedOptions }
}
