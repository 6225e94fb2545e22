import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { nameMembers } from '../../../test/world.ts'
import { settleDuePolls } from '../../polls/close-due-polls.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
  await nameMembers(at.world)
  await at.world.db.pool.query("update users set name = 'Ada' where id = $1", [at.world.ada.id])
})

const LATER = '2098-03-01T12:00'
const page = async (path: string, cookie = at.sessions.ben) => (await at.web.get(path, cookie)).body
/** What a page says, without its markup and the initials of people. */
const words = (html: string) =>
  decoded(html.replace(/<i .*?<\/i>/g, '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')
const edit = (title: string) => ({ title, details: 'Where, and how large?', closing_at: LATER })

describe('a poll that was reopened', () => {
  test('says by whom and when, and once until when people can vote', async () => {
    const { path, poll_id, send } = await at.make({ recipients: { audience: 'group' } })
    await at.close(poll_id)
    expect(words(await page(path))).not.toContain('reopened')
    await send('reopen', { closing_at: LATER }, at.sessions.cleo)
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[2] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, token)
    for (const reader of [at.sessions.ben, cookie]) {
      const said = words(await page(path, reader))
      expect(said).toMatch(/Voting was reopened by Cleo on \S+ \d+ \S+ \d{4}, .*?\./)
      expect(said.match(/Voting is open until Saturday 1 March 2098/g)).toHaveLength(1)
    }
  })

  test('says that it was, and no longer until when, once it is closed again', async () => {
    const { path, poll_id, send } = await at.make()
    await at.close(poll_id)
    await send('reopen', { closing_at: LATER })
    await at.close(poll_id)
    expect(words(await page(path))).toContain('Voting was reopened by Ada on')
    expect(words(await page(path))).not.toContain('Voting is open until')
  })

  test('lists it in the history of its edits, with the old closing time and the new one', async () => {
    const { path, poll_id, send } = await at.make()
    await at.close(poll_id)
    await send('reopen', { closing_at: LATER })
    const history = words(await page(`${path}/history`))
    expect(history).toContain('Voting was reopened by Ada on')
    expect(history).toMatch(/Closing time: Saturday 1 March 2098.*\(previously:/)
  })

  test('says so on its card in the thread, and to the public', async () => {
    const discussion_id = await makeThread(at.world, { audience: 'group' })
    const { path, poll_id, send } = await at.make({ discussion_id })
    await at.close(poll_id)
    await send('outcome', { statement: 'Too hasty.' })
    await send('reopen', { closing_at: LATER })
    const card = words(await page(`/d/${await keyOf(at.world, 'discussions', discussion_id)}`))
    expect(card).toMatch(/Voting was reopened by Ada on .*?\. The outcome was withdrawn\./)
    await at.world.db.pool.query('update groups set public = true where id = $1', [at.world.group.id])
    await at.world.db.pool.query('update discussions set private = false where id = $1', [discussion_id])
    const told = words((await at.web.get(path)).body)
    expect(told).toContain('Voting was reopened on')
    expect(told).not.toContain('reopened by')
  })
})

describe('a poll that was reopened twice', () => {
  /** When each line below the title says that something happened, in the order of the page. */
  const told = (html: string) =>
    [...html.matchAll(/<li class="past">(.*?)<\/li>/gs)].map(([, line = '']) => [
      /closed early|closed as planned|reopened|Edited/.exec(line)?.[0],
      /datetime="([^"]*)"/.exec(line)?.[1] ?? '',
    ])

  async function reopenedTwice() {
    const discussion_id = await makeThread(at.world, { audience: 'group' })
    const made = await at.make({ discussion_id })
    for (const title of ['A third shed', 'A fourth shed']) {
      await at.close(made.poll_id)
      await made.send('reopen', { closing_at: LATER })
      await made.send('edit', edit(title))
    }
    const thread = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
    return { ...made, thread }
  }

  test('tells what happened in the order of time, the latest first', async () => {
    const { path } = await reopenedTwice()
    const lines = told(await page(path))
    expect(lines.map(([what]) => what)).toEqual(['Edited', 'reopened', 'Edited', 'reopened'])
    const times = lines.map(([, time]) => time ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('says first that it is closed again, once, and what the deadline was', async () => {
    const { path, poll_id, thread } = await reopenedTwice()
    await at.close(poll_id)
    const html = await page(path)
    const lines = told(html)
    expect(words(html)).toMatch(/Voting has closed\. You did not vote\. The deadline was/)
    expect(lines.map(([what]) => what).slice(0, 3)).toEqual(['closed early', 'Edited', 'reopened'])
    expect(words(await page(thread))).toMatch(
      /Voting was reopened by Ada on [^.]*\. Voting was closed early by Ada on [^.]*\. ?The deadline was/,
    )
  })

  test('tells the last reopening in its place, however many edits followed', async () => {
    const { path, send } = await reopenedTwice()
    for (const title of ['Five', 'Six', 'Seven', 'Eight']) await send('edit', edit(title))
    const html = await page(path)
    const [shown = '', between = '', after = ''] = html.split(/<summary>\d earlier changes?<\/summary>/)
    expect([shown, between].map((part) => told(part).map(([what]) => what))).toEqual([
      ['Edited', 'Edited', 'Edited'],
      ['Edited', 'Edited', 'reopened'],
    ])
    expect(between.indexOf('</details>')).toBeLessThan(between.indexOf('reopened'))
    expect(told(after).map(([what]) => what)).toEqual(['Edited', 'reopened'])
  })
})

describe('a poll that was closed early, and never changed', () => {
  test('says who closed it and its deadline, also in the minutes and once it is sealed', async () => {
    for (const settings of [{}, { anonymous: true, stance_reason_required: 'disabled' as const }]) {
      const { path, poll_id } = await at.make({ settings })
      await at.close(poll_id)
      if (settings.anonymous) await sealPoll(at.world.db, poll_id)
      const html = await page(path)
      expect(words(html)).toMatch(
        /Voting was closed early by Ada on [^.]*\. ?The deadline was \w+ \d+ \w+ \d{4}/,
      )
      const [, story = ''] = /aria-labelledby="story">(.*?)<\/section>/s.exec(html) ?? []
      expect(words(story)).toContain('Voting was closed early by Ada on')
      expect(html).toMatch(/<dd class="on-paper"><time[^>]*>[^<]*<\/time><p>The deadline was <time/)
    }
  })

  test('is not said of a poll that closed at its deadline', async () => {
    const { path, poll_id } = await at.make()
    await at.world.db.pool.query('update polls set closing_at = now() where id = $1', [poll_id])
    await settleDuePolls(at.world.db)
    const told = words(await page(path))
    expect(told).toContain('Voting closed on')
    expect(told).not.toMatch(/early|The deadline was|History/)
  })
})

describe('the whole story of a poll that was reopened', () => {
  /** Closed early and reopened, closed again; edited, and with two outcomes, the first one withdrawn. */
  async function lived() {
    const made = await at.make()
    const { poll_id, send } = made
    await send('edit', edit('A third shed'))
    await at.close(poll_id)
    await send('outcome', { statement: 'Too hasty.' }, at.sessions.cleo)
    await send('reopen', { closing_at: LATER })
    await at.close(poll_id)
    await send('outcome', { statement: 'We build it.' })
    await send('outcome', { statement: 'We build two.' })
    return made
  }
  const STORY = [
    /^Edited by Ada on .*: Title, Details/,
    /^Voting was closed early (by \S+ )?on /,
    /^The outcome was published by Cleo on /,
    /^Voting was reopened by Ada on .*\. The outcome was withdrawn\.$/,
    /^Voting was closed early (by \S+ )?on /,
    /^The outcome was published by Ada on /,
    /^The outcome was edited by Ada on /,
  ]

  test('is in the minutes, each act in a line with its time and author, and with the earlier outcome', async () => {
    const { path } = await lived()
    const html = await page(path)
    const [, list = ''] =
      /<section class="stack on-paper" aria-labelledby="story">.*?<ol[^>]*>(.*?)<\/ol>/s.exec(html) ?? []
    const told = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line]) => words(line ?? '').trim())
    expect(told).toHaveLength(STORY.length)
    for (const [place, line] of STORY.entries()) expect(told[place]).toMatch(line)
    expect(told[0]).toMatch(/Title: A third shed \(previously: A second bike shed ?\)/)
    expect(html).toMatch(
      /<details class="earlier"><summary>Earlier outcome of <time[^>]*>[^<]+<\/time><\/summary>.*Too hasty/s,
    )
  })

  test('is in its history, the latest first', async () => {
    const { path } = await lived()
    const history = words(await page(`${path}/history`))
    const places = [
      'The outcome was edited by Ada on',
      'The outcome was published by Ada on',
      'Voting was reopened by Ada on',
      'The outcome was published by Cleo on',
      'Edited by Ada',
    ].map((said) => history.indexOf(said))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(history.match(/Voting was closed early/g)).toHaveLength(2)
    expect(history).not.toContain('Too hasty')
  })
})

describe('the edits of a poll', () => {
  const lines = (html: string) =>
    [...html.matchAll(/<li class="past">(.*?)<\/li>/gs)].map(([, line]) => words(line ?? '').trim())

  test('are lines of their own, with their time, author and settings, the latest first', async () => {
    const { path, send } = await at.make()
    await send('edit', edit('A third shed'), at.sessions.cleo)
    await send('edit', { ...edit('A third shed'), details: 'How large?' })
    const [last, first, ...others] = lines(await page(path))
    expect(last).toMatch(/^Edited by Ada on .*: Details$/)
    expect(first).toMatch(/^Edited by Cleo on .*: Title, Details, Closing time$/)
    expect(others).toEqual([])
  })

  test('fold those above three, also for people who came by a link', async () => {
    const { path, poll_id, send } = await at.make({ recipients: { audience: 'group' } })
    for (const number of [1, 2, 3, 4, 5]) await send('edit', edit(`Shed ${number}`))
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[2] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, token)
    for (const reader of [at.sessions.ben, cookie]) {
      const html = await page(path, reader)
      const [shown = '', folded = ''] = html.split('<summary>2 earlier changes</summary>')
      expect(shown.match(/Edited by/g)).toHaveLength(3)
      expect(lines(folded)).toHaveLength(2)
      expect(html).toContain(`<a href="${path}/history">History</a>`)
    }
  })

  test('lead to the history with the rest, where there are very many', async () => {
    const { path, poll_id } = await at.make()
    await at.world.db.pool.query(
      `insert into events (kind, group_id, poll_id, subject_type, subject_id, actor_id, recipient_ids, created_at)
       select 'poll_edited', $1, $2, 'Poll', $2, $3, '{}', now() + n * interval '1 second' from generate_series(1, 40) n`,
      [at.world.group.id, poll_id, at.world.ada.id],
    )
    await at.world.db.pool.query('update polls set version = 2 where id = $1', [poll_id])
    const html = await page(path)
    expect(lines(html)).toHaveLength(20)
    expect(html).toContain(`<a href="${path}/history">History</a>`)
  })
})
