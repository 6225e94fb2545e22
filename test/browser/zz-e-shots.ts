import { test } from 'vitest'
import { DESK, PHONE, openSite, HEIGHTS } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'
import { change } from '../../src/db/db.ts'
import { castBallot } from '../../src/polls/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'

test('shots', async () => {
  const world = await createWorld()
  const people = await addMembers(world)
  const ada = world.ada.id
  await world.db.pool.query("update users set name = 'Ada Vale', time_zone = 'Europe/Berlin' where id = $1", [ada])
  const site = await openSite(world)
  const thresholds = [
    { option: 'agree', share: 66.66, of: 'cast' as const, at: 'least' as const },
    { option: 'disagree', share: 10, of: 'eligible' as const, at: 'most' as const },
  ]
  const settings = { quorum_pct: 50, thresholds, no_block: true }
  const options = ['agree', 'abstain', 'disagree', 'block']
  const recipients = { audience: 'group' as const }
  const make = async (votes: string[], close: boolean, more = {}) => {
    const id = await makePoll(world, { settings: { ...settings, ...more }, options, recipients })
    for (const [i, v] of votes.entries())
      await castBallot(world.db, { poll_id: id, user_id: people[i] ?? 0, choices: { [v]: 1 }, reason: null })
    if (close) await change(world.db, { kind: 'person', user_id: ada }, (act) => closePoll(act, id))
    return `/p/${await keyOf(world, 'polls', id)}`
  }
  const passed = await make(['agree', 'agree', 'agree', 'abstain'], true)
  const failed = await make(['agree', 'disagree', 'block', 'agree'], true)
  const open = await make(['agree', 'abstain'], false)
  const hidden = await make(['agree', 'abstain'], false, { hide_results: 'until_closed' })
  const nobody = await make([], true)
  const draft = await make([], false, { closing_at: null })
  const pages: Record<string, string> = {
    passed, failed, open, hidden, nobody, outcome: `${passed}/outcome`, edit: `${draft}/edit`,
    new: '/new-poll?group=mill-lane&type=proposal', newpoll: '/new-poll?group=mill-lane&type=poll',
  }
  for (const width of [DESK, PHONE])
    for (const scheme of ['light', 'dark'] as const) {
      if (scheme === 'dark' && width === DESK) continue
      const page = await site.open({ width, scheme }, ada)
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(new URL(path, site.url).href)
        for (const s of await page.locator('summary').all()) if ((await s.textContent())?.includes('reach') && (await s.evaluate((e) => !(e.parentElement as HTMLDetailsElement).open))) await s.click()
        await page.screenshot({ path: `/tmp/e-shots/${name}-${width}-${scheme}.png`, fullPage: true })
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) console.log('WIDE', name, width)
      }
      if (width === DESK || scheme === 'dark') {
        await page.goto(new URL(pages['new']!, site.url).href)
        await page.locator('[name=title]').fill('We buy a second bike shed')
        await page.locator('summary', { hasText: 'reach' }).click()
        await page.locator('[name=quorum_pct]').fill('101')
        await page.locator('[name="thresholds[0][share]"]').fill('66.666')
        await page.locator('[name=no_block]').check()
        await page.getByRole('button', { name: 'See how' }).click()
        await page.screenshot({ path: `/tmp/e-shots/faults-${width}-${scheme}.png`, fullPage: true })
        await page.locator('[name=quorum_pct]').fill('50')
        await page.getByRole('button', { name: 'See how' }).click()
        await page.screenshot({ path: `/tmp/e-shots/faults2-${width}-${scheme}.png`, fullPage: true })
        await page.locator('[name="thresholds[0][share]"]').fill('66.66')
        await page.locator('[name=positions][value=block]').check()
        await page.getByRole('button', { name: 'See how' }).click()
        await page.screenshot({ path: `/tmp/e-shots/preview-${width}-${scheme}.png`, fullPage: true })
      }
    }
}, 200_000)
