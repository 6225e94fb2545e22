import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { invitePeople } from '../../src/groups/invites/invite-people.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { DESK, PHONE } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers } from '../world.ts'
import { button, type Journey, openJourney } from './journey.ts'

// `npm run pictures`: screenshots of voting, names and invitations, for docs/pictures.

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const OPTIONS = ['agree', 'abstain', 'disagree', 'block']
const EVENINGS = ['2098-05-04T18:00:00Z', '2098-05-05T18:00:00Z', '2098-05-06T18:00:00Z']

let at: Journey
let ada: number

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true })
  at = await openJourney()
  ada = at.site.world.ada.id
  await at.site.world.db.pool.query("update users set name = 'Ada Vale' where id = $1", [ada])
})

/** Takes a screenshot of the visible part. */
async function take(page: Page, name: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: join(FOLDER, `${name}-${width}.jpg`), type: 'jpeg', quality: 50 })
}

const actor = () => ({ kind: 'person' as const, user_id: ada })

async function pollPath(wish: Parameters<typeof makePoll>[1]): Promise<string> {
  const { world, url } = at.site
  const id = await makePoll(world, { actor: actor(), ...wish })
  return `${url}/p/${await keyOf(world, 'polls', id)}`
}

describe.each([DESK, PHONE])('%i pixels wide', (width) => {
  const open = (user_id?: number) => at.site.open({ width, scripts: width === DESK }, user_id)

  test('a proposal with a block', async () => {
    const page = await open(ada)
    await page.goto(`${at.site.url}/new-poll?group=mill-lane&type=proposal`)
    await page.locator('#title').fill('We buy a second bike shed')
    await page.locator('[name=positions][value=block]').check()
    await page.locator('#positions').scrollIntoViewIfNeeded()
    await take(page, 'block-form')
    const title = `We buy a second bike shed (${width})`
    const settings = { title, quorum_pct: 50, no_block: true }
    const path = await pollPath({ settings, options: OPTIONS, recipients: { audience: 'group' } })
    await at.post.deliver()
    const [link = ''] = at.linksIn(width === DESK ? 'ben@mill.example' : 'cleo@mill.example', 'Please vote')
    const voter = await open()
    await voter.goto(link)
    await voter.locator('#ballot').scrollIntoViewIfNeeded()
    await take(voter, 'ballot-by-link')
    await voter.getByRole('radio', { name: /^Block/ }).check()
    await voter.getByLabel('Your name').fill(width === DESK ? 'Ben Carter' : 'Cleo Adeyemi')
    await button(voter, 'Cast vote').click()
    await voter.getByText('You voted: Block.').waitFor()
    await take(voter, 'voted')
    await page.goto(path)
    await page.getByRole('heading', { name: 'Results' }).scrollIntoViewIfNeeded()
    await take(page, 'block-results')
  })

  test('people without names', async () => {
    const { world } = at.site
    const emails = ['dee', 'eli', 'fay'].map((name) => `${name}${width}@mill.example`)
    const people = await addMembers(world, emails)
    await change(world.db, actor(), (act) =>
      invitePeople(act, {
        group_id: world.group.id,
        emails: emails.slice(0, 1),
        names: new Map([[emails[0] ?? '', 'Dee Okafor']]),
        field: 'emails',
      }),
    )
    const settings = { poll_type: 'meeting' as const, title: 'When do we meet?' }
    const id = await makePoll(world, {
      actor: actor(),
      settings,
      options: EVENINGS,
      recipients: { audience: 'group' },
    })
    for (const [place, user_id] of people.entries()) {
      const choices = Object.fromEntries(EVENINGS.map((evening, time) => [evening, (place + time) % 3]))
      await castBallot(world.db, { poll_id: id, user_id, choices, reason: null })
    }
    const page = await open(ada)
    await page.goto(`${at.site.url}/p/${await keyOf(world, 'polls', id)}`)
    await page.locator('.wide').scrollIntoViewIfNeeded()
    await take(page, 'names-in-a-grid')
    await page.goto(`${at.site.url}/g/mill-lane/members?list=invited`)
    await take(page, 'members-without-email')
    await button(page, 'Copy all links').click()
    await page.getByLabel('Links').waitFor()
    await take(page, 'all-links')
  })

  test('an invitation while a poll is open', async () => {
    const email = `ivy${width}@mill.example`
    await addMembers(at.site.world, [email])
    await at.post.deliver()
    const mail = at.mailTo(email, 'You are invited') ?? at.mailTo(email, 'Ada Vale invites you')
    const page = await open()
    await page.setContent(mail?.email.html ?? '')
    await take(page, 'invitation-mail')
    const [link = ''] = /http:\/\/localhost:\d+\/g\/\S+/.exec(mail?.email.text ?? '') ?? []
    await page.goto(link)
    await take(page, 'invitation')
    await page.getByLabel('Your name').fill('Ivy Lund')
    await button(page, 'Join Mill Lane Co-op').click()
    await page.getByText('You joined Mill Lane Co-op.').waitFor()
    await take(page, 'joined')
  })

  test('a form of a new poll', async () => {
    const page = await open(ada)
    for (const type of ['poll', 'meeting']) {
      await at.site.world.db.pool.query('delete from form_drafts')
      await page.goto(`${at.site.url}/new-poll?group=mill-lane&type=${type}`)
      await take(page, `new-${type}`)
    }
    await page.goto(`${at.site.url}/g/mill-lane`)
    await take(page, 'group')
  })
})
