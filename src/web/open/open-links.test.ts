import { describe, expect, test } from 'vitest'
import { openLinkedPolls } from '../../../test/open-votes.ts'
import { everyRow } from '../../../test/web.ts'
import { LIMITS } from '../../users/limit.ts'

const { at, makePoll, makeLink, comeBy, vote, rows } = await openLinkedPolls()

describe('an open link', () => {
  test('is made by facilitators of polls that allow it, with a QR code and a sheet', async () => {
    const made = await makePoll()
    const { body } = await made.send('open-links')
    expect(body).toContain('QR code of https://moot.example/vote?k=')
    const token = /\/vote\?k=([\w-]{32})/.exec(body)?.[1] ?? ''
    const sheet = await at.web.get(`/vote/sheet?k=${token}`)
    expect([sheet.statusCode, sheet.body.includes('Scan the code with your phone to vote.')]).toEqual([
      200,
      true,
    ])
    expect((await made.send('open-links', {}, at.sessions.ben)).statusCode).toBe(403)
    expect((await (await at.make()).send('open-links')).statusCode).toBe(403)
    expect(JSON.stringify(await everyRow(at.world))).not.toContain(token)
  })

  test('ends at its limit or when someone ends it; people who have voted may still change their vote', async () => {
    const made = await makePoll()
    const token = await makeLink(made, { most: '1' })
    const [first, second] = [await comeBy(token), await comeBy(token)]
    await vote(token, first)
    const late = await vote(token, second)
    expect([late.statusCode, late.body.includes('This link has reached its limit')]).toEqual([410, true])
    const other = await makeLink(made)
    const third = await comeBy(other)
    const [{ id }] = await rows('select max(id)::int as id from open_links')
    await made.send(`open-links/${id}/end`)
    expect((await vote(other, third)).statusCode).toBe(410)
    expect((await vote(token, first, { choice: '3' })).statusCode).toBe(303)
  })

  test('shows nothing to others once it has ended, also after the closing, and can be ended then', async () => {
    const made = await makePoll()
    const [ended, used] = [await makeLink(made), await makeLink(made)]
    const cookie = await comeBy(ended)
    await vote(ended, cookie)
    await made.send('close')
    const [{ id }] = await rows('select min(id)::int as id from open_links where poll_id = $1', [
      made.poll_id,
    ])
    const page = (await at.web.get(`${made.path}/open-links`, at.sessions.ada)).body
    expect([page.includes('End link'), page.includes('Create link')]).toEqual([true, false])
    const last = await made.send(`open-links/${id}/end`)
    expect(last.headers.location).toMatch(/\/open-links\?done=link_ended$/)
    expect((await at.web.get(`/vote?k=${ended}`)).statusCode).toBe(410)
    expect((await vote(ended, await comeBy(used))).statusCode).toBe(410)
    expect((await at.web.get(`/vote?k=${ended}`, cookie)).statusCode).toBe(200)
    expect((await at.web.get(`/vote?k=${used}`)).statusCode).toBe(200)
  })

  test('accepts only whole numbers of votes', async () => {
    const made = await makePoll()
    for (const most of ['0', 'many', '10001'])
      expect((await made.send('open-links', { most })).statusCode).toBe(422)
  })

  test('stops a bot, and the poll’s page warns its facilitators', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const cookie = await comeBy(token)
    for (let tried = 0; tried < LIMITS.open_vote_network.most; tried++) await vote(token, cookie)
    const refused = await vote(token, cookie)
    expect([refused.statusCode, refused.body.includes('Too many votes at once')]).toEqual([429, true])
    const told = 'Many votes by open link were rejected'
    expect((await at.web.get(made.path, at.sessions.ada)).body).toContain(told)
    expect((await at.web.get(made.path, at.sessions.ben)).body).not.toContain(told)
  })
})

test('votes sent at once by one browser count once, and by many never exceed the limit', async () => {
  const made = await makePoll()
  const token = await makeLink(made, { most: '3' })
  const browsers = await Promise.all(Array.from({ length: 6 }, () => comeBy(token)))
  await Promise.all([...browsers, ...browsers].map((cookie) => vote(token, cookie)))
  const [tally] = await rows(
    `select open_count, (select count(*)::int from open_ballots b where b.poll_id = t.poll_id) as ballots
     from tallies t where poll_id = $1`,
    [made.poll_id],
  )
  expect(tally).toEqual({ open_count: 3, ballots: 3 })
})
