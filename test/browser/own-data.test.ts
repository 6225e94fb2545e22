import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { makeArchives } from '../../src/personal-data/make-archives.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { addMembers, createWorld } from '../world.ts'
import { problemsOn } from './axe.ts'

let site: Site
let people: number[]

beforeAll(async () => {
  const world = await createWorld()
  people = await addMembers(world)
  await world.db.pool.query("update users set name = 'Person ' || id")
  await world.db.pool.query('update memberships set accepted_at = now()')
  site = await openSite(world)
})

test.each([
  [DESK, true, 0],
  [PHONE, false, 1],
])(
  'a person at %i px, scripts: %s, takes their data along and leaves for good',
  async (width, scripts, who) => {
    const page = await site.open({ width, scripts, scheme: who === 0 ? 'light' : 'dark' }, people[who])
    const inspect = async () => {
      if (scripts) expect(await problemsOn(page)).toEqual([])
    }
    await page.goto(`${site.url}/account`)
    await inspect()
    await page.getByRole('link', { name: 'Export your data' }).click()
    await inspect()
    await page.getByRole('button', { name: 'Create archive' }).click()
    await page.getByText('Creating your archive').waitFor()
    await inspect()
    await makeArchives(site.world.db, site.url)
    // The page reloads until the archive is ready.
    const link = page.getByRole('link', { name: 'Download archive' })
    await link.waitFor()
    await inspect()
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    const files = unzipSync(await readFile(await file.path()))
    const reader = await site.open({ width, scripts })
    await reader.setContent(strFromU8(files['index.html'] ?? new Uint8Array()))
    await reader.getByRole('heading', { name: `Data of Person ${people[who]}` }).waitFor()

    await page.goto(`${site.url}/account/leave`)
    await inspect()
    await page.getByLabel('To confirm, type your email address').fill('somebody@else.example')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('Your account was not deleted').waitFor()
    await inspect()
    await page.getByLabel('Keep it').check()
    const { rows } = await site.world.db.pool.query('select email from users where id = $1', [people[who]])
    await page.getByLabel('To confirm, type your email address').fill(rows[0].email.toUpperCase())
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: 'Your account has been deleted' }).waitFor()
    await inspect()
    await page.goto(`${site.url}/account`)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  },
)

test('the only admin of a group sees what to do first', async () => {
  const page = await site.open({}, site.world.ada.id)
  await page.goto(`${site.url}/account/leave`)
  await page.getByLabel('Erase it too').check()
  await page.getByLabel('To confirm, type your email address').fill(site.world.ada.email)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('There is no other admin in Mill Lane Co-op.').waitFor()
  expect(await page.getByLabel('Erase it too').isChecked()).toBe(true)
})
