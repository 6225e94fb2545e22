import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { makePoll, rewordPoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { addOptions } from '../../polls/add-options.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { editPoll } from '../../polls/edit-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { lockPoll } from '../../polls/polls-store.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

/** People voted, and then the question was edited. */

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

const ABOVE = /The question was edited on .*?, after you voted\. See what changed\./
const CHECK = 'Check that your vote still says what you mean. If not, change it.'
const ON_BALLOT = 'The question was edited after you voted.'
const BEFORE = 'Your vote was recorded before the question was edited.'
const CARD = 'Edited since voting opened: Details.'
const ANONYMOUS = { anonymous: true, stance_reason_required: 'disabled' as const }

const words = (html: string) => decoded(html.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ')

async function made(settings: Partial<PollSettings> = {}) {
  const { id, path: thread } = await at.thread()
  const poll_id = await makePoll(at.world, {
    discussion_id: id,
    settings,
    recipients: { audience: 'group' },
  })
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  const vote = (user_id: number, choice = 'agree') =>
    castBallot(at.world.db, { poll_id, user_id, choices: { [choice]: 1 }, reason: null })
  const reword = (details: string) => rewordPoll(at.world, poll_id, { user_id: at.people.ada, details })
  const seen = async (url: string, who: 'ben' | 'ada') => (await at.get(url, who)).body
  return { poll_id, path, thread, vote, reword, seen }
}

describe('in a named poll', () => {
  test('a voter reads that the question was edited after their vote, until they vote again', async () => {
    const { path, vote, reword, seen } = await made()
    await vote(at.people.ben)
    expect(words(await seen(path, 'ben'))).not.toContain('question was edited')
    await reword('For **twelve** bikes.')
    const page = await seen(path, 'ben')
    expect(words(page)).toMatch(ABOVE)
    expect(words(page)).toContain(CHECK)
    expect(words(page)).toContain(ON_BALLOT)
    expect(page).toContain(`<a href="${path}/history">See what changed</a>`)
    await vote(at.people.ben, 'disagree')
    expect(words(await seen(path, 'ben'))).not.toMatch(/question was edited/)
  })

  test('the same vote cast again confirms it for the edited question', async () => {
    const { path, poll_id, vote, reword, seen } = await made()
    const of_ben = () =>
      at.world.db.pool
        .query('select cast_at from ballots where poll_id = $1 and user_id = $2', [poll_id, at.people.ben])
        .then(({ rows }) => rows[0]?.cast_at as Date)
    await vote(at.people.ben)
    const first = await of_ben()
    expect(await vote(at.people.ben)).toMatchObject({ outcome: 'unchanged', cast_at: first })
    await reword('For **twelve** bikes.')
    expect(words(await seen(path, 'ben'))).toMatch(ABOVE)
    expect(await vote(at.people.ben)).toMatchObject({ outcome: 'recorded' })
    expect((await of_ben()).getTime()).toBeGreaterThan(first.getTime())
    expect(words(await seen(path, 'ben'))).not.toMatch(/question was edited/)
    expect(await vote(at.people.ben)).toMatchObject({ outcome: 'unchanged' })
    const tally = await at.world.db.pool.query('select cast_count, sums from tallies where poll_id = $1', [
      poll_id,
    ])
    expect(tally.rows).toEqual([{ cast_count: 1, sums: [1, 0, 0] }])
  })

  test('a program that casts the same vote again confirms nothing for its voter', async () => {
    const { path, poll_id, reword, seen } = await made()
    const { id } = await keyFor(at.world)
    const cast = () =>
      castBallot(at.world.db, {
        poll_id,
        user_id: at.people.ben,
        choices: { agree: 1 },
        reason: null,
        api_key_id: id,
      })
    await cast()
    await reword('For **twelve** bikes.')
    expect(await cast()).toMatchObject({ outcome: 'unchanged' })
    expect(words(await seen(path, 'ben'))).toMatch(ABOVE)
  })

  test('a vote that was cast while the edit waited for the poll is older than the edit', async () => {
    const { path, poll_id, vote, seen } = await made()
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, async (act) => {
      await vote(at.people.ben)
      const locked = await lockPoll(act.tx, poll_id)
      if (locked === null) throw new Error('no poll')
      await editPoll(act, poll_id, { edit: { ...locked.poll, title: 'A third shed' }, problems: [] })
    })
    expect(words(await seen(path, 'ben'))).toMatch(ABOVE)
  })

  test('people who voted after the edit, or not at all, read nothing of the kind', async () => {
    const { path, vote, reword, seen } = await made()
    await vote(at.people.ben)
    await reword('For **twelve** bikes.')
    expect(words(await seen(path, 'ada'))).not.toContain('question was edited')
    await vote(at.people.ada)
    expect(words(await seen(path, 'ada'))).not.toContain('question was edited')
  })

  test('another closing time is no other question', async () => {
    const { path, poll_id, vote, seen, thread } = await made()
    await vote(at.people.ben)
    await at.post(`${path}/edit`, 'ada', {
      title: 'A second bike shed',
      details: 'We **need** room for eleven more bikes.',
      closing_at: '2098-03-01T12:00',
    })
    const { rows } = await at.world.db.pool.query('select version from polls where id = $1', [poll_id])
    expect(rows).toEqual([{ version: 2 }])
    expect(words(await seen(path, 'ben'))).not.toContain('question was edited')
    expect(words(await seen(thread, 'ben'))).not.toContain('since voting opened')
  })

  test('after the closing it says so without asking to change the vote', async () => {
    const { path, poll_id, vote, reword, seen } = await made()
    await vote(at.people.ben)
    await reword('For **twelve** bikes.')
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect(words(await seen(path, 'ben'))).toMatch(ABOVE)
    expect(words(await seen(path, 'ben'))).not.toContain(CHECK)
  })

  test('its card in the thread says so too, once somebody has voted', async () => {
    const { path, poll_id, thread, vote, reword, seen } = await made()
    await reword('For **ten** bikes.')
    expect(words(await seen(thread, 'ben'))).not.toContain(CARD)
    await vote(at.people.ben)
    expect(words(await seen(thread, 'ben'))).not.toContain(BEFORE)
    await reword('For **twelve** bikes.')
    const card = await seen(thread, 'ben')
    expect(words(card)).toContain(CARD)
    expect(card).toContain(`<a href="${path}/history">Edited</a>`)
    expect(words(card)).toContain(ON_BALLOT)
    expect(words(card)).not.toContain(BEFORE)
    expect(words(await seen(thread, 'ada'))).toContain(CARD)
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect(words(await seen(thread, 'ben'))).toContain(BEFORE)
    expect(words(await seen(thread, 'ada'))).not.toContain(BEFORE)
  })

  test('an added option is named on the card, and does not reword the question', async () => {
    const { path, poll_id, thread, vote, seen } = await made()
    await at.world.db.pool.query("update polls set poll_type = 'poll' where id = $1", [poll_id])
    await vote(at.people.ben)
    await change(at.world.db, SYSTEM, (act) => addOptions(act, poll_id, ['Later']))
    await at.world.db.pool.query('update polls set version = version + 1 where id = $1', [poll_id])
    expect(words(await seen(thread, 'ada'))).toContain('Edited since voting opened: Options.')
    expect(words(await seen(path, 'ben'))).not.toMatch(ABOVE)
    expect(words(await seen(path, 'ben'))).toContain('1 option was added after you voted.')
  })
})

describe('in an anonymous poll', () => {
  const plain = (html: string) =>
    html.replace(/data-seen="[^"]+"/g, '').replace(/name="once" value="[^"]+"/g, '')

  test('nothing tells whether a vote was cast before or after the edit, to nobody', async () => {
    const [before, after] = [await made(ANONYMOUS), await made(ANONYMOUS)]
    await before.vote(at.people.ben)
    for (const { reword } of [before, after]) await reword('For **twelve** bikes.')
    await after.vote(at.people.ben)
    const pages = async ({ path, thread, poll_id, seen }: typeof before, who: 'ada' | 'ben') => {
      const token = await tokenFor(at.world, 'ballot', { user_id: at.people[who], poll_id })
      const linked = (await at.web.follow(path, token)).page.body
      const all = [await seen(path, who), await seen(thread, who), linked].map(plain).join('')
      return all
        .replaceAll(path.slice(3), 'POLL')
        .replaceAll(thread.slice(3), 'THREAD')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
        .replace(/\d\d:\d\d/g, 'HH:MM')
        .replace(/(poll|ballot|vote|outcome|result)-\d+/g, '$1-N')
        .replace(/(action="[^"]*|data-(?:at|read)=")\d+/g, '$1')
    }
    for (const who of ['ben', 'ada'] as const) {
      const page = await pages(before, who)
      expect(page).toBe(await pages(after, who))
      expect(words(page)).not.toContain('question was edited')
      expect(words(page)).toContain(CARD)
    }
  })
})

describe('how many votes are older than the last edit of the question', () => {
  const OLDER = (votes: string) => `${votes} cast before the question was last edited.`
  const OVER = 'The question was edited after voting had opened.'

  async function votedAndEdited(settings: Partial<PollSettings> = {}) {
    const poll = await made(settings)
    for (const person of [at.people.ben, at.people.ada]) await poll.vote(person)
    await poll.reword('For **twelve** bikes.')
    return poll
  }

  test('is said beside the turnout and on the card in the thread, until the voters vote again', async () => {
    const { path, thread, vote, seen } = await votedAndEdited()
    for (const url of [path, thread])
      expect(words(await seen(url, 'ada'))).toContain(OLDER('Both votes were'))
    await vote(at.people.ben)
    for (const url of [path, thread])
      expect(words(await seen(url, 'ada'))).toContain(OLDER('1 of these votes was'))
    await vote(at.people.ada)
    for (const url of [path, thread])
      expect(words(await seen(url, 'ada'))).not.toContain('the question was last edited')
  })

  test('is also said of the final result, and leads to the edit history', async () => {
    const { path, poll_id, seen } = await votedAndEdited()
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    const page = await seen(path, 'ada')
    expect(words(page)).toContain(`${OLDER('Both votes were')} History`)
    expect(page).toContain(`<a class="on-screen" href="${path}/history">History</a>`)
  })

  test('is not said while the results are hidden', async () => {
    const { path, thread, seen } = await votedAndEdited({ hide_results: 'until_closed' })
    for (const url of [path, thread]) {
      const said = words(await seen(url, 'ada'))
      expect(said).not.toContain('the question was last edited')
      expect(said).not.toContain(OVER)
    }
  })

  test('is never said of an anonymous poll, only that the question was edited, whenever people voted', async () => {
    const { path, thread, poll_id, seen } = await votedAndEdited(ANONYMOUS)
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await sealPoll(at.world.db, poll_id)
    expect(words(await seen(path, 'ada'))).toContain(OVER)
    for (const url of [path, thread])
      expect(words(await seen(url, 'ada'))).not.toContain('the question was last edited')
    const after = await made(ANONYMOUS)
    await after.reword('For **twelve** bikes.')
    for (const person of [at.people.ben, at.people.ada]) await after.vote(person)
    await change(at.world.db, SYSTEM, (act) => closePoll(act, after.poll_id))
    await sealPoll(at.world.db, after.poll_id)
    expect(words(await seen(after.path, 'ada'))).toContain(OVER)
  })

  test('is not said of a poll whose question was never edited, or before anybody voted', async () => {
    const { path, vote, reword, seen } = await made()
    await reword('For **twelve** bikes.')
    await vote(at.people.ben)
    expect(words(await seen(path, 'ada'))).not.toContain('the question was last edited')
  })
})
