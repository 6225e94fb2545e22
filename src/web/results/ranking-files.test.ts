import { count, readBlt } from '@folkmoot/count'
import { describe, expect, test } from 'vitest'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { type BallotExport, recount } from '../../polls/results/ballot-export.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const { world, web, people, ada, make, vote, close } = await openGroupPolls()

describe('the rankings of a closed poll', () => {
  const OPTIONS = ['Bench', 'Trees', 'Lights', 'Pond']
  const SETTINGS = { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 2 } as const
  const BALLOTS: Record<string, number>[] = [
    { Bench: 1, Trees: 2 },
    { Trees: 1 },
    { Lights: 1, Pond: 2 },
    { Pond: 1 },
  ]

  async function elect(anonymous: boolean) {
    const { poll_id, path } = await make({ settings: { ...SETTINGS, anonymous }, options: OPTIONS })
    for (const [voter, choices] of BALLOTS.entries())
      await castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices, reason: null })
    await close(poll_id)
    await sealPoll(world.db, poll_id)
    return path
  }

  test.each([true, false])(
    'elect the same again, from JSON and from BLT (anonymous: %s)',
    async (anonymous) => {
      const path = await elect(anonymous)
      const file: BallotExport = (await web.get(`${path}/ballots.json`, ada)).json()
      expect(file.elected).toHaveLength(2)
      const names = (file.elected ?? []).map((slot) => OPTIONS[slot - 1])
      expect(recount(file)).toMatchObject({ elected: names, differences: [] })
      const other = { ...file, elected: (file.elected ?? []).toReversed() }
      expect(recount(other).differences).toEqual([
        `the count elects ${names.join(', ')}, but the file says ${names.toReversed().join(', ')}`,
      ])
      const answer = await web.get(`${path}/ballots.blt`, ada)
      expect(answer.headers['content-disposition']).toContain('.blt"')
      const { seed, seats, ...election } = readBlt(answer.body)
      expect(seed).toMatch(/^[A-Za-z0-9]{8} [0-9a-f]{64}$/)
      const lot = { seed: seed ?? '', ids: OPTIONS.map((_, place) => place + 1) }
      const again = count({ ...election, seats, method: 'stv_scottish', lot })
      expect(again.ties.map(({ by }) => by)).toContain('lot')
      expect(again.elected.map((place) => place + 1)).toEqual(file.elected)
    },
  )

  test.each([true, false])('are ranks in the CSV, 1 the first choice (anonymous: %s)', async (anonymous) => {
    const path = await elect(anonymous)
    const [head, ...rows] = (await web.get(`${path}/ballots.csv`, ada)).body.trimEnd().split('\r\n')
    expect(head).toContain(',"Bench","Trees","Lights","Pond",')
    const ranks = rows.map((row) => row.split(',').slice(1, 5).join(','))
    expect(ranks.sort()).toEqual([',,,1', ',,1,2', ',1,,', '1,2,,'])
  })

  test('are there only of polls with rankings', async () => {
    const { poll_id, path } = await make()
    await vote(poll_id, 0, 'agree')
    await close(poll_id)
    expect((await web.get(`${path}/ballots.blt`, ada)).statusCode).toBe(404)
    expect((await web.get(path, ada)).body).not.toContain('.blt')
  })
})
