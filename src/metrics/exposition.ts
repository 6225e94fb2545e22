import { BETWEEN, BOUNDS_S, entriesOf, FAMILIES, type Family, type Figures } from './families.ts'

/** The content type of the text. */
export const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8'

/** Figures in the text format of Prometheus. */
export function exposition(figures: Figures): string {
  const lines = Object.entries(FAMILIES).flatMap(([name, family]) => {
    const own = entriesOf(figures).filter(([of]) => of === name)
    if (own.length === 0) return []
    const samples = own.flatMap(([, key, values]) => samplesOf(family, key, values))
    return [`# HELP ${family.name} ${family.about}`, `# TYPE ${family.name} ${family.type}`, ...samples]
  })
  return `${lines.join('\n')}\n`
}

function samplesOf({ name, type, labels }: Family, key: string, values: number[]): string[] {
  const given = key.split(BETWEEN)
  const pairs = labels.map((label, place): [string, string] => [label, given[place] ?? ''])
  if (type !== 'histogram') return [`${name}${braced(pairs)} ${values[0] ?? 0}`]
  const upTo = (place: number) => values.slice(0, place + 1).reduce((sum, value) => sum + value, 0)
  const all = upTo(BOUNDS_S.length)
  return [
    ...BOUNDS_S.map(
      (bound, place) => `${name}_bucket${braced([...pairs, ['le', `${bound}`]])} ${upTo(place)}`,
    ),
    `${name}_bucket${braced([...pairs, ['le', '+Inf']])} ${all}`,
    `${name}_sum${braced(pairs)} ${values.at(-1) ?? 0}`,
    `${name}_count${braced(pairs)} ${all}`,
  ]
}

function braced(pairs: [string, string][]): string {
  if (pairs.length === 0) return ''
  return `{${pairs.map(([label, value]) => `${label}="${escaped(value)}"`).join(',')}}`
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
}
