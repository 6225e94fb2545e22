import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { publishOutcome } from '../../src/polls/outcomes/publish-outcome.ts'
import { openSite } from '../browser.ts'
import { checkAtom, feedOf } from '../feeds.ts'
import { signedInCookie } from '../group-web.ts'
import { openPost } from '../post.ts'
import type { Received } from '../smtp.ts'

import { keyOf } from '../web.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { crawl } from './crawl.ts'
import { QUICK } from './effort.ts'
import { PAYLOADS } from './payloads.ts'

/** All content of people and programs, written by an attacker, then shown in a real browser. */

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const site = await openSite(world)
const post = await openPost(world, site.url)
const { db, ada } = world
const person = (user_id: number) => ({ kind: 'person' as const, user_id })
const texts = Object.entries(PAYLOADS).filter((_, index) => !QUICK || index % 3 === 0)
const polls = new Map<string, number>()
let bearer: string
let mails: Received[]

async function api(path: string, fields: object, method = 'POST'): Promise<Record<string, { id: number }[]>> {
  const answer = await fetch(`${site.url}/api/b1${path}`, {
    method,
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const body = await answer.json()
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body
}

/** Titles are one line: line breaks in them are refused with a message. */
const inOneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, ' ')

beforeAll(async () => {
  await db.pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
  bearer = `Bearer ${(await keyFor(world)).key}`
  for (const [what, text] of texts) await writeEverywhere(what, text)
  await nameEverything()
  mails = await post.deliver()
  while ((await post.send()) > 0) mails = post.smtp.received
}, 120_000)

/** Gives members, titles, keys and the group these names, bypassing validation. */
async function nameEverything(): Promise<void> {
  const ids = await addMembers(
    world,
    texts.map((_, index) => `m${index}@mill.example`),
  )
  for (const [index, [, text]] of texts.entries()) {
    await db.pool.query('update users set name = $1 where id = $2', [text, ids[index]])
    await db.pool.query('update memberships set title = $1 where user_id = $2', [text, ids[index]])
    await keyFor(world)
    await db.pool.query('update api_keys set name = $1 where id = (select max(id) from api_keys)', [text])
  }
  await db.pool.query('update users set name = $1 where id = $2', [PAYLOADS['an image that fails'], ada.id])
  await db.pool.query('update groups set name = $1, description = $2', [
    PAYLOADS['lines of a header'],
    PAYLOADS['the end of its element'],
  ])
}

/**
 * One of these texts in every place that takes one: threads, comments, polls, options, reasons, outcomes,
 * names, keys.
 */
async function writeEverywhere(what: string, text: string): Promise<void> {
  // These are more comments per minute than one program may write.
  await db.pool.query('delete from attempts')
  const title = inOneLine(text)
  const html = { description: text, description_format: polls.size % 2 === 0 ? 'html' : 'md' }
  const told = { recipient_user_ids: [ben], recipient_message: text }
  const { discussions = [] } = await api('/discussions', { title, ...html, ...told })
  const thread = discussions[0]?.id ?? 0
  await api(`/discussions/${thread}/comments`, { body: text })
  const poll = { title, details: text, details_format: html.description_format, closing_at: '2098-01-01' }
  const options = [title, `2 ${title}`.slice(0, 150)]
  const made = await api('/polls', { ...poll, poll_type: 'poll', options, discussion_id: thread, ...told })
  const poll_id = made['polls']?.[0]?.id ?? 0
  polls.set(what, poll_id)
  const reason = { text, format: html.description_format as 'md' | 'html' }
  await castBallot(db, {
    poll_id,
    user_id: ada.id,
    choices: { [title.trim()]: 1, [title]: 1 },
    reason,
  }).catch(() => castBallot(db, { poll_id, user_id: ada.id, choices: { [title]: 1 }, reason }))
  await change(db, person(ada.id), async (act) => {
    await closePoll(act, poll_id)
    await publishOutcome(act, { poll_id, statement: text, poll_option_id: null, review_on: null })
  })
}

/**
 * Detects injected markup on a page: an attacker's elements, or scripts and URLs that our pages do not have.
 */
const HARM = `(() => {
  const selectors = ['[data-hit]', 'iframe', 'object', 'embed', 'base', 'meta[http-equiv]', 'style', '[style]:not(.mark-read)', 'animate',
    'script:not([src^="/assets/"])', 'img', 'form[action*="//"]', '[formaction]:not([formaction^="/"])', 'a[href^="data:" i]', 'a[href*="script:" i]']
  const found = selectors.flatMap((one) => [...document.querySelectorAll(one)].map((element) => element.outerHTML.slice(0, 200)))
  const handlers = [...document.querySelectorAll('*')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')))
  return [...found, ...handlers.map((element) => element.outerHTML.slice(0, 200)), ...(window.hits ?? [])]
})()`

/** A window in which a script of someone else would be noticed. */
async function openWatched(user_id?: number): Promise<{ page: Page; noticed: string[] }> {
  const page = await site.open({}, user_id)
  const noticed: string[] = []
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/.test(message.text())) noticed.push(message.text().slice(0, 300))
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) noticed.push(`asked for ${request.url()}`)
  })
  await page.addInitScript('window.hits = []; window.hit = () => { window.hits.push("a script ran") }')
  return { page, noticed }
}

async function paths(user_id: number): Promise<string[]> {
  const cookie = await signedInCookie(world, user_id, { PUBLIC_URL: site.url })
  const get = async (path: string) => {
    const answer = await fetch(site.url + path, {
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
    })
    const text = await answer.text()
    return answer.status === 200 && text.startsWith('<!doctype') ? text : null
  }
  const own = await Promise.all(
    [...polls.values()].map(async (id) => `/p/${await keyOf(world, 'polls', id)}`),
  )
  const { rows } = await db.pool.query<{ key: string }>('select key from discussions')
  const seen = await crawl(get, ['/', '/g/mill-lane'])
  return [...new Set([...own, ...rows.map(({ key }) => `/d/${key}`), ...seen.keys()])]
}

describe('in a browser', () => {
  test('every page shows content as text, and no script runs', async () => {
    const { page, noticed } = await openWatched(ada.id)
    const harm: string[] = []
    const all = await paths(ada.id)
    expect(all.length).toBeGreaterThan(2 * texts.length)
    for (const path of all) {
      await page.goto(site.url + path)
      // It can be saved, and so holds its own script and styles; its policy allows these alone.
      if (path === '/verify') continue
      harm.push(...((await page.evaluate(HARM)) as string[]).map((one) => `${path}: ${one}`))
    }
    expect(harm).toEqual([])
    expect(noticed).toEqual([])
  }, 120_000)

  test.each(texts)('a title that is %s is readable as it was written', async (what, text) => {
    const { page } = await openWatched(ben)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', polls.get(what) ?? 0)}`)
    const shown = (await page.locator('h1').textContent()) ?? ''
    expect(plain(shown)).toBe(plain(text))
  })

  const plain = (text: string) =>
    text.replace(/[\s\u200b\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()

  test('the same check detects each payload if it is written as markup', async () => {
    const { page, noticed } = await openWatched()
    for (const what of ['an image that fails', 'a drawing', 'styles', 'another home', 'a form', 'a frame'])
      expect(await harmOf(page, `<p>${PAYLOADS[what]?.replace(/^">/, '')}</p>`), what).not.toEqual([])
    expect(await harmOf(page, '<p>plain</p>')).toEqual([])
    await harmOf(page, '<img src="http://evil.example/x.png">')
    expect(noticed.join()).toContain('asked for http://evil.example/x.png')
    await page.goto(`data:text/html,${PAYLOADS['a script']}`)
    expect(await page.evaluate(HARM)).toContain('a script ran')
  })

  async function harmOf(page: Page, markup: string): Promise<unknown> {
    await page.setContent(`<!doctype html><html lang="en"><body>${markup}</body></html>`)
    return page.evaluate(HARM)
  }
})

describe('in mails', () => {
  test('headers contain only ours, and each mail goes to its recipient only', () => {
    expect(mails.length).toBeGreaterThan(texts.length)
    for (const { to, from, raw } of mails) {
      expect(to.length).toBe(1)
      expect(to[0]).toMatch(/^\w+@mill\.example$/)
      expect(from).toBe('moot@example.org')
      const names = (raw.split('\r\n\r\n')[0] ?? '').split('\r\n').filter((line) => !/^\s/.test(line))
      const known =
        /^(from|to|subject|message-id|date|mime-version|content-language|content-type|auto-submitted|list-unsubscribe|list-unsubscribe-post|content-transfer-encoding):/i
      expect(names.filter((line) => !known.test(line))).toEqual([])
      for (const once of ['subject', 'to', 'from'])
        expect(names.filter((line) => line.toLowerCase().startsWith(`${once}:`)).length).toBe(1)
    }
  })

  test('their pages contain no injected markup, and load nothing', async () => {
    const { page, noticed } = await openWatched()
    const kinds = new Map(
      mails.filter(({ to }) => to[0] === 'ben@mill.example').map((mail) => [mail.email.subject, mail]),
    )
    expect(kinds.size).toBeGreaterThan(texts.length)
    for (const { email } of kinds.values()) {
      await page.setContent(email.html ?? '')
      const harm = (await page.evaluate(HARM_IN_MAIL)) as string[]
      expect(harm, email.subject).toEqual([])
    }
    expect(noticed).toEqual([])
  })

  // Mails contain their styles.
  const HARM_IN_MAIL = HARM.replace("'style', '[style]:not(.mark-read)', ", '').replace(
    "'meta[http-equiv]', ",
    '',
  )
})

describe('in files', () => {
  test('no cell of a spreadsheet begins a formula', async () => {
    const cookie = await signedInCookie(world, ada.id, { PUBLIC_URL: site.url })
    for (const [what, poll_id] of polls) {
      const path = `/p/${await keyOf(world, 'polls', poll_id)}/ballots.csv`
      const answer = await fetch(site.url + path, { headers: { cookie } })
      expect(answer.status, what).toBe(200)
      for (const cell of cellsOf(await answer.text()))
        expect(cell, what).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u)
    }
  })

  test('cells are read as spreadsheets read them: a formula would be found', () => {
    expect(cellsOf('"a ""b""",1\r\n"=1+1",\r\n')).toEqual(['a "b"', '1', '=1+1', ''])
  })

  test('feeds and calendars stay valid', async () => {
    const atom = await (await fetch(site.url + (await feedOf(world, 'group', ada.id)))).text()
    checkAtom(atom)
    const calendar = await (await fetch(site.url + (await feedOf(world, 'calendar', ada.id)))).text()
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(calendar).not.toMatch(/^(BEGIN:VALARM|ATTACH)/m)
    expect(calendar.match(/^BEGIN:VEVENT/gm)?.length).toBe(calendar.match(/^END:VEVENT/gm)?.length)
  })
})

/** The cells of a CSV file in their order. */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)].map(([, quoted, bare = '']) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  )
}
