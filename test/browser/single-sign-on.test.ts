import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { openPost, type Post } from '../post.ts'
import { openProviderProcess, type TestProvider } from '../provider.ts'
import { insideOf, mailed } from '../sign-in.ts'
import { addMembers, createWorld, type World } from '../world.ts'
import { problemsOn } from './axe.ts'

let world: World
let site: Site
let post: Post
let people: number[]
let provider: TestProvider

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  await world.db.pool.query("update users set name = 'Person ' || id")
  await world.db.pool.query('update memberships set accepted_at = now()')
  post = await openPost(world)
  await post.deliver()
  provider = await openProviderProcess('http://localhost')
  site = await openSite(world, { SMTP_URL: 'smtp://localhost', ...provider.settings })
  await provider.control({ addresses: [`${site.url}/sign-in/with/acme`] })
})

beforeEach(async () => {
  await world.db.pool.query('truncate identities, sign_ins, attempts cascade')
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const emailOf = async (id: number | undefined) =>
  (await world.db.pool.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]
    ?.email ?? ''

/** Checks a page for accessibility violations: there are none. */
async function look(page: Page): Promise<void> {
  expect(await problemsOn(page)).toEqual([])
}

test.each([
  [DESK, 'light', true],
  [PHONE, 'dark', false],
] as const)(
  'a stranger at %i px signs in with a provider (%s, scripts: %s)',
  async (width, scheme, scripts) => {
    const email = `oda-${width}@new.example`
    await provider.control({ account: email, claims: { email, email_verified: true, name: 'Oda Berg' } })
    const page = await site.open({ width, scheme, scripts })
    await page.goto(`${site.url}/sign-in?next=/account`)
    if (scripts) await look(page)
    await press(page, 'Sign in with Acme & Co')
    await page.waitForURL(`${site.url}/account`)
    await page.getByText(email).first().waitFor()
    if (scripts) await look(page)
  },
)

test.each([
  [DESK, 'light'],
  [PHONE, 'dark'],
] as const)('a member at %i px proves by a code that an account is theirs', async (width, scheme) => {
  const email = await emailOf(people[0])
  await provider.control({ account: 'first', claims: { email, email_verified: true } })
  const page = await site.open({ width, scheme })
  await page.goto(`${site.url}/sign-in?next=/account`)
  await press(page, 'Sign in with Acme & Co')
  await page.waitForURL(`${site.url}/sign-in/join`)
  await look(page)
  const { code } = insideOf((await mailed(world, post))[0])
  await page.getByLabel('Code').fill(code)
  await press(page, 'Link and sign in')
  await page.waitForURL(`${site.url}/account`)
  await page.getByText(email).first().waitFor()
})

test('a signed-in person links a login, signs in with it elsewhere, and removes it', async () => {
  await provider.control({ account: 'second', claims: {} })
  const page = await site.open({}, people[1])
  await page.goto(`${site.url}/account`)
  await press(page, 'Link Acme & Co')
  await page.getByText('The login has been linked to your account').waitFor()
  const elsewhere = await site.open({ width: PHONE })
  await elsewhere.goto(`${site.url}/sign-in?next=/account`)
  await press(elsewhere, 'Sign in with Acme & Co')
  await elsewhere
    .getByText(await emailOf(people[1]))
    .first()
    .waitFor()
  await press(page, 'Remove Acme & Co')
  await page.getByText('The login has been removed from your account, and all other browsers').waitFor()
  await look(page)
  await elsewhere.goto(`${site.url}/account`)
  await elsewhere.getByRole('heading', { name: 'Sign in' }).first().waitFor()
})

test('people who cancel at the provider get a page with the next steps', async () => {
  await provider.control({ account: null })
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/sign-in`)
  await press(page, 'Sign in with Acme & Co')
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await look(page)
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByRole('button', { name: 'Send me a sign-in email' }).waitFor()
})
