import type { CountMethod } from './method.ts'
import { sums } from './sums.ts'

/** The registry of count methods: each is a file here and a line in this table. */
const COUNT_METHODS = {
  sums,
} satisfies { [name: string]: CountMethod }

export type CountMethodName = keyof typeof COUNT_METHODS

export function countMethod(name: CountMethodName): CountMethod {
  return COUNT_METHODS[name]
}
