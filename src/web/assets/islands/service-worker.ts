// Runs in the browser without a page. It keeps one page, which says that there is no connection, and the
// files of that page: nothing that belongs to a person.
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
    skipWaiting(): Promise<void>
    addEventListener<E>(name: string, run: (event: E) => void): void
  }
  const { offline, files } = worker.given
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
}
