import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { inLanguage, type PlainKey, t } from '../../src/locales/say.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { publishOutcome } from '../../src/polls/outcomes/publish-outcome.ts'
import { openSite, PHONE } from '../browser.ts'
import { openPost } from '../post.ts'
import type { Received } from '../smtp.ts'
import { makePoll } from '../tell.ts'
import { createWorld } from '../world.ts'

/** Names and addresses stay in Latin letters on Arabic pages and in mails. */
// Fingerprints and keys are the same in every language.
const LATIN =
  /https?:\S+|\S+\+[0-9a-f]{8}\+\S+|\b[a-z2-7]{26}\b|\S+@\S+|Folkmoot|HTTP|API|UTC|Markdown|CSV|JSON|folkmoot (?:recount|verify)/g

const say = (key: PlainKey) => inLanguage('ar', () => t(key as 'ballot.cast'))

function expectArabic(text: string): void {
  expect(text.replaceAll(LATIN, '').match(/[A-Za-z]{2,}/g)).toBeNull()
}

async function expectArabicPage(page: Page): Promise<void> {
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ])
  expectArabic(await page.locator('body').innerText())
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
}

function expectArabicMail({ email: { subject, text, html } }: Received): void {
  expectArabic(`${subject}\n${text}`)
  expect(html).toMatch(/<html[^>]* lang="ar" dir="rtl"/)
}

test('a group decides in Arabic, from the first mail to the minutes on paper', async () => {
  const world = await createWorld()
  await world.db.pool.query("update groups set locale = 'ar', name = 'حي الزيتون'")
  await world.db.pool.query("update users set name = 'ليلى' where not bot")
  const site = await openSite(world)
  const post = await openPost(world, site.url)
  const poll_id = await makePoll(world, {
    settings: { title: 'إصلاح السقف قبل الشتاء', details: 'نحتاج إلى قرار.', quorum_pct: 50 },
    options: ['agree', 'abstain', 'disagree'],
    recipients: { emails: ['salma@mill.example'] },
  })
  const [invitation] = await post.deliver()
  if (invitation === undefined) throw new Error('nobody was invited')
  expectArabicMail(invitation)

  const page = await site.open({ width: PHONE, language: 'en-GB' })
  await page.goto(/http\S+choice=agree/.exec(invitation.email.text ?? '')?.[0] ?? '')
  await expectArabicPage(page)
  await page.locator('#own_name').fill('سلمى')
  await page.getByRole('button', { name: say('ballot.cast'), exact: true }).click()
  await page.locator('#your-vote').getByText(say('ballot.change')).waitFor()
  await expectArabicPage(page)
  // The sign of an option stands before its name, on the right.
  const heads = page.locator('.results li p > span:first-child')
  const places = await heads.evaluateAll((spans) =>
    spans.map((span) => {
      const left = (part: string) => span.querySelector(part)?.getBoundingClientRect().left ?? 0
      return left('.sign') > left('bdi, strong')
    }),
  )
  expect(places).toEqual([true, true, true])

  await change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) => {
    await closePoll(act, poll_id)
    await publishOutcome(act, { poll_id, statement: 'نصلح السقف.', poll_option_id: null, review_on: null })
  })
  const told = await post.deliver()
  expect(told.length).toBeGreaterThan(0)
  for (const mail of told) expectArabicMail(mail)

  await page.goto(/http\S+\/p\/\S+\?k=\S+/.exec(told.at(-1)?.email.text ?? '')?.[0] ?? '')
  await page.getByRole('heading', { name: say('result.outcome') }).waitFor()
  await expectArabicPage(page)
  await page.emulateMedia({ media: 'print' })
  await expectArabicPage(page)
})

test('commands and addresses on Arabic pages run from left to right', async () => {
  const world = await createWorld()
  await world.db.pool.query("update groups set locale = 'ar'")
  const site = await openSite(world)
  const page = await site.open({ language: 'ar' }, world.ada.id)
  await page.goto(`${site.url}/status`)
  const path = page.locator('code', { hasText: '/metrics' })
  expect(await leftOf(path, 0)).toBeLessThan(await leftOf(path, 1))
})

test('headings run from right to left though a Latin word begins them, titles that people wrote as these do', async () => {
  const world = await createWorld()
  await world.db.pool.query("update groups set locale = 'ar', name = 'Mill Lane (2)'")
  const site = await openSite(world)
  const page = await site.open({ language: 'ar' }, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/webhooks`)
  const ours = page.locator('h2', { hasText: 'Webhook جديد' })
  expect(await leftOf(ours, 0)).toBeGreaterThan(await leftOf(ours, 'Webhook '.length))
  const line = (box: Element) => getComputedStyle(box).borderRightWidth
  expect(await page.locator('.masthead .of').evaluate(line)).toBe('1px')
  await page.goto(`${site.url}/g/mill-lane`)
  const theirs = page.locator('h1', { hasText: 'Mill Lane (2)' })
  expect(await leftOf(theirs, 0)).toBeLessThan(await leftOf(theirs, 'Mill Lane ('.length))
  // Both begin where the lines of the page do.
  const start = await theirs.evaluate((heading) => {
    const text = document.createRange()
    text.selectNodeContents(heading)
    return heading.getBoundingClientRect().right - text.getBoundingClientRect().right
  })
  expect(start).toBeLessThan(2)
})

/** How far from the left of the page the character at this place of a text is. */
function leftOf(text: Locator, place: number): Promise<number> {
  return text.evaluate((element, at) => {
    const range = document.createRange()
    range.setStart(element.firstChild ?? element, at)
    range.setEnd(element.firstChild ?? element, at + 1)
    return range.getBoundingClientRect().left
  }, place)
}
