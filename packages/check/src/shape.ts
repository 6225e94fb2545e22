/** What a value of JSON has to look like. Null: it does; else the path to what does not, '' for itself. */
export type Shape = (value: unknown) => string | null

/** One piece of JSON that this test accepts. */
export const that =
  (test: (value: unknown) => boolean): Shape =>
  (value) =>
    test(value) ? null : ''

export const text = that((value) => typeof value === 'string')
export const flag = that((value) => typeof value === 'boolean')
export const number = that((value) => typeof value === 'number')
export const whole = that(Number.isSafeInteger)

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
