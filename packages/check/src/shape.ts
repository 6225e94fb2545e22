/**
 * The shape of a JSON value. Null: the value fits; otherwise the path to the part that does not, '' for
 * itself.
 */
export type Shape = (value: unknown) => string | null

/** One piece of JSON that this test accepts. */
export const that =
  (test: (value: unknown) => boolean): Shape =>
  (value) =>
    test(value) ? null : ''

export const text = that((value) => typeof value === 'string')
export const flag = that((value) => typeof value === 'boolean')
/** A number of JSON text may be too large for a number here. */
export const number = that(Number.isFinite)
export const whole = that(Number.isSafeInteger)
export const time = that((value) => typeof value === 'string' && Number.isFinite(Date.parse(value)))

/** A whole number in these limits. */
export const between = (least: number, most: number): Shape =>
  that((value) => Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most)

/** Anything, but not nested deeper than this. */
export const nested =
  (depth: number): Shape =>
  (value) => {
    if (typeof value === 'number') return number(value)
    if (typeof value !== 'object' || value === null) return null
    if (depth === 0) return ''
    const deeper = nested(depth - 1)
    for (const [name, member] of Object.entries(value)) {
      const wrong = deeper(member)
      if (wrong !== null) return below(name, wrong)
    }
    return null
  }

/** A text in hex of so many bytes. */
export const hexOf = (bytes: number): Shape =>
  that((value) => typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value))

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value)

/** It may be left out. */
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined ? null : shape(value)

export const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return ''
    for (const [place, item] of value.entries()) {
      const wrong = shape(item)
      if (wrong !== null) return below(String(place), wrong)
    }
    return null
  }

/** An object with these properties, and perhaps more. */
export const objectOf = (properties: Readonly<Record<string, Shape>>): Shape => {
  const entries = Object.entries(properties)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
    for (const [name, shape] of entries) {
      const wrong = shape((value as Record<string, unknown>)[name])
      if (wrong !== null) return below(name, wrong)
    }
    return null
  }
}

const below = (name: string, path: string): string => (path === '' ? name : `${name}.${path}`)
