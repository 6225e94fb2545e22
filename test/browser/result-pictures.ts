import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import type { PollTypeName } from '../../src/polls/types/index.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

// `npm run pictures`: the results of each type, on a poll's page and in its thread, for docs/pictures.

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const HEIGHT = 1_100
/** A browser's window, in which the README shows a poll. */
const WINDOW = { width: 1_000, height: 940 }

const PEOPLE = ['Ben Ash', 'Cleo Adeyemi', 'Dee Okafor', 'Eli Moss', 'Fay Lund', 'Gus Ito', 'Hal Brandt']
const ADA_LAST = 8

type Wish = {
  type: PollTypeName
  title: string
  options: string[]
  settings?: object
  /** Each voter's numbers for each option; the last voter is Ada. */
  votes: number[][]
}

const ROOFS = ['Slate', 'Grass', 'Tin']
const WORKS = ['Mend the fence', 'Paint the hall', 'Plant the hedge']

const WISHES: Wish[] = [
  {
    type: 'proposal',
    title: 'We buy a second bike shed',
    options: ['agree', 'abstain', 'disagree', 'block'],
    settings: {
      quorum_pct: 50,
      thresholds: [{ option: 'agree', percent: 66, of: 'cast', at: 'least' }],
    },
    votes: [0, 0, 0, 1, 2, 0, 0].map((chosen) => [0, 1, 2, 3].map((slot) => (slot === chosen ? 1 : 0))),
  },
  {
    type: 'score',
    title: 'How good is each of these roofs?',
    options: ROOFS,
    settings: { min_score: 0, max_score: 5 },
    votes: [
      [5, 3, 0],
      [4, 2, 1],
      [5, 0, 1],
      [4, 5, 2],
      [3, 5, 0],
      [5, 0, 3],
      [4, 5, 1],
    ],
  },
  {
    type: 'ranked_choice',
    title: 'Which roof do we choose?',
    options: ROOFS,
    votes: [
      [1, 2, 3],
      [2, 1, 3],
      [2, 1, 3],
      [2, 3, 1],
      [1, 2, 3],
      [2, 1, 3],
      [3, 1, 2],
    ],
  },
  {
    type: 'dot_vote',
    title: 'What do we do first?',
    options: WORKS,
    settings: { dots_per_person: 6 },
    votes: [
      [3, 2, 1],
      [6, 0, 0],
      [2, 2, 2],
      [0, 5, 1],
      [4, 1, 0],
      [1, 1, 4],
      [3, 3, 0],
    ],
  },
  {
    type: 'poll',
    title: 'Which colour for the hall?',
    options: ['White', 'Sage green', 'Ochre'],
    votes: [0, 0, 0, 1, 1, 2, 1].map((chosen) => [0, 1, 2].map((slot) => (slot === chosen ? 1 : 0))),
  },
]

let site: Site
let pages: [name: string, path: string][]

async function pollOf(ada: number, voters: number[], discussion_id: number, wish: Wish): Promise<number> {
  const { world } = site
  const id = await makePoll(world, {
    actor: { kind: 'person', user_id: ada },
    settings: { poll_type: wish.type, title: wish.title, ...wish.settings },
    options: wish.options,
    discussion_id,
    recipients: { audience: 'group' },
  })
  for (const [place, numbers] of wish.votes.entries()) {
    const given = wish.options.map((name, slot) => [name, numbers[slot] ?? 0] as const)
    const choosing = ['proposal', 'poll'].includes(wish.type)
    const choices = Object.fromEntries(choosing ? given.filter(([, number]) => number > 0) : given)
    const user_id = voters.at(place - wish.votes.length) ?? 0
    const cast = await castBallot(world.db, { poll_id: id, user_id, choices, reason: null })
    expect(cast.outcome).toBe('recorded')
  }
  return id
}

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true })
  const world = await createWorld()
  site = await openSite(world)
  const ada = world.ada.id
  const people = await addMembers(
    world,
    PEOPLE.map((name) => `${name.slice(0, 3).toLowerCase()}@mill.example`),
  )
  const { pool } = world.db
  await pool.query("update users set name = 'Ada Vale' where id = $1", [ada])
  await pool.query(
    'update users set name = n from unnest($1::bigint[], $2::text[]) as t(id, n) where users.id = t.id',
    [people, PEOPLE],
  )
  const thread = await makeThread(world, { audience: 'group' }, 'The hall and its yard')
  pages = []
  for (const wish of WISHES) {
    const id = await pollOf(ada, [...people, ada].slice(0, ADA_LAST), thread, wish)
    pages.push([wish.type, `/p/${await keyOf(world, 'polls', id)}`])
  }
  pages.push(['thread', `/d/${await keyOf(world, 'discussions', thread)}`])
})

async function take(page: Page, name: string, width: number): Promise<void> {
  await page.screenshot({ path: join(FOLDER, `results-${name}-${width}.jpg`), type: 'jpeg', quality: 50 })
}

test.each([
  [DESK, ['proposal', 'score', 'ranked_choice', 'dot_vote', 'thread']],
  [PHONE, ['proposal', 'score']],
])('the results of each type, %i pixels wide', async (width, names) => {
  const page = await site.open({ width, scripts: true }, site.world.ada.id)
  await page.setViewportSize({ width, height: HEIGHT })
  for (const [name, path] of pages.filter(([type]) => names.includes(type))) {
    await page.goto(`${site.url}${path}`)
    const shown = name === 'thread' ? page.locator('.poll-card').first() : page.locator('#results')
    await shown.evaluate((element) => element.scrollIntoView())
    await take(page, name, width)
  }
})

test('a poll, for the README', async () => {
  const { rows } = await site.world.db.pool.query("select id from users where name = 'Cleo Adeyemi'")
  const page = await site.open({ width: WINDOW.width, scripts: true }, rows[0]?.id)
  await page.setViewportSize(WINDOW)
  await page.goto(site.url + (pages.find(([type]) => type === 'proposal')?.[1] ?? ''))
  await page.screenshot({ path: join(FOLDER, 'poll.png') })
})
