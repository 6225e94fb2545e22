import { beforeAll, expect, test } from 'vitest'
import { PHONE } from '../browser.ts'
import { untranslated } from '../untranslated.ts'
import { openTown, type Town } from './town.ts'
import { isTranslated, WALK_MS, walk } from './visit.ts'

/** Names of programs, and examples of input. */
const NAMES = ['Slack', 'Discord', 'Mattermost', 'Microsoft Teams', 'Matrix (hookshot)', 'POST']

/** User text in sentences and titles. */
const WRITTEN = `select title as text from polls union select title from discussions union select name from users
  union select name from groups union select name from poll_options union select name from api_keys
  union select title from memberships union select name from personal_keys union select name from tags
  union select replace(url, 'http://', '') from webhooks`

const english: string[] = []
const wide: string[] = []
let visited = 0

beforeAll(async () => {
  const town = await openTown()
  const own = await writtenIn(town)
  await walk(
    town,
    async (page, { name }) => {
      visited += 1
      english.push(...untranslated(await page.content(), own).map((text) => `${name}: ${text}`))
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) wide.push(`${name}: ${over} px`)
    },
    { language: 'en-XA', width: PHONE, stops: isTranslated },
  )
}, WALK_MS)

async function writtenIn({ site }: Town): Promise<string[]> {
  const { rows } = await site.world.db.pool.query<{ text: string | null }>(WRITTEN)
  const written = rows.flatMap(({ text }) => (text === null ? [] : [text]))
  // The subject of a mail written in English, and the example of a group's address.
  return [...written, ...NAMES, 'Ada Vale invites you to Mill Lane Co-op', 'mill-lane']
}

test('no page of the tour contains English in another language', () => {
  expect(visited).toBeGreaterThan(60)
  expect(english).toEqual([])
})

test('texts that are 40% longer make no page of the tour wider than a phone', () => {
  expect(wide).toEqual([])
})
