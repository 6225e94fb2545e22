import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { mintSetupLink } from '../../src/groups/mint-setup-link.ts'
import { setupAddress } from '../../src/groups/setup.ts'
import { dispatchSignIns } from '../../src/jobs/dispatch-sign-ins.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { openSite } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { CAST, createWorld, nameMembers } from '../world.ts'
import { button, type Journey, LOOKS, MAILS, openJourney } from './journey.ts'

let site: Journey['site']
let post: Journey['post']
let people: Journey['people']
let linksIn: Journey['linksIn']

beforeAll(async () => {
  ;({ site, post, people, linksIn } = await openJourney())
  await nameMembers(site.world)
})

describe.each(LOOKS)('$width pixels wide, scripts: $scripts', (look) => {
  test('from the mail to a recorded vote takes two clicks and no account; the vote can be changed', async () => {
    const [, cleo = ''] = CAST
    await makePoll(site.world, {
      settings: { title: 'Repair the roof' },
      options: ['agree', 'disagree'],
      recipients: { emails: [cleo] },
    })
    await post.deliver()
    const page = await site.open(look)
    await page.goto(linksIn(cleo, MAILS.ballot).find((link) => link.includes('choice=agree')) ?? '')
    await button(page, 'Cast vote').click()
    await page.locator('#your-vote').getByText('Your vote was recorded').waitFor()
    await page.getByText('You voted: Agree.').waitFor()
    expect(page.url()).not.toContain('k=')

    await page.goto(linksIn(cleo, MAILS.ballot)[0] ?? '')
    // Its choice is the vote that counts, so there is nothing to press.
    await page.locator('#ballot summary').getByText('You voted: Agree.').click()
    await page.locator('#ballot').getByText('Disagree', { exact: true }).click()
    await page.getByLabel('Your reason').fill('Too dear.')
    await button(page, 'Change vote').click()
    await page.getByText('You voted: Disagree.').waitFor()
    expect(await page.getByLabel('Your reason').inputValue()).toBe('Too dear.')
    await page.getByRole('link', { name: 'Folkmoot' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  })

  test('a mailed link signs in, and signing out works', async () => {
    const page = await site.open(look)
    await page.goto(`${site.url}/sign-in`)
    await page.getByLabel('Your email address').fill('ada@mill.example')
    await button(page, 'Send me a sign-in email').click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await dispatchSignIns(site.world.db, site.url)
    await post.send()
    await page.goto(
      linksIn('ada@mill.example', MAILS.sign_in).find((link) => link.includes('/sign-in/link')) ?? '',
    )
    await button(page, 'Sign in').click()
    await button(page, 'Sign out').waitFor()
    await page.goto(`${site.url}/g/mill-lane`)
    await page.getByRole('heading', { name: 'Mill Lane Co-op' }).waitFor()
    await button(page, 'Sign out').click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await page.goto(`${site.url}/account`)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  })

  test('hidden results stay hidden after others voted, until one has voted', async () => {
    const [ben = 0, , dai = 0, esi = 0] = people
    const poll_id = await makePoll(site.world, {
      settings: { poll_type: 'poll', title: 'Colour of the door', hide_results: 'until_vote' },
      options: ['Green', 'Blue'],
    })
    const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
    const address = `${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`
    const page = await site.open(look)
    await page.goto(address)
    // The turnout is neither secret nor a result, but the page's fingerprint depends on it.
    const seen = async () =>
      (await page.content()).replace(/\d of 5 ballots cast/, '').replace(/data-seen="[^"]*"/, '')
    const before = await seen()
    const cast = (user_id: number, choice: string) =>
      castBallot(site.world.db, {
        poll_id,
        user_id,
        choices: { [choice]: 1 },
        reason: { text: 'Like the hedge.', format: 'md' },
      })
    await cast(dai, 'Blue')
    await cast(esi, 'Green')
    await page.reload()
    expect(await seen()).toBe(before)
    const whole = await page.content()
    await cast(dai, 'Green')
    await page.reload()
    expect(await page.content()).toBe(whole)
    await page.getByText('You see the results once you have voted').waitFor()
    await page.locator('#ballot').getByText('Blue').click()
    await button(page, 'Cast vote').click()
    await page.getByText('Like the hedge.').first().waitFor()
  })

  test('an admin makes a key, and the command on its page works', async () => {
    const page = await site.open(look, site.world.ada.id)
    await page.goto(`${site.url}/g/mill-lane/keys`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Door bot')
    await page.getByLabel('Read the member list').check()
    await button(page, 'Create key').click()
    await page.getByText('Your key is ready.').waitFor()
    const command = await page.locator('pre', { hasText: 'curl ' }).innerText()
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `${command} --silent`])
    expect(JSON.parse(stdout)).toMatchObject({ memberships: expect.any(Array) })
  })
})

test('with an empty database, one link makes the first group and signs its admin in', async () => {
  const world = await createWorld()
  await world.db.pool.query('truncate groups, users, mails, events restart identity cascade')
  const fresh = await openSite(world)
  const token = await change(world.db, SYSTEM, mintSetupLink)
  const page = await fresh.open()
  await page.goto(setupAddress(fresh.url, token ?? ''))
  await button(page, 'Create group and sign in').click()
  await page.getByText('Nothing was saved. Please fix:').waitFor()
  await page.getByRole('textbox', { name: 'Group name', exact: true }).fill('Harbour Choir')
  await page.getByRole('textbox', { name: 'Your name', exact: true }).fill('Ada Nwosu')
  await page.getByRole('textbox', { name: 'Your email address', exact: true }).fill('ada@choir.example')
  await page.getByLabel('Also create a demo group').check()
  await button(page, 'Create group and sign in').click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.getByRole('link', { name: 'Elm Street Neighbours' }).click()
  await page.getByRole('heading', { name: 'Open polls' }).waitFor()
  await page.goto(setupAddress(fresh.url, token ?? ''))
  expect(await page.title()).not.toContain('Set up')
})
