import type { IntlMessageFormat } from 'intl-messageformat'
import { afterValue } from './after-value.ts'
import { intlTag, type Language } from './languages.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>
type Element = Ast[number]

/** Values for placeholders: text, a number, or a function that marks up the text between tags. */
export type Values<Part> = Readonly<
  Record<string, string | number | Part | ((inner: (string | Part)[]) => Part)>
>

/** Formats a message: its pieces, in order. */
export type Message = <Part>(values: Values<Part>, out: (string | Part)[]) => void

type Write = (values: Values<unknown>, out: unknown[], counted: number) => void

/**
 * Compiles a parsed message for formatting. A page has a hundred of them: formatted by the parser's library
 * they took a third of the page's time.
 */
export function compiled(ast: Ast, language: Language): Message {
  const write = all(ast, language)
  return (values, out) => write(values as Values<unknown>, out, 0)
}

function all(ast: Ast, language: Language): Write {
  const writes = ast.map((element) => one(element, language))
  return (values, out, counted) => {
    for (const write of writes) write(values, out, counted)
  }
}

// The parser numbers the kinds of elements and exports no names for them.
function one(element: Element, language: Language): Write {
  switch (element.type) {
    case 0:
      return literal(element.value, language)
    case 1: {
      const { value: name } = element
      return (values, out) => out.push(values[name])
    }
    case 2: {
      const { value: name } = element
      const number = numberWriter(language, element.style)
      return (values, out) => out.push(number(Number(values[name])))
    }
    case 5:
      return choosing(element.value, optionsOf(element.options, language))
    case 6:
      return counting(element, language)
    case 7: {
      const number = numberWriter(language, null)
      return (_, out, counted) => out.push(number(counted))
    }
    case 8:
      return tagged(element.value, all(element.children, language))
    default:
      throw new TypeError('Messages hold no dates or times: they are written before, in the reader’s zone.')
  }
}

function literal(text: string, language: Language): Write {
  const after = afterValue(language, text)
  return after === null ? (_, out) => out.push(text) : (_, out) => out.push(after(out.at(-1)))
}

type Options = ReadonlyMap<string, Write>

function optionsOf(options: Record<string, { value: Ast }>, language: Language): Options {
  return new Map(Object.entries(options).map(([name, { value }]) => [name, all(value, language)]))
}

function choosing(name: string, options: Options): Write {
  const other = options.get('other')
  return (values, out, counted) => (options.get(String(values[name])) ?? other)?.(values, out, counted)
}

function counting(element: Extract<Element, { type: 6 }>, language: Language): Write {
  const { value: name, offset } = element
  const options = optionsOf(element.options, language)
  const rules = new Intl.PluralRules(intlTag(language), { type: element.pluralType ?? 'cardinal' })
  const other = options.get('other')
  return (values, out) => {
    const number = Number(values[name])
    const option = options.get(`=${number}`) ?? options.get(rules.select(number - offset)) ?? other
    option?.(values, out, number - offset)
  }
}

function tagged(name: string, children: Write): Write {
  return (values, out, counted) => {
    const inner: unknown[] = []
    children(values, inner, counted)
    out.push((values[name] as (inner: unknown[]) => unknown)(inner))
  }
}

type NumberStyle = Extract<Element, { type: 2 }>['style'] | null

/** Beside "+", a minus sign is as wide; `Intl` writes a hyphen in most languages. */
const HYPHEN = '-'
const MINUS = '\u2212'

/** Numbers up to three digits are the same in all languages with these digits, and most are. */
function numberWriter(language: Language, style: NumberStyle): (number: number) => string {
  const format = new Intl.NumberFormat(intlTag(language), optionsOfStyle(style))
  const { numberingSystem, style: kind, signDisplay } = format.resolvedOptions()
  const plain = numberingSystem === 'latn' && kind === 'decimal' && signDisplay === 'auto'
  if (signDisplay === 'always') return (number) => format.format(number).replace(HYPHEN, MINUS)
  return (number) =>
    plain && Number.isInteger(number) && number >= 0 && number < 1_000
      ? String(number)
      : format.format(number)
}

function optionsOfStyle(style: NumberStyle): Intl.NumberFormatOptions {
  if (style === 'percent') return { style: 'percent' }
  if (style === null || style === undefined || typeof style === 'string') return {}
  return style.parsedOptions as Intl.NumberFormatOptions
}
