import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { sendDuePushes } from '../../src/jobs/send-due-pushes.ts'
import { openSite, PHONE, type Site, signIn } from '../browser.ts'
import { signedInCookie } from '../group-web.ts'
import { type PushService, startPushService } from '../push-service.ts'
import { ALLOWED } from '../receiver.ts'
import { keptLog, MAIL_CONFIG, makePoll } from '../tell.ts'
import { keyOf, openWeb } from '../web.ts'
import { addMembers, createWorld, type World } from '../world.ts'

let world: World
let site: Site
let service: PushService
let ben: number
let cleo: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0, cleo = 0] = await addMembers(world)
  await world.db.pool.query("update users set name = 'Ben Ash' where id = $1", [ben])
  await world.db.pool.query('update memberships set accepted_at = now()')
  service = await startPushService()
  site = await openSite(world, { OUTBOUND_ALLOW: ALLOWED.join() })
})

/** Ben's phone: the browser, and a push service that replaces its vendor's, which tests cannot reach. */
async function phone() {
  const page = await site.open({ width: PHONE }, ben)
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: site.url })
  const { public_key } = await world.db.push_keys()
  const browser = service.subscribe(public_key)
  await context.addInitScript(
    ({ endpoint, p256dh, auth, key }) => {
      // A headless browser shows no permission prompt and denies it.
      let permission: NotificationPermission =
        sessionStorage.getItem('test-permission') === 'granted' ? 'granted' : 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        sessionStorage.setItem('test-permission', permission)
        return permission
      }
      let made: object | null = null
      const stored = sessionStorage.getItem('test-push') !== null
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          made = null
          sessionStorage.removeItem('test-push')
          return true
        },
      }
      if (stored) made = subscription
      PushManager.prototype.getSubscription = async () => made as PushSubscription | null
      PushManager.prototype.subscribe = async (options) => {
        const given = new Uint8Array(options?.applicationServerKey as ArrayBuffer)
        const text = btoa(String.fromCharCode(...given))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
        if (text.replace(/=+$/, '') !== key || options?.userVisibleOnly !== true) throw new Error('refused')
        made = subscription
        sessionStorage.setItem('test-push', 'on')
        return made as PushSubscription
      }
    },
    { endpoint: browser.endpoint, p256dh: browser.p256dh, auth: browser.auth, key: public_key },
  )
  return { page, context, devtools: await context.newCDPSession(page) }
}

/** Turns notifications on as a person does. */
async function turnOn(page: Page): Promise<void> {
  await page.goto(new URL('/account', site.url).href)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Notifications are on in this browser.').waitFor()
}

/** Sends everything due; returns what the push service got for the browser. */
async function sent(): Promise<{ path: string; waiting: number }[]> {
  const before = service.took.length
  await dispatchEvents(world.db, site.url)
  await sendDuePushes({ db: world.db, config: { ...MAIL_CONFIG, outbound_allow: ALLOWED } }, keptLog())
  return service.took.slice(before).map(({ message }) => message as { path: string; waiting: number })
}

/** Hands a message to the browser, as its push service would. */
async function deliver(devtools: CDPSession, message: unknown): Promise<void> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one !== undefined) resolve(one.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const [registrationId, origin] = [await found, new URL(site.url).origin]
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  })
  await devtools.send('ServiceWorker.disable')
}

/**
 * A headless browser cannot show a notification, and nobody can tap it. The service worker stays unchanged;
 * only these two functions of the browser are replaced.
 */
async function withScreen(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    type Notice = { title: string; close(): void }
    const own = self as unknown as { shown: Notice[]; registration: ServiceWorkerRegistration; badge: number }
    own.shown = []
    Object.assign(own.registration, {
      showNotification: async (title: string, options: object) => {
        const notice: Notice = {
          ...options,
          title,
          close: () => void own.shown.splice(own.shown.indexOf(notice), 1),
        }
        own.shown.push(notice)
      },
    })
    Object.assign(navigator, {
      setAppBadge: async (waiting: number) => {
        own.badge = waiting
      },
    })
  })
  return {
    shown: () =>
      worker.evaluate(() => JSON.parse(JSON.stringify((self as unknown as { shown: object[] }).shown))),
    badge: () => worker.evaluate(() => (self as unknown as { badge?: number }).badge),
    tap: () =>
      worker.evaluate(async () => {
        const [notification] = (self as unknown as { shown: object[] }).shown
        const work: Promise<unknown>[] = []
        const event = new Event('notificationclick')
        Object.assign(event, { notification, waitUntil: (one: Promise<unknown>) => void work.push(one) })
        dispatchEvent(event)
        await Promise.all(work)
      }),
  }
}

test('a phone gets a notification about a poll, and its owner votes from it', async () => {
  const { page, context, devtools } = await phone()
  await turnOn(page)
  await page.goto(site.url)
  const poll_id = await makePoll(world, {
    settings: { title: 'Paint the hall blue?' },
    recipients: { user_ids: [ben] },
    told: 'named',
  })
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const [message] = await sent()
  expect(message?.path).toBe(path)
  const screen = await withScreen(context)
  await deliver(devtools, message)
  await expect.poll(screen.shown).toEqual([
    expect.objectContaining({
      title: 'Paint the hall blue?',
      body: `You are asked to vote\n${world.group.name}`,
      tag: `poll ${poll_id}`,
      data: path,
    }),
  ])
  expect(await screen.badge()).toBe(1)
  await screen.tap()
  await page.waitForURL(`**${path}`)
  expect(await screen.shown()).toEqual([])
  await page.getByText('Agree', { exact: true }).first().click()
  await page.getByRole('button', { name: /cast/i }).click()
  const voted = async () =>
    (
      await world.db.pool.query('select voted from electorate where poll_id = $1 and user_id = $2', [
        poll_id,
        ben,
      ])
    ).rows
  await expect.poll(voted).toEqual([{ voted: true }])
})

test('while the page is open and in front, no notice is shown', async () => {
  const { page, context, devtools } = await phone()
  await turnOn(page)
  const poll_id = await makePoll(world, { recipients: { user_ids: [ben] }, told: 'named' })
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const message = (await sent()).find((one) => one.path === path)
  const screen = await withScreen(context)
  await page.goto(new URL(path, site.url).href)
  await page.bringToFront()
  await deliver(devtools, message)
  await expect.poll(screen.badge).toBe(message?.waiting)
  expect(await screen.shown()).toEqual([])
  await page.goto(site.url)
  await deliver(devtools, message)
  await expect.poll(screen.shown).toHaveLength(1)
})

test('a person turns notices off, chooses kinds, and signing out ends them', async () => {
  const { page } = await phone()
  await turnOn(page)
  const rows = async () => (await world.db.pool.query('select id from push_subscriptions')).rows.length
  const before = await rows()
  await page.getByLabel('You were mentioned').uncheck()
  await page.getByRole('button', { name: 'Save notification settings' }).click()
  await page.getByText('Your notification settings are saved.').waitFor()
  expect(await page.getByLabel('You were mentioned').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Turn off notifications' }).click()
  await page.getByText('Notifications are off in this browser.').waitFor()
  expect(await rows()).toBe(before - 1)
  await turnOn(page)
  await page.evaluate(() =>
    Object.assign(ServiceWorkerRegistration.prototype, { getNotifications: async () => [] }),
  )
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await rows()).toBe(before - 1)
  expect(await page.evaluate(() => sessionStorage.getItem('test-push'))).toBeNull()
})

test('two people share a phone, and each gets only their own notifications', async () => {
  await world.db.pool.query('delete from push_subscriptions')
  const { page, context } = await phone()
  await turnOn(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await signIn(context, site, cleo)
  await page.goto(new URL('/account', site.url).href)
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
  expect(await page.getByText('Notifications you want on all your devices').count()).toBe(0)
  const ask = (user_id: number) =>
    makePoll(world, { recipients: { user_ids: [user_id] }, told: 'named' }).then((id) =>
      keyOf(world, 'polls', id),
    )
  await ask(ben)
  expect(await sent()).toEqual([])
  await turnOn(page)
  await ask(ben)
  const path = `/p/${await ask(cleo)}`
  expect((await sent()).map((message) => message.path)).toEqual([path])
})

test('a person who denies the permission reads how to allow it', async () => {
  const page = await site.open({ width: PHONE }, ben)
  await page.context().addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'denied'
      return permission
    }
  })
  await page.goto(new URL('/account', site.url).href)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Your browser does not allow notifications from this site.').waitFor()
  expect(await page.getByRole('button', { name: 'Turn on notifications' }).isVisible()).toBe(false)
})

test('a browser without push says so, and offers nothing', async () => {
  const page = await site.open({ width: PHONE }, ben)
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })
  await page.goto(new URL('/account', site.url).href)
  await page.getByText('This browser cannot show notifications.').waitFor()
  expect(await page.getByRole('button', { name: 'Turn on notifications' }).isVisible()).toBe(false)
})

test('nothing is offered if the browser allows no notifications, and invalid subscriptions are refused', async () => {
  const page = await site.open({ width: PHONE }, ben)
  await page.goto(new URL('/account', site.url).href)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('[data-push-on]')?.submit())
  await page.getByText('Notifications could not be turned on.').waitFor()
  const plain = await openWeb(world, { PUBLIC_URL: 'http://moot.example' })
  const cookie = await signedInCookie(world, ben, { PUBLIC_URL: 'http://moot.example' })
  expect((await plain.get('/account', cookie)).body).not.toContain('Notifications on this device')
  const answer = await plain.post('/account/push', {}, { 'sec-fetch-site': 'same-origin', cookie })
  expect(answer.statusCode).toBe(404)
})
