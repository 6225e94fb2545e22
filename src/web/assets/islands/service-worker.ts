// Runs in the browser without a page: shows notices, and a page without content when there is no connection.
// It keeps that page and its files: nothing that belongs to a person.
{
  type Work = { waitUntil(work: Promise<unknown>): void }
  type Fetching = Event &
    Work & {
      request: Request
      preloadResponse: Promise<Response | undefined>
      respondWith(answer: Promise<Response>): void
    }
  const worker = self as unknown as {
    given: { offline: string; files: string[]; icon: string; badge: string }
    registration: ServiceWorkerRegistration
    clients: {
      matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<Window[]>
      openWindow(url: string): Promise<unknown>
    }
    skipWaiting(): Promise<void>
    addEventListener<E>(name: string, run: (event: E) => void): void
  }
  type Notice = { title: string; body: string; lang: string; dir: 'ltr' | 'rtl'; path: string; tag: string }
  type Pushed = Work & { data: { json(): Notice & { waiting: number } } | null }
  type Clicked = Work & { notification: Notification }
  type Window = {
    url: string
    focused: boolean
    visibilityState: string
    focus(): Promise<unknown>
    navigate(url: string): Promise<Window | null>
  }
  const { offline, files, icon, badge } = worker.given
  const kept = [offline, ...files]
  const name = `kept ${kept.join(' ')}`

  worker.addEventListener<Work>('install', (event) => {
    const keep = async () => {
      const cache = await caches.open(name)
      await cache.addAll(kept)
      await worker.skipWaiting()
    }
    event.waitUntil(keep())
  })

  worker.addEventListener<Work>('activate', (event) => {
    const clean = async () => {
      for (const other of await caches.keys()) if (other !== name) await caches.delete(other)
      // Pages are requested while the script starts.
      await worker.registration.navigationPreload?.enable()
    }
    event.waitUntil(clean())
  })

  const page = async ({ request, preloadResponse }: Fetching) => {
    try {
      return (await preloadResponse) ?? (await fetch(request))
    } catch {
      return (await caches.match(offline)) ?? Response.error()
    }
  }
  const file = async ({ request }: Fetching) => {
    try {
      return await fetch(request)
    } catch {
      return (await caches.match(request)) ?? Response.error()
    }
  }

  worker.addEventListener<Fetching>('fetch', (event) => {
    const { request } = event
    if (request.method !== 'GET') return
    if (request.mode === 'navigate') event.respondWith(page(event))
    else if (files.includes(new URL(request.url).pathname)) event.respondWith(file(event))
  })

  const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shows = (path: string) => (window: Window) => new URL(window.url).pathname === path

  /** The number on the icon: of polls that wait. */
  const mark = async (waiting: number) => {
    if (waiting > 0) await navigator.setAppBadge?.(waiting)
    else await navigator.clearAppBadge?.()
  }

  const tell = async ({ title, waiting, path, ...rest }: Notice & { waiting: number }) => {
    await mark(waiting).catch(() => null)
    // People who have the page open see it there.
    const open = (await windows()).filter(shows(path))
    if (open.some((window) => window.focused && window.visibilityState === 'visible')) return
    await worker.registration.showNotification(title, {
      ...{ ...rest, icon, badge, data: path },
      // Another notice of the same poll is worth a sound, too.
      ...{ renotify: true },
    })
  }

  const open = async (path: string) => {
    const all = await windows()
    const window = all.find(shows(path)) ?? all.find(({ visibilityState }) => visibilityState === 'visible')
    if (window === undefined) return worker.clients.openWindow(path)
    // Browsers let only pages be led elsewhere that this script serves.
    const there = shows(path)(window) ? window : await window.navigate(path).catch(() => null)
    return there === null ? worker.clients.openWindow(path) : there.focus().catch(() => null)
  }

  worker.addEventListener<Pushed>('push', (event) => {
    if (event.data !== null) event.waitUntil(tell(event.data.json()))
  })

  worker.addEventListener<Clicked>('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    event.waitUntil(open(String(notification.data)))
  })
}
