import { beforeAll, expect, test } from 'vitest'
import { openWeb, visitPoll, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { ISLAND_FILES, ISLANDS, type Island, islandPath } from './islands.ts'

/** Of the source with its comments: the built files take a third less. */
const MOST_SCRIPT_BYTES = 3_200
/** They join several scripts that pages use together. */
const MOST_JOINED = 6_000
/** It contains a hash function. */
const MOST_WITH_RECEIPT = 5_000
/** It contains the code that counts ballots. */
const MOST_TO_VERIFY = 40_000
/** It contains the library for passkeys. */
const MOST_WITH_PASSKEYS = 3_000
const MOST_PAGE_BYTES = 60_000

let world: World
let web: Web
let ben: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  web = await openWeb(world)
})

test('scripts are small files, cached forever, and contain no types', async () => {
  expect(ISLAND_FILES.size).toBe(ISLANDS.length)
  for (const [path, file] of ISLAND_FILES) {
    const answer = await web.get(path)
    expect(answer.headers['content-type']).toBe('text/javascript')
    expect(answer.headers['cache-control']).toContain('immutable')
    const most = path.includes('/verify-')
      ? MOST_TO_VERIFY
      : /\/(every-page|renew-page|thread|poll-form|meeting-form|form-steps)-/.test(path)
        ? MOST_JOINED
        : path.includes('/cast-with-receipt-')
          ? MOST_WITH_RECEIPT
          : path.includes('-passkey-')
            ? MOST_WITH_PASSKEYS
            : MOST_SCRIPT_BYTES
    expect(file.brotli.length).toBeLessThan(most)
    expect(() => new Function(answer.body)).not.toThrow()
  }
})

/** On every page. */
const EVERYWHERE: Island[] = ['every-page']

test.each<[object, Island[]]>([
  [{ poll_type: 'proposal' }, ['keep-draft', 'live']],
  [{ poll_type: 'ranked_choice' }, ['rank-moves', 'drag-rows', 'keep-draft', 'live']],
  [{ poll_type: 'dot_vote' }, ['dots-left', 'keep-draft', 'live']],
  [{ poll_type: 'dot_vote', anonymous: true, stance_reason_required: 'disabled' }, ['dots-left', 'live']],
  [{ poll_type: 'meeting', anonymous: true, stance_reason_required: 'disabled' }, ['no-to-rest', 'live']],
])('a ballot of %j has these scripts: %j', async (settings, scripts) => {
  const options =
    'poll_type' in settings && settings.poll_type === 'meeting' ? ['2098-01-01'] : ['agree', 'disagree']
  const { page } = await visitPoll({ world, web }, { settings, options }, { who: ben })
  const found = [...page.body.matchAll(/<script type="module" src="([^"]+)"><\/script>/g)].map(
    ([, src]) => src,
  )
  expect(found).toEqual([...EVERYWHERE, ...scripts].map(islandPath))
  expect(page.body.match(/<script/g)?.length ?? 0).toBe(EVERYWHERE.length + scripts.length)
})

test('a poll with ten options, its styles and scripts together take less than 60 kB', async () => {
  const options = Array.from({ length: 10 }, (_, place) => `${'A long name of an option '.repeat(4)}${place}`)
  const { page } = await visitPoll(
    { world, web },
    { settings: { poll_type: 'score', details: 'Words. '.repeat(400) }, options },
    { who: ben },
  )
  const files = [...page.body.matchAll(/"(\/assets\/[^"]+\.(?:css|js)|\/favicon\.svg)"/g)].map(
    ([, path]) => path ?? '',
  )
  let bytes = page.rawPayload.length
  for (const url of files) {
    const answer = await web.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    bytes += answer.rawPayload.length
  }
  expect(files.length).toBeGreaterThan(2)
  expect(bytes).toBeLessThan(MOST_PAGE_BYTES)
})
