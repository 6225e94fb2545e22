import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { POLL_TYPE_NAMES } from '../src/polls/types/index.ts'

/**
 * A poll type consists of its own files only: other code uses properties of polls, never the name of a type.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCANNED = ['src', 'packages/client/src']
const OWN = /^src\/(polls\/types|web\/ballots)\//
// The demo's polls are data; an import maps another system's types; the client's types are generated.
const DATA = /^src\/demo\/|^src\/imports\/loomio\/map-poll\.ts$|\/generated\.ts$/

const NAMES = POLL_TYPE_NAMES.join('|')
// Words with other meanings: an item of a thread is a poll, a row has a score, a mail has a meeting.
const COMMON = ['poll', 'count', 'score', 'meeting']
const TELLING = POLL_TYPE_NAMES.filter((name) => !COMMON.includes(name)).join('|')

/** Code that depends on the name of a type. */
const ASKING = [
  // poll_type === 'poll', 'poll' !== type
  new RegExp(`type\\)?\\s*[!=]==?\\s*'(?:${NAMES})'`, 'g'),
  new RegExp(`'(?:${NAMES})'\\s*[!=]==?\\s*[\\w.]*type\\b`, 'gi'),
  // switch (poll.poll_type), case 'proposal'
  /\bswitch \([\w.]*poll_?type\)/gi,
  // ['poll', 'count'].includes(type), new Set(['meeting'])
  new RegExp(`(?<![\\w\\]])\\[\\s*(?:'(?:${NAMES})'\\s*,?\\s*)+\\]`, 'g'),
  // An unambiguous type name, except where a poll is made or shown as an example.
  new RegExp(`(?<!\\bpoll_type: )'(?:${TELLING})'`, 'g'),
  // { proposal: …, ranked_choice: … }, TABLE.proposal
  new RegExp(`^\\s*(?:${TELLING}): |\\{ (?:${TELLING}): `, 'gm'),
  new RegExp(`\\b[A-Z_]{2,}(?:\\.(?:${NAMES})\\b|\\['(?:${NAMES})'\\])`, 'g'),
  /\b(?:pollType|pageOf|signOf)\('/g,
  // Record<PollTypeName, …>, { [type in PollTypeName]: … }
  /\b(?:Record|Exclude|Extract|Map)<PollTypeName|\bin PollTypeName\b/g,
]

function questions(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return ASKING.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => found.trim()))
}

const files = SCANNED.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
).filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !OWN.test(path) && !DATA.test(path))

test('no other file checks the name of a poll type', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) =>
    questions(readFileSync(join(ROOT, path), 'utf8')).map((what) => `${path}: ${what}`),
  )
  expect(found).toEqual([])
})

test.each([
  ["if (poll.poll_type === 'meeting') return", 1],
  ["type !== 'poll' ? one : other", 1],
  ["'count' === poll.poll_type", 1],
  ["switch (poll.poll_type) {\n  case 'score':", 1],
  ["['poll', 'count'].includes(poll.poll_type)", 1],
  ["new Set(['meeting'])", 1],
  ["case 'dot_vote':", 1],
  ['const WORDS = {\n  proposal: 1,\n  poll: 2,\n}', 1],
  ['POLL_TYPES.count.default_options', 1],
  ["WORDS['score']", 1],
  ['const words: Record<PollTypeName, string> = all', 1],
  ["subject.about === 'poll'", 0],
  ["['score', 'rank'].filter(named)", 0],
  ["{ poll_type: 'proposal', title }", 0],
  ['pollType(poll.poll_type).options_are_times', 0],
])('%s is detected', (code, times) => {
  expect(questions(code)).toHaveLength(times)
})
