import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { KINDS } from '../src/events/kinds.ts'
import { POLL_TYPE_NAMES } from '../src/polls/types/index.ts'

/** Checks the arrows and the file-name grammar of ARCHITECTURE.md on every import. */

type Source = {
  path: string
  folder: string
  kind: Kind
  text: string
  imports: string[]
  typesOnly: string[]
}
type Kind = 'noun' | 'change' | 'load' | 'reads' | 'store' | 'other'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))
const FEATURES = ['users', 'groups', 'keys', 'discussions', 'polls', 'public', 'members', 'personal-data']
const BELOW = ['errors.ts', 'locales', 'db', 'text', 'events']

// What each folder may import, besides itself.
const ARROWS: Record<string, string[]> = {
  'source-folder.ts': [],
  locales: ['source-folder.ts'],
  'errors.ts': ['locales'],
  'config.ts': ['errors.ts', 'config-values.ts', 'config-providers.ts', 'config-shown.ts'],
  'config-providers.ts': ['config-values.ts', 'config-shown.ts'],
  'config-values.ts': [],
  'config-shown.ts': [],
  db: ['errors.ts', 'source-folder.ts'],
  backup: ['db', 'errors.ts'],
  metrics: ['db', 'errors.ts', 'locales'],
  text: ['errors.ts', 'locales'],
  events: ['db', 'errors.ts'],
  ...Object.fromEntries(FEATURES.map((feature, place) => [feature, [...BELOW, ...FEATURES.slice(0, place)]])),
  notifications: [...BELOW, ...FEATURES],
  demo: [...BELOW, ...FEATURES, 'notifications'],
  imports: [...BELOW, ...FEATURES],
  sentences: [...BELOW, ...FEATURES],
  http: [...BELOW, 'config.ts', 'users', 'metrics'],
  api: [...BELOW, ...FEATURES, 'http'],
  mail: [...BELOW, ...FEATURES, 'sentences', 'notifications', 'config.ts'],
  feeds: [...BELOW, ...FEATURES],
  webhooks: [...BELOW, ...FEATURES, 'sentences', 'notifications', 'config.ts', 'api'],
  push: [...BELOW, ...FEATURES, 'notifications', 'webhooks', 'config.ts'],
  b2: [...BELOW, ...FEATURES, 'http', 'api'],
  b1: [...BELOW, ...FEATURES, 'http', 'api', 'webhooks'],
  web: [
    ...BELOW,
    ...FEATURES,
    'source-folder.ts',
    'http',
    'api',
    'sentences',
    'notifications',
    'mail',
    'feeds',
    'webhooks',
    'push',
    'demo',
    'imports',
    'metrics',
  ],
  mcp: [...BELOW, ...FEATURES, 'http', 'api'],
  jobs: [
    ...BELOW,
    ...FEATURES,
    'notifications',
    'mail',
    'webhooks',
    'push',
    'config.ts',
    'http',
    'imports',
    'metrics',
  ],
  cli: [
    ...BELOW,
    'source-folder.ts',
    ...FEATURES,
    'notifications',
    'mail',
    'webhooks',
    'config.ts',
    'config-shown.ts',
    'http',
    'api',
    'b1',
    'b2',
    'mcp',
    'web',
    'jobs',
    'demo',
    'imports',
    'backup',
    'metrics',
  ],
  'main.ts': ['errors.ts', 'config.ts', 'cli'],
}

const VERBS =
  /^(accept|add|ask|carry|cast|check|claim|clean|close|commit|count|create|delete|destroy|discard|edit|end|erase|hash|hold|import|invite|issue|keep|make|mark|mint|move|mute|note|open|publish|purge|read|record|redeem|remind|remove|restore|revoke|rotate|seal|send|set|sign|start|unmute|withdraw)(-|\.)/

/** Generated, as long as its source. */
const GENERATED = ['locales/messages.ts']

/** Nouns with one exception to the rules for nouns. */
const EXCEPTIONS = new Map([['users/secret.ts', 'tokens are random']])

function kindOf(path: string): Kind {
  const [folder = '', name = ''] = [path.split('/')[0], path.split('/').at(-1)]
  if (name.endsWith('-store.ts') || path === 'events/record.ts') return 'store'
  if (name.endsWith('-reads.ts')) return 'reads'
  // Poll types are named after what voters do, but are not changes.
  if (path.startsWith('polls/types/')) return 'noun'
  if (
    ![
      ...FEATURES,
      'imports',
      'notifications',
      'feeds',
      'webhooks',
      'push',
      'events',
      'sentences',
      'text',
    ].includes(folder)
  )
    return 'other'
  if (name.startsWith('load-')) return 'load'
  return VERBS.test(name) ? 'change' : 'noun'
}

/** The registry of ballot pages imports each by the name of its type. */
function namedByType(path: string): string[] {
  if (path !== 'web/ballots/index.ts') return []
  return POLL_TYPE_NAMES.map((name) => `web/ballots/${name.replaceAll('_', '-')}.tsx`)
}

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8')
    const targets = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, to = '']) => normalize(join(dirname(path), to)))
    const imports = [...targets(/(?:from|import\()\s*'(\.[^']+)'/g), ...namedByType(path)]
    const typesOnly = targets(/import type [^;']*? from '(\.[^']+)'/g)
    return {
      path,
      folder: path.includes('/') ? (path.split('/')[0] ?? '') : path,
      kind: kindOf(path),
      text,
      imports,
      typesOnly,
    }
  })

const byPath = new Map(sources.map((source) => [source.path, source]))

/** The lines of code, without comments. */
function code({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function offenders(rule: (source: Source) => string[] | boolean): string[] {
  return sources.flatMap((source) => {
    const found = rule(source)
    if (found === false) return []
    return found === true ? [source.path] : found.map((what) => `${source.path} -> ${what}`)
  })
}

/** Imports of the given kinds; type-only imports read nothing. */
const importing = (source: Source, ...kinds: Kind[]) =>
  source.imports.filter(
    (path) => !source.typesOnly.includes(path) && kinds.includes(byPath.get(path)?.kind ?? 'other'),
  )

describe('arrows', () => {
  test('every folder has its arrows in the table', () => {
    expect(
      [...new Set(sources.map((source) => source.folder))].filter((folder) => !(folder in ARROWS)),
    ).toEqual([])
  })

  test('no file imports against the arrows', () => {
    const against = offenders(({ folder, imports }) =>
      imports.filter((path) => {
        const to = path.includes('/') ? (path.split('/')[0] ?? '') : path
        return to !== folder && !ARROWS[folder]?.includes(to)
      }),
    )
    expect(against).toEqual([])
  })

  test('there is no import cycle', () => {
    const done = new Set<string>()
    const visit = (path: string, trail: string[]): string[] => {
      if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' -> ')]
      if (done.has(path)) return []
      const found = (byPath.get(path)?.imports ?? []).flatMap((to) => visit(to, [...trail, path]))
      done.add(path)
      return found
    }
    expect(sources.flatMap((source) => visit(source.path, []))).toEqual([])
  })
})

// Each room of the pages may use those before it. Files outside a room connect them.
const WEB_ROOMS = [
  'words',
  'assets',
  'request',
  'parts',
  'edits',
  'visits',
  'app',
  'poll-words',
  'drawings',
  'receipts',
  'ballots',
  'results',
  'public',
  'polls',
  'open',
  'poll-forms',
  'threads',
  'groups',
  'keys',
  'webhooks',
  'passkeys',
  'account',
  'service',
  'sign-in',
  'joining',
  'help',
  'live',
]
const MOST_IN_A_FOLDER = 25

describe('rooms', () => {
  const roomOf = (path: string) => (path.startsWith('web/') ? (path.split('/').slice(1, -1)[0] ?? '') : null)

  test('of the pages are all in the order', () => {
    const rooms = new Set(
      sources.map(({ path }) => roomOf(path)).filter((room) => room !== null && room !== ''),
    )
    expect([...rooms].sort()).toEqual([...WEB_ROOMS].sort())
  })

  test('of the pages use only rooms before them', () => {
    const place = (path: string) => {
      const room = roomOf(path)
      return room === '' ? WEB_ROOMS.length : WEB_ROOMS.indexOf(room ?? '')
    }
    const rising = offenders((source) =>
      roomOf(source.path) === null
        ? false
        : source.imports.filter((to) => roomOf(to) !== null && place(to) > place(source.path)),
    )
    expect(rising).toEqual([])
  })

  test('no folder holds more than the maximum of source files', () => {
    const counts = new Map<string, number>()
    for (const path of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|sql|css)$/.test(path) || /\.test\.tsx?$/.test(path)) continue
      // An ordered list that nobody reads as a whole, and whose files never move.
      if (dirname(path) === 'db/migrations') continue
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > MOST_IN_A_FOLDER)).toEqual([])
  })
})

describe('the grammar of names', () => {
  test('nouns are pure: no async, no clock, no randomness', () => {
    const impure =
      /\basync\b|\bawait\b|Date\.now\(|new Date\(\)|Math\.random|randomBytes|randomUUID|randomInt/
    expect(
      offenders(
        (source) => source.kind === 'noun' && !EXCEPTIONS.has(source.path) && impure.test(code(source)),
      ),
    ).toEqual([])
  })

  test('nouns import neither stores nor loads nor changes', () => {
    expect(
      offenders((source) => source.kind === 'noun' && importing(source, 'store', 'reads', 'load', 'change')),
    ).toEqual([])
  })

  test('stores import no other store', () => {
    expect(
      offenders((source) => source.kind === 'store' && importing(source, 'store', 'reads', 'load', 'change')),
    ).toEqual([])
  })

  test('composed reads are imported by loads and other composed reads only', () => {
    expect(
      offenders((source) => source.kind !== 'load' && source.kind !== 'reads' && importing(source, 'reads')),
    ).toEqual([])
  })

  test('doors, outlets and pages import only the store of their own folder', () => {
    const doors = ['api', 'b1', 'b2', 'mcp', 'web', 'jobs', 'mail']
    const foreign = offenders(
      (source) =>
        doors.includes(source.folder) &&
        importing(source, 'store').filter((path) => !path.startsWith(`${source.folder}/`)),
    )
    expect(foreign).toEqual(ALLOWED_STORES)
  })

  test('SQL is only in stores, composed reads and db', () => {
    expect(
      offenders(
        (source) =>
          !['store', 'reads'].includes(source.kind) &&
          source.folder !== 'db' &&
          /\bsql[<(]/.test(code(source)),
      ),
    ).toEqual([])
  })

  test('rows without a description are read in db only', () => {
    expect(
      offenders((source) => source.folder !== 'db' && /\.query<|\brows as\b/.test(code(source))),
    ).toEqual([])
  })

  test('no file has more than 300 lines', () => {
    expect(offenders(({ path, text }) => !GENERATED.includes(path) && text.split('\n').length > 301)).toEqual(
      [],
    )
  })
})

// Jobs record what they process: they may claim rows of the events' and the relays' tables.
const ALLOWED_STORES = ['jobs/dispatch-events.ts -> events/record.ts']

describe('kinds of events', () => {
  // Names of mails, compared as mails.
  const mails = ['webhook_disabled', 'key_ending', 'outcome_withdrawn']
  const names = Object.keys(KINDS).filter((kind) => !mails.includes(kind))

  test('are distinguished by their facts, and by name only where they are defined or recorded', () => {
    const compared = new RegExp(`(?:[!=]==|\\bcase) '(?:${names.join('|')})'`)
    expect(offenders((source) => compared.test(code(source)))).toEqual([
      'b2/thread-markdown.ts',
      'discussions/close-discussion.ts',
      'members/load-thread-events.ts',
    ])
  })
})

describe('secrecy', () => {
  test('only the gate, the closing and the casting read ballots and tallies', () => {
    const allowed = [
      'polls/results/load-results.ts',
      'polls/results/load-reasons.ts',
      'polls/ballots/load-ballot.ts',
      'polls/ballots/cast-ballot.ts',
      'polls/ballots/withdraw-ballot.ts',
      // The ballots of closed polls, for recounts: it loads nothing before the gate allows results.
      'polls/results/load-ballot-export.ts',
    ]
    expect(
      offenders(
        (source) =>
          source.imports.includes('polls/ballots/ballots-store.ts') && !allowed.includes(source.path),
      ),
    ).toEqual([])
    // One module fills, counts and deletes sealed boxes.
    expect(
      offenders(
        (source) =>
          importing(source, 'store').includes('polls/urn/urn-store.ts') &&
          !source.path.startsWith('polls/urn/'),
      ),
    ).toEqual([])
    // Casting reads what is shown beside the poll. The same load shapes both then, and a poll that was made.
    const importers = (path: string) => offenders((source) => source.imports.includes(path))
    expect(importers('polls/poll-reads.ts').sort()).toEqual([
      'polls/ballots/cast-reads.ts',
      'polls/load-poll.ts',
    ])
    expect(importers('polls/ballots/cast-reads.ts')).toEqual(['polls/ballots/load-cast.ts'])
    expect(importers('polls/new/new-poll-reads.ts')).toEqual(['polls/new/load-new-polls.ts'])
  })

  test('addresses become people where they are counted, and where a group gets its first admin', () => {
    const allowed = [
      'demo/make-demo.ts',
      'groups/create-group.ts',
      'groups/invites/invite-people.ts',
      // Counted by address, network and link; people whose address nobody confirms are deleted after a day.
      'members/joining/ask-to-join.ts',
    ]
    expect(offenders((source) => /\bensurePeople\(/.test(code(source))).sort()).toEqual([
      ...allowed,
      'users/users-store.ts',
    ])
  })

  test('only one place calls resultsFor', () => {
    expect(
      offenders(
        (source) =>
          /\bresultsFor\(/.test(code(source)) &&
          !['polls/results/results.ts', 'polls/results/load-results.ts'].includes(source.path),
      ),
    ).toEqual([])
  })

  test('the code for assistants is loaded with the first request of an assistant', () => {
    const speaking = offenders(({ text }) => /from '@modelcontextprotocol/.test(text))
    expect(speaking).toEqual(['mcp/call-tool.ts', 'mcp/over-http.ts', 'mcp/over-stdio.ts', 'mcp/server.ts'])
    const atOnce = offenders(({ text }) => /^(?:import (?!type ).*|}) from '\S*\/over-\w+\.ts'/m.test(text))
    // Its command is loaded when it is called, like all commands.
    expect(atOnce).toEqual(['cli/commands/mcp-command.ts'])
    expect(offenders(({ imports }) => imports.includes('mcp/server.ts'))).toEqual(speaking.slice(1, 3))
  })

  test('each API authorizes its callers in one place', () => {
    const letting = /\b(loadKey|noteKeyUse|requireNeeded|loadPersonalKey)\(/
    const places = offenders(({ folder, text }) => ['b1', 'b2'].includes(folder) && letting.test(text))
    expect(places.sort()).toEqual(['b1/authorize-key.ts', 'b1/route.ts', 'b2/route.ts'])
    expect(
      offenders(({ folder, text }) => ['b1', 'b2'].includes(folder) && /\bapp\.(get|post)\(/.test(text)),
    ).toEqual([])
  })

  test('only config.ts reads the environment', () => {
    // The second writes examples, in which other programs read their own environment.
    const allowed = ['config.ts', 'api/request-samples.ts']
    expect(
      offenders((source) => /process\.env/.test(code(source)) && !allowed.includes(source.path)),
    ).toEqual([])
  })
})

test('this test detects an arrow that is missing in the table', () => {
  expect(ARROWS['users']).not.toContain('polls')
  expect(byPath.get('polls/start-poll.ts')?.imports).toContain('polls/new/new-polls-store.ts')
  expect(kindOf('polls/ballots/cast-ballot.ts')).toBe('change')
})

describe('the pages about the code', () => {
  const ROOT = fileURLToPath(new URL('..', import.meta.url))
  const MOST_CHARACTERS = 10_000

  test.each(['ARCHITECTURE.md', 'docs/how-it-works.md'])('%s names only existing files', (page) => {
    const named = readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w./-]+\/(?:[\w.-]+\.\w+)?)`/g)
    const missing = [...named]
      .map(([, path = '']) => path)
      .filter((path) => !/[A-Z]{4}/.test(path) && !path.startsWith('/'))
      .filter((path) => ![ROOT, SRC].some((folder) => existsSync(join(folder, path))))
    expect(missing).toEqual([])
  })

  test('ARCHITECTURE.md can be read in a quarter of an hour', () => {
    expect(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').length).toBeLessThanOrEqual(MOST_CHARACTERS)
  })
})

test('the minimum version of Node is the same for npm, the start, the build and the README', () => {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')
  const [, oldest = ''] = /^>=(\d+)$/.exec(JSON.parse(read('package.json')).engines.node) ?? []
  expect(oldest).not.toBe('')
  expect(read('src/main.ts')).toContain(`OLDEST_NODE = ${oldest}\n`)
  expect(read('bin/build.js')).toContain(`target: 'node${oldest}'`)
  expect(read('README.md')).toContain(`You need Node ${oldest} or newer`)
})

test('no comment is wider than code may be', () => {
  const MOST = 110
  const wide = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, place) =>
        line.length > MOST && /^\s*(\/\/|\/\*\*|\*)/.test(line) ? [`${path}:${place + 1}`] : [],
      ),
  )
  expect(wide).toEqual([])
})
