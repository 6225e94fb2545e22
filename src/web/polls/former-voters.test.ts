import { expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld } from '../../../test/poll-web.ts'
import { keyFor } from '../../../test/world.ts'
import { SYSTEM } from '../../db/db.ts'
import { OFFERED } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const at = await openToolWorld()
const [ben = 0] = at.people
const { id: poll_id, path } = await pollWithFormerVoters()

/** Ben voted and deleted his account; a person who had not voted did, too. */
async function pollWithFormerVoters() {
  const { poll_id, path } = await at.make({ settings: { poll_type: 'poll' }, options: ['Oak', 'Elm'] })
  const reason = { text: 'Because of the shade.', format: 'md' as const }
  await castBallot(at.world.db, { poll_id, user_id: ben, choices: { Oak: 1 }, reason })
  for (const user_id of [ben, at.people[3] ?? 0])
    await erasePerson(at.world.db, SYSTEM, { user_id, writings: 'keep', list: null })
  return { id: poll_id, path }
}

const text = (body: string) => decoded(body.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
const pageOf = async (rest = '', language = 'en') =>
  (await at.web.get(`${path}${rest}`, `${at.sessions.ada}; folkmoot_language=${language}`)).body

/** What each page says of the turnout. */
async function told() {
  const { body } = await at.web.get(`/api/b1/polls/${poll_id}/voters?voted=true`, undefined, {
    authorization: `Bearer ${(await keyFor(at.world)).key}`,
  })
  return {
    poll: /\d+ of \d+ voted/.exec(text(await pageOf()))?.[0],
    voters: text(await pageOf('/voters')).match(/(?:Not yet|Voted): \d+ (?:people|person)/g),
    voted: /Voted: 1 person (.*?) (?:Help|About)/.exec(text(await pageOf('/voters')))?.[1],
    api: JSON.parse(body).voters.map((one: { user_id: number; voted: boolean }) => [one.user_id, one.voted]),
  }
}

const SAME = {
  poll: '1 of 4 voted',
  voters: ['Not yet: 3 people', 'Voted: 1 person'],
  voted: expect.stringContaining('Former member'),
  api: [[ben, true]],
}

test('all pages count a vote whose voter deleted their account, while voting is open and afterwards', async () => {
  expect(await told()).toEqual(SAME)
  const audit = text(await pageOf('/audit'))
  expect(audit).toContain('3 ballots, 2 of them withdrawn')
  expect(audit).toContain('A withdrawn ballot still counts if a vote was cast with it before.')
  expect(audit).toContain('1 of the withdrawn ballots was used: 4 ballots count.')
  await at.close(poll_id)
  expect(await told()).toEqual(SAME)
})

test('each reader sees former members in their own language, whoever looked before', async () => {
  for (const language of [...OFFERED, ...OFFERED.toReversed()]) {
    const former = inLanguage(language, () => t('page.former_member'))
    for (const page of ['', '/voters', '/audit', '/ballots.csv']) {
      const body = decoded(await pageOf(page, language))
      expect(body, `${language} ${page}`).toContain(former)
      if (language !== 'en') expect(body, `${language} ${page}`).not.toContain('Former member')
    }
  }
})
