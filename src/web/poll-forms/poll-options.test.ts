import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { tokenFor } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

describe('options', () => {
  test('are added by managers of the poll; cast ballots leave them unanswered', async () => {
    const { poll_id, send } = await at.make({ settings: { poll_type: 'score' }, options: ['A', 'B'] })
    await castBallot(at.world.db, {
      poll_id,
      user_id: at.people[0] ?? 0,
      choices: { A: 3, B: 1 },
      reason: null,
    })
    await send('options', { options: 'C\r\n\r\n D ' })
    const { rows } = await at.world.db.pool.query(
      'select slot, priority, name from poll_options where poll_id = $1 order by slot',
      [poll_id],
    )
    expect(rows.slice(2)).toEqual([
      { slot: 3, priority: 2, name: 'C' },
      { slot: 4, priority: 3, name: 'D' },
    ])
    await castBallot(at.world.db, { poll_id, user_id: at.people[1] ?? 0, choices: { D: 5 }, reason: null })
    const again = await send('options', { options: 'C' })
    expect(again.statusCode).toBe(422)
    expect(decoded(again.body)).toContain('Options contain “C”, which is already an option.')
    const both = await send('options', { options: 'E\nE' })
    expect(decoded(both.body)).toContain('Options contain “E” more than once.')
  })

  test('of an open ranked vote leave the number of ranks as it is, which their form says', async () => {
    const options = ['A', 'B', 'C']
    const said = async (count_method: 'points' | 'irv', draft: boolean) => {
      const settings = {
        poll_type: 'ranked_choice',
        count_method,
        ...(draft ? { closing_at: null } : {}),
      } as const
      const { path } = await at.make({ settings, options })
      return decoded((await at.web.get(`${path}/options`, at.sessions.ada)).body)
    }
    const fixed =
      'The number of ranks was fixed when voting opened: it stays 3, however many options you add.'
    for (const method of ['points', 'irv'] as const) {
      expect(await said(method, false)).toContain(fixed)
      expect(await said(method, true)).not.toContain('The number of ranks')
    }
  })

  test('with the word of an answer that is there are refused', async () => {
    const { send } = await at.make({ settings: { poll_type: 'count' } })
    for (const text of ['Accept', 'Participo']) {
      const { statusCode, body } = await send('options', { options: text })
      expect([statusCode, decoded(body)]).toEqual([
        422,
        expect.stringContaining(`Options contain “${text}”, which is already an option.`),
      ])
    }
  })

  test('are added by voters if the poll allows it, with their link too', async () => {
    const settings = { poll_type: 'poll', voter_can_add_options: true } as const
    const { poll_id, path, send } = await at.make({ settings, options: ['A'] })
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id })
    const { cookie, page } = await at.web.follow(path, token)
    expect(page.body).toContain(`${path}/options`)
    expect((await send('options', { options: 'Mine' }, cookie)).statusCode).toBe(303)
    expect((await at.web.get(path, cookie)).body).toContain('Mine')
  })

  test('of a meeting are sorted by time', async () => {
    const { path, send } = await at.make({
      settings: { poll_type: 'meeting' },
      options: ['2098-01-05', '2098-01-07'],
    })
    const fields = (await at.web.get(`${path}/options`, at.sessions.ada)).body
    expect(fields).toContain('<input id="options-5" type="date" name="options" value aria-label="Time 5"/>')
    await send('options', [
      ['options', '2098-01-06'],
      ['options', ''],
    ])
    const days = [...(await at.web.get(path, at.sessions.ben)).body.matchAll(/<h3>\w+ (\d)/g)].map(
      ([, day]) => day,
    )
    expect(days).toEqual(['5', '6', '7'])
    const again = await send('options', { options: '2098-01-06' })
    expect(again.body).toContain('<a href="#options">Times contain ')
    expect(again.body).toContain('id="options-mend">Times contain ')
  })
})
