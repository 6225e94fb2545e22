import { expect, test } from 'vitest'
import { openToolWorld } from '../../../test/poll-web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const at = await openToolWorld()

const form = async (path: string, cookie = at.sessions.ada) =>
  (await at.web.get(`${path}/outcome`, cookie)).body
const statementIn = (html: string) => />([^<]*)<\/textarea>/.exec(html)?.[1]

test('the form of an outcome names all options that were funded', async () => {
  const { poll_id, path } = await at.make({
    settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 900, dots_per_person: 8 },
    options: ['Bench', 'Trees', 'Pond'],
    option_costs: { Bench: 300, Trees: 500, Pond: 900 },
    recipients: { audience: 'group' },
  })
  for (const user_id of at.people)
    await castBallot(at.world.db, { poll_id, user_id, choices: { Bench: 4, Trees: 4 }, reason: null })
  await at.close(poll_id)
  const html = await form(path)
  expect(statementIn(html)).toMatch(/^Funded: (Bench and Trees|Trees and Bench)\.$/)
  expect(html).not.toMatch(/<option value="\d+" selected/)
})

test('it names all who were elected to several seats, and proposes no text for one', async () => {
  const elect = async (seats: number) => {
    const { poll_id, path } = await at.make({
      settings: { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats },
      options: ['Ann', 'Bo', 'Cy'],
      recipients: { audience: 'group' },
    })
    for (const [place, user_id] of at.people.entries())
      await castBallot(at.world.db, {
        poll_id,
        user_id,
        choices: place % 2 === 0 ? { Ann: 1, Bo: 2 } : { Bo: 1, Ann: 2 },
        reason: null,
      })
    await at.close(poll_id)
    return form(path)
  }
  expect(statementIn(await elect(2))).toMatch(/^Elected: (Ann and Bo|Bo and Ann)\.$/)
  expect(statementIn(await elect(1))).toBe('')
})

test('members who do not manage the poll are told so, and not to sign in', async () => {
  const { poll_id, path } = await at.make({ recipients: { audience: 'group' } })
  await at.close(poll_id)
  const html = await form(path, at.sessions.ben)
  expect(html).toContain('You are signed in, but you are neither. Ask one of them.')
  expect(html).not.toContain('sign in.')
})
