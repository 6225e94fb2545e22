import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { lastProven } from '../sign-in.ts'
import { addMembers, createWorld, type World } from '../world.ts'
import { problemsOn } from './axe.ts'

let world: World
let site: Site
let people: number[]

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  await world.db.pool.query("update users set name = 'Person ' || id")
  await world.db.pool.query('update memberships set accepted_at = now()')
  site = await openSite(world, { SMTP_URL: 'smtp://localhost' })
})

/** Makes the browser one without passkey suggestions in the address field: only the button remains. */
const withoutProposals = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

/** Adds a virtual device to the window that stores passkeys and verifies its user. */
async function plugIn(page: Page) {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.each([
  [DESK, 'light', 0],
  [PHONE, 'dark', 1],
] as const)('a person at %i px adds, names, uses and removes a passkey', async (width, scheme, who) => {
  const page = await site.open({ width, scheme }, people[who])
  await withoutProposals(page)
  await plugIn(page)
  await page.goto(`${site.url}/account`)
  await page.getByRole('link', { name: 'Your passkeys' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tablet')
  expect(await problemsOn(page)).toEqual([])
  await press(page, 'Add a passkey')
  await page.getByText('The passkey has been added').waitFor()
  expect(await problemsOn(page)).toEqual([])
  await page.getByText('Rename or remove').click()
  await page.locator('details[open]').getByLabel('Name', { exact: true }).fill('Old tablet')
  expect(await problemsOn(page)).toEqual([])
  await press(page, 'Save')
  await page.getByText('The passkey has been renamed').waitFor()
  // The device already has one.
  await press(page, 'Add a passkey')
  await page.getByText('This passkey has already been added').waitFor()

  await page.context().clearCookies()
  await page.goto(`${site.url}/sign-in?next=/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await problemsOn(page)).toEqual([])
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(({ pathname }) => pathname === '/account')
  await page.goto(`${site.url}/account/passkeys`)
  await page.getByText('Old tablet').first().waitFor()
  expect(await page.getByText('last used').count()).toBe(1)

  await page.getByText('Rename or remove').click()
  await press(page, 'Remove passkey')
  await page.getByText('You have no passkeys yet').waitFor()
  await page.context().clearCookies()
  await page.goto(`${site.url}/sign-in`)
  await press(page, 'Sign in with a passkey')
  await page.getByText('This passkey does not belong to any account here').waitFor()
  expect(await problemsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Send me a sign-in email' }).waitFor()
})

test('the browser proposes a passkey for the address field: no button is pressed', async () => {
  const page = await site.open({}, people[2])
  await plugIn(page)
  await page.goto(`${site.url}/account/passkeys`)
  await press(page, 'Add a passkey')
  await page.getByText('The passkey has been added').waitFor()
  await page.context().clearCookies()
  // The virtual device accepts the suggestion immediately.
  await page.goto(`${site.url}/sign-in?next=/account`)
  await page.waitForURL(({ pathname }) => pathname === '/account')
})

test.each([
  [DESK, 'light', 3],
  [PHONE, 'dark', 1],
] as const)(
  'at %i px, whoever signed in a while ago does so again, and is back',
  async (width, scheme, who) => {
    const page = await site.open({ width, scheme }, people[who])
    await withoutProposals(page)
    await plugIn(page)
    await page.goto(`${site.url}/account/passkeys`)
    await press(page, 'Add a passkey')
    await page.getByText('The passkey has been added').waitFor()
    await lastProven(world, 16)
    await page.goto(`${site.url}/account/passkeys`)
    await press(page, 'Add a passkey')
    await page.getByRole('heading', { name: 'Sign in again to change how you sign in' }).waitFor()
    expect(await problemsOn(page)).toEqual([])
    await press(page, 'Sign in with a passkey')
    await page.getByRole('heading', { name: 'Your passkeys' }).waitFor()
    await page.getByText('Rename or remove').click()
    await press(page, 'Remove passkey')
    await page.getByText('You have no passkeys yet').waitFor()
  },
)

test('people who cancel can try again or sign in another way', async () => {
  const page = await site.open({})
  await withoutProposals(page)
  await page.goto(`${site.url}/sign-in`)
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await press(page, 'Sign in with a passkey')
  await page.getByText('This did not work').waitFor()
  expect(await page.getByRole('button', { name: 'Send me a sign-in email' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true)
})

test('without scripts the mailed code stays, and nothing points to passkeys that cannot be used', async () => {
  const page = await site.open({ scripts: false })
  await page.goto(`${site.url}/sign-in`)
  expect(await page.getByRole('button', { name: 'Send me a sign-in email' }).isVisible()).toBe(true)
  expect(await page.getByText('Sign in with a passkey').isVisible()).toBe(false)
  const own = await site.open({ scripts: false }, people[0])
  await own.goto(`${site.url}/account/passkeys`)
  expect(await own.getByText('Your browser cannot add passkeys here').isVisible()).toBe(true)
  const region = own.getByRole('region', { name: 'Add a passkey' })
  expect(await region.getByLabel('Name', { exact: true }).isVisible()).toBe(false)
})
