import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

/**
 * No regular expression may take more than linear time: one long input would stop the process for all. Those
 * built from parts (`new RegExp`) contain only our own words, and are listed below.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const BUILT_FROM_PARTS = [
  'src/cli/terminal.ts',
  'src/db/lost.ts',
  'src/http/missing-method.ts',
  'src/locales/isolate.ts',
  'src/mail/texts/placeholders.ts',
  'src/personal-data/traces.ts',
  'src/polls/past/question-asked.ts',
  'src/text/typed-number.ts',
  'packages/count/src/csv.ts',
]
// Without these, no input takes longer than its length.
const REPEATS = /[*+{]/
// Its limits are in time: on a busy machine it must not stop before it knows.
const PATIENT = { timeout: null, attackTimeout: null, incubationTimeout: null }
const MOST_MS = 300_000

type Found = { place: string; pattern: string; flags: string }

const sources = ['src', 'packages'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|js)$/.test(path) && !/\.test\.tsx?$|node_modules|\bdist\b/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${ROOT}${folder}/${path}`, 'utf8') })),
)

function literalsIn({ path, text }: { path: string; text: string }): Found[] {
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && 'start' in node) {
      const { pattern, flags } = node.regex as Omit<Found, 'place'>
      const line = text.slice(0, Number(node.start)).split('\n').length
      found.push({ place: `${path}:${line}`, pattern, flags })
    } else for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(path, text).program)
  return found
}

const faultOf = ({ pattern, flags }: Found): string | null => {
  const answer = checkSync(pattern, flags, PATIENT)
  if (answer.status === 'safe') return null
  return answer.status === 'vulnerable' ? answer.complexity.summary : answer.error.kind
}

describe('regular expressions', () => {
  test(
    'of the source take linear time on any input',
    () => {
      const all = sources.flatMap(literalsIn)
      expect(all.length).toBeGreaterThan(200)
      const faults = all
        .filter(({ pattern }) => REPEATS.test(pattern))
        .map((one) => ({ ...one, fault: faultOf(one) }))
        .filter(({ fault }) => fault !== null)
      expect(faults).toEqual([])
    },
    MOST_MS,
  )

  test.each([
    ['blanks before the end', String.raw`\s*[%٪％]\s*$`, ''],
    ['repeats within repeats', '^(a+)+$', ''],
    ['a look back over any length', String.raw`(?<=[;\r\n]["'\s]*)(?==)`, 'g'],
  ])('with %s are found', (_, pattern, flags) => {
    expect(faultOf({ place: '', pattern, flags })).not.toBeNull()
  })

  test('are built from parts only where these are our own', () => {
    const built = sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path)
    expect(built.sort()).toEqual([...BUILT_FROM_PARTS].sort())
  })
})
