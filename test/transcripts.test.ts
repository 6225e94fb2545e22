import { describe, expect, test } from 'vitest'
import { difference, stepsOf, withNames } from './transcripts.ts'

const compare = (documented: string, printed: string, names = new Map<string, string>()) =>
  difference(documented.split('\n'), printed, { names, commands: '-d closing_at=2030-01-31T18:00:00Z' })

const KEY = `fmk_${'a'.repeat(32)}`
const OTHER = `fmk_${'b'.repeat(32)}`

describe('a transcript', () => {
  test('has commands over several lines, by backslashes, quotes and loops, each with its output', () => {
    const markdown = `# Tour

\`\`\`console
$ curl x \\
    -d '{"a": 1,
         "b": 2}'
{"a":1}

$ for one in a b; do
    echo $one
  done
a
b
\`\`\`

\`\`\`console background
$ node listen.js
\`\`\`

\`\`\`text background
heard
\`\`\`
`
    expect(stepsOf('tour.md', markdown)).toEqual([
      {
        at: 'tour.md:4',
        command: `curl x \\\n    -d '{"a": 1,\n         "b": 2}'`,
        background: false,
        output: ['{"a":1}', ''],
      },
      {
        at: 'tour.md:9',
        command: 'for one in a b; do\n    echo $one\n  done',
        background: false,
        output: ['a', 'b'],
      },
      { at: 'tour.md:17', command: 'node listen.js', background: true, output: [] },
      { at: 'tour.md:21', command: null, background: true, output: ['heard'] },
    ])
  })

  test('matches the output, including broken lines and omitted parts', () => {
    expect(compare('{"id":1,…,\n "title":"Hall",…}\n', '{"id":1,"a":2,"title":"Hall","b":3}')).toBeNull()
    expect(compare('one\n…\nfour\n…', 'one\ntwo\nthree\nfour\nfive\n')).toBeNull()
    expect(compare('', '')).toBeNull()
  })

  test('differs where a sentence is another, and shows that line', () => {
    expect(compare('Vote now:\nPlease do.', 'Vote now:\nPlease vote.\n')).toEqual({
      expected: 'Please do.',
      printed: 'Please vote.',
    })
    expect(compare('{"id":1,…,"title":"Hall",…}', '{"id":1,"a":2,"title":"Shed","b":3}')).toEqual({
      expected: ',"title":"Hall",',
      printed: ',"title":"Shed","b":3}',
    })
    expect(compare('{"id":1,…}', '{"id":1,"b":3} and more')).not.toBeNull()
    const long = 'a'.repeat(1_000)
    expect(compare(`${long}b`, `${long}c`)).toEqual({
      expected: expect.stringMatching(/^a{1,100}b$/),
      printed: expect.stringMatching(/^a{1,100}c$/),
    })
  })

  test('differs where a line is missing or too many', () => {
    expect(compare('one\ntwo', 'one')?.expected).toBe('two')
    expect(compare('one', 'one\ntwo')?.printed).toBe('two')
    expect(compare('one\n…\nfive', 'one\ntwo')).toEqual({ expected: 'five', printed: '(no such line)' })
  })

  test('may have other keys, links, instants and request ids, of the same shape', () => {
    const documented = `${KEY} at 2026-11-21T10:04:41Z, 2026-11-21 10:04Z, "request_id":"bd9355a1-8aca-4a74-b0a5-9e803244ef41"`
    const printed = `${OTHER} at 2027-01-02T11:00:00Z, 2027-01-02 11:00Z, "request_id":"00000000-8aca-4a74-b0a5-9e803244ef41"`
    expect(compare(documented, printed)).toBeNull()
    expect(compare(KEY, OTHER.slice(0, -1))).not.toBeNull()
    expect(compare('http://x/p/EVtb1X9j', 'http://x/p/AAAA1X9j')).toBeNull()
    expect(compare('http://x/p/EVtb1X9j', 'http://x/d/AAAA1X9j')).not.toBeNull()
    expect(compare('2026-11-21T10:04:41.123Z', '2026-11-21T10:04:41Z')).not.toBeNull()
  })

  test('has the dates that its commands name as they stand', () => {
    expect(compare('"2030-01-31T18:00:00.000Z"', '"2030-01-31T18:00:00.000Z"')).toBeNull()
    expect(compare('"2030-01-31T18:00:00.000Z"', '"2030-01-31T19:00:00.000Z"')).not.toBeNull()
  })

  test('uses one name per key, in the output and in later commands', () => {
    const names = new Map<string, string>()
    expect(compare(`${KEY} and ${KEY}`, `${OTHER} and ${KEY}`, names)).not.toBeNull()
    expect(names.size).toBe(0)
    expect(compare(KEY, OTHER, names)).toBeNull()
    expect(compare(`again ${KEY}`, `again ${KEY}`, names)).not.toBeNull()
    expect(compare(`again ${KEY}`, `again ${OTHER}`, names)).toBeNull()
    expect(withNames(`KEY=${KEY}`, names)).toBe(`KEY=${OTHER}`)
  })
})
