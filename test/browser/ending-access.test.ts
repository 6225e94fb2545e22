import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { openPost, type Post } from '../post.ts'
import { insideOf, lastProven, mailed } from '../sign-in.ts'
import { addMembers, createWorld, type World } from '../world.ts'
import { problemsOn } from './axe.ts'

let world: World
let site: Site
let post: Post
let people: number[]

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  await world.db.pool.query("update users set name = 'Person ' || id")
  await world.db.pool.query('update memberships set accepted_at = now()')
  post = await openPost(world)
  await post.deliver()
  site = await openSite(world, { SMTP_URL: 'smtp://localhost' })
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Checks a page for accessibility violations, and that nothing is wider than the window. */
async function look(page: Page): Promise<void> {
  expect(await problemsOn(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
}

test.each([
  [DESK, 'light', 0],
  [PHONE, 'dark', 1],
] as const)(
  'at %i px, an address typed too late is still there after a code, and then changes (%s)',
  async (width, scheme, who) => {
    const page = await site.open({ width, scheme }, people[who])
    const other = await site.open({}, people[who])
    await page.goto(`${site.url}/account/address`)
    await look(page)
    await page.getByLabel('New email address').fill(`new-${width}@far.example`)
    await lastProven(world, 16)
    await press(page, 'Send code')
    await page.getByRole('heading', { name: 'Sign in again to change how you sign in' }).waitFor()
    await look(page)
    await press(page, 'Send me a sign-in email')
    await page.getByLabel('Code').waitFor()
    await page.getByLabel('Code').fill(insideOf((await mailed(world, post)).at(-1)).code)
    await press(page, 'Sign in')
    await page.getByText('What you typed is still here').waitFor()
    await look(page)
    expect(await page.getByLabel('New email address').inputValue()).toBe(`new-${width}@far.example`)
    await press(page, 'Send code')
    await page.getByLabel('Code').waitFor()
    const mail = (await mailed(world, post)).at(-1)
    await page.getByLabel('Code').fill(/(\d{3} \d{3})/.exec(mail?.email.text ?? '')?.[1] ?? '')
    await press(page, 'Change address')
    await page.getByText('and all other browsers have been signed out').waitFor()
    await look(page)
    await other.goto(`${site.url}/account`)
    await other.getByRole('heading', { name: 'Sign in' }).first().waitFor()
  },
)

test.each([
  [DESK, 'dark', 2, true],
  [PHONE, 'light', 3, false],
] as const)(
  'at %i px, a person ends all other access in one step (%s)',
  async (width, scheme, who, scripts) => {
    const page = await site.open({ width, scheme, scripts }, people[who])
    await page.goto(`${site.url}/account`)
    await page.getByRole('link', { name: 'End all other access' }).click()
    await page.getByRole('heading', { name: 'End all other access' }).waitFor()
    if (scripts) await look(page)
    await press(page, 'End all other access')
    await page.getByText('All other access to your account has ended').waitFor()
    if (scripts) await look(page)
  },
)
