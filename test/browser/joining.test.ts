import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../tell.ts'
import { addMembers } from '../world.ts'
import { button, type Journey, LOOKS, openJourney } from './journey.ts'

let at: Journey

beforeAll(async () => {
  at = await openJourney()
  await makePoll(at.site.world, { settings: { title: 'A new roof' } })
  await at.post.deliver()
})

describe.each(LOOKS)('$width pixels wide, scripts: $scripts', (look) => {
  const email = `ivy${look.width}@mill.example`

  test('an invited person joins by the mail, is signed in, and votes in the waiting polls', async () => {
    await addMembers(at.site.world, [email])
    await at.post.deliver()
    const links = at.linksIn(email, 'You are invited')
    const page = await at.site.open(look)
    await page.goto(links.find((link) => link.includes('/g/')) ?? '')
    await page.getByLabel('Your name').fill('Ivy Low')
    await button(page, 'Join Mill Lane Co-op').click()
    await page.getByText('You joined Mill Lane Co-op.').waitFor()
    await page.getByText('1 poll is waiting for your vote').waitFor()
    await button(page, 'Sign out').waitFor()
    await page.getByRole('status').getByRole('link', { name: 'A new roof' }).click()
    await page.getByText('Agree', { exact: true }).first().click()
    await button(page, 'Cast vote').click()
    await page.getByText('You voted: Agree.').waitFor()
  })

  test('an admin copies the links of everyone who has not joined', async () => {
    await addMembers(at.site.world, [`jo${look.width}@mill.example`])
    const page = await at.site.open(look, at.site.world.ada.id)
    await page.goto(`${at.site.url}/g/mill-lane/members?list=invited`)
    await button(page, 'Copy all links').click()
    const links = await page.getByLabel('Links').inputValue()
    expect(links).toMatch(
      new RegExp(`^jo${look.width}@mill.example http://localhost:\\d+/g/mill-lane\\?k=`, 'm'),
    )
    const copy = button(page, 'Copy to clipboard')
    expect(await copy.count()).toBe(look.scripts ? 1 : 0)
    if (!look.scripts) return
    await copy.click()
    await page.getByText('Copied.').waitFor()
  })
})
