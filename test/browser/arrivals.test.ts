import { beforeAll, describe, expect, test } from 'vitest'
import { dispatchSignIns } from '../../src/jobs/dispatch-sign-ins.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { CAST } from '../world.ts'
import { button, type Journey, LOOKS, MAILS, openJourney } from './journey.ts'

let at: Journey

beforeAll(async () => {
  at = await openJourney()
})

/** The six digits of the newest mail to this address. */
async function mailedCode(address: string): Promise<string> {
  await dispatchSignIns(at.site.world.db, at.site.url)
  await at.post.send()
  return /\b\d{3} \d{3}\b/.exec(at.mailTo(address, MAILS.sign_in)?.email.text ?? '')?.[0] ?? ''
}

describe.each(LOOKS)('$width pixels wide, scripts: $scripts', (look) => {
  test('a page hidden from strangers leads to signing in, and the code in the mail leads back to it', async () => {
    const path = `/p/${await keyOf(at.site.world, 'polls', await makePoll(at.site.world))}`
    const page = await at.site.open(look)
    await page.goto(at.site.url + path)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Your email address').fill('ada@mill.example')
    await button(page, 'Send me a sign-in email').click()
    await page.getByLabel('Code').waitFor()
    const code = await mailedCode('ada@mill.example')
    const wrong = code.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10))
    await page.getByLabel('Code').fill(wrong)
    await button(page, 'Sign in').click()
    await page.getByText('Code is wrong or has expired').waitFor()
    await page.getByLabel('Code').fill(code)
    await button(page, 'Sign in').click()
    // New people have to enter their name first.
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    if (page.url().includes('/account/name')) {
      await page.getByLabel('Your name').fill('Ada Vale')
      await button(page, 'Save name').click()
    }
    await page.getByRole('heading', { name: 'A second bike shed' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await button(page, 'Sign out').waitFor()
  })

  test('a forwarded link says whose it is, and can be forgotten without a vote', async () => {
    const [, , dai = ''] = CAST
    const poll_id = await makePoll(at.site.world, {
      options: ['agree', 'disagree'],
      recipients: { emails: [dai] },
    })
    await at.post.deliver()
    const path = `/p/${await keyOf(at.site.world, 'polls', poll_id)}`
    const page = await at.site.open(look)
    await page.goto(at.linksIn(dai, MAILS.ballot)[0] ?? '')
    await page.getByText('You opened a personal link').waitFor()
    await page.getByRole('button', { name: /^I am not / }).click()
    await page.getByRole('heading', { name: 'This browser no longer uses the link' }).waitFor()
    await page.goto(at.site.url + path)
    await page.getByRole('heading', { name: 'Sign in to open this page' }).waitFor()
    const { rows } = await at.site.world.db.pool.query('select from ballots where poll_id = $1', [poll_id])
    expect(rows).toEqual([])
    // Its owner can still use it to vote.
    const theirs = await at.site.open(look)
    await theirs.goto(at.linksIn(dai, MAILS.ballot)[0] ?? '')
    await button(theirs, 'Cast vote').waitFor()
  })

  test('a forwarded link to a thread can be forgotten, too', async () => {
    const [, , , esi = 0] = at.people
    const discussion_id = await makeThread(at.site.world)
    const token = await tokenFor(at.site.world, 'thread', { user_id: esi, discussion_id })
    const address = `${at.site.url}/d/${await keyOf(at.site.world, 'discussions', discussion_id)}`
    const page = await at.site.open(look)
    await page.goto(`${address}?k=${token}`)
    await page.getByText('Your link is personal').waitFor()
    await page.getByRole('button', { name: /^Not .*\? Leave this thread$/ }).click()
    await page.getByText('Your link is personal').waitFor({ state: 'detached' })
    await page.goto(address)
    await page.getByRole('heading', { name: 'Sign in to open this page' }).waitFor()
  })

  test('a button pressed twice starts one thread, and going back and pressing it starts another', async () => {
    const page = await at.site.open(look, at.site.world.ada.id)
    await page.goto(`${at.site.url}/g/mill-lane/new-thread`)
    const title = `Bikes in the rain at ${look.width}`
    await page.getByLabel('Title').fill(title)
    await button(page, 'Start thread').dblclick()
    await page.getByRole('heading', { name: title }).waitFor()
    const { rows } = await at.site.world.db.pool.query('select from discussions where title = $1', [title])
    expect(rows).toHaveLength(1)

    await page.goBack()
    await page.getByLabel('Title').fill(`${title}, again`)
    await button(page, 'Start thread').click()
    // Without scripts, the page that is fetched again is a new form.
    if (look.scripts) await button(page, 'Start another one').click()
    await page.getByRole('heading', { name: `${title}, again` }).waitFor()
  })
})

test('a form is not sent again while it is being sent', async () => {
  const page = await at.site.open({}, at.site.world.ada.id)
  await page.goto(`${at.site.url}/g/mill-lane/new-thread`)
  await page.getByLabel('Title').fill('Pressed thrice')
  await button(page, 'Start thread').evaluate((start: HTMLButtonElement) => {
    addEventListener('submit', (event) => {
      const now = event.defaultPrevented ? 'held back' : 'sent'
      sessionStorage.setItem('presses', [sessionStorage.getItem('presses') ?? [], now].flat().join(', '))
    })
    for (let press = 0; press < 3; press++) start.click()
  })
  await page.getByRole('heading', { name: 'Pressed thrice' }).waitFor()
  // The other presses reach nobody.
  expect(await page.evaluate(() => sessionStorage.getItem('presses'))).toBe('sent')
})
