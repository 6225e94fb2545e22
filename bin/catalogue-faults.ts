import { readFileSync } from 'node:fs'
import { OFFERED } from '../src/locales/languages.ts'
import { argumentsOf } from './message-types.ts'

type Catalogue = Readonly<Record<string, string>>

/**
 * What is wrong with the catalogues in this folder, one line each: messages that are missing, that no other
 * catalogue has, that cannot be parsed, or that take other arguments than in English. The build stops at them.
 */
export function catalogueFaults(folder: URL): string[] {
  const read = (language: string): Catalogue =>
    JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  const english = Object.entries(read('en')).map(([key, text]) => ({ key, wanted: written(text) }))
  return OFFERED.flatMap((language) =>
    faultsIn(english, read(language)).map((fault) => `${language}.json: ${fault}`),
  )
}

/** A message of the English catalogue, and the arguments that it takes. */
type Wanted = { key: string; wanted: string }

function faultsIn(english: Wanted[], catalogue: Catalogue): string[] {
  const known = new Set(english.map(({ key }) => key))
  const unknown = Object.keys(catalogue).filter((key) => !known.has(key))
  return [
    ...unknown.map((key) => `${key} is not in en.json`),
    ...english.flatMap(({ key, wanted }) => {
      const own = catalogue[key]
      if (own === undefined) return [`${key} is missing`]
      const fault = faultOf(own, wanted)
      return fault === null ? [] : [`${key} ${fault}`]
    }),
  ]
}

function faultOf(own: string, wanted: string): string | null {
  let taken: string
  try {
    taken = written(own)
  } catch (error) {
    return `cannot be parsed: ${(error as Error).message}`
  }
  return taken === wanted ? null : `takes ${taken || 'nothing'} instead of ${wanted || 'nothing'}`
}

const written = (text: string): string =>
  [...argumentsOf(text)].map(([name, type]) => `{${name}: ${type}}`).join(' ')
