import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, PUBLIC_URL, SAME_ORIGIN, type Web } from '../../../test/web.ts'
import { createWorld } from '../../../test/world.ts'
import { STYLESHEET } from '../assets/stylesheet.ts'
import { PAPERS } from '../parts/theme-part.tsx'

let web: Web

beforeAll(async () => {
  web = await openWeb(await createWorld())
})

const choose = (theme: string, headers: Record<string, string> = {}) =>
  web.post('/theme', { theme }, { ...SAME_ORIGIN, ...headers })

describe('the switch for light and dark', () => {
  test.each(['/help', '/help/api', '/sign-in', '/sign-in/link?k=no', '/nowhere'])(
    'is on every page and shows the current choice: %s',
    async (path) => {
      const { headers } = await choose('dark')
      const cookie = String(headers['set-cookie']).split(';')[0]
      const [chosen, system] = [await web.get(path, cookie), await web.get(path)]
      expect(chosen.headers['referrer-policy']).toBe('same-origin')
      expect(chosen.body).toContain('<html lang="en" dir="ltr" data-theme="dark">')
      expect(chosen.body).toContain('<meta name="color-scheme" content="dark"')
      expect(chosen.body).toMatch(/value="dark" aria-pressed="true"/)
      expect(system.body).toContain('<html lang="en" dir="ltr">')
      expect(system.body).toContain('<meta name="color-scheme" content="light dark"')
      expect(system.body).toMatch(/value="system" aria-pressed="true"/)
    },
  )

  test('is obeyed by the page that checks results', async () => {
    const { body } = await web.get('/verify', 'folkmoot_theme=dark')
    expect(body).toContain('<html lang="en" dir="ltr" data-theme="dark">')
  })

  test('stores the choice in this browser for a year, and deletes it when the browser’s setting is chosen', async () => {
    expect((await choose('light')).headers['set-cookie']).toBe(
      'folkmoot_theme=light; Max-Age=31536000; Path=/; SameSite=Lax',
    )
    for (const none of ['system', '', 'sepia', '"><script>'])
      expect((await choose(none)).headers['set-cookie']).toBe(
        'folkmoot_theme=; Max-Age=0; Path=/; SameSite=Lax',
      )
  })

  test.each([
    ['/help', '/help'],
    ['/sign-in?next=%2Fhelp', '/sign-in?next=%2Fhelp'],
    ['/g/mill-lane/members?page=2', '/g/mill-lane/members?page=2'],
    // URLs that only accept forms show no page.
    ['/p/Ab3dEf7h/ballot', '/p/Ab3dEf7h'],
    ['/unsubscribe/undo', '/unsubscribe'],
    ['//evil.example/', '/'],
    ['/nowhere', '/'],
  ])('comes back from %s to %s', async (from, to) => {
    const { statusCode, headers } = await choose('dark', { referer: `${PUBLIC_URL}${from}` })
    expect([statusCode, headers.location]).toEqual([303, to])
  })

  test('returns only to our own pages, whatever the browser sends, and accepts no form of other sites', async () => {
    for (const referer of ['', 'no address', 'https://evil.example//evil.example/'])
      expect((await choose('dark', { referer })).headers.location).toBe('/')
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const refused = await choose('dark', evil)
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('tells browsers the background colour that the stylesheet uses', () => {
    expect(STYLESHEET.plain.toString()).toContain(`--paper: light-dark(${PAPERS.light}, ${PAPERS.dark})`)
  })
})
