import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

async function closed(wish: PollWish = {}) {
  const id = await makePoll(at.world, wish)
  await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
  const options = await at.world.db.pool.query<{ id: number; name: string }>(
    'select id, name from poll_options where poll_id = $1 order by slot',
    [id],
  )
  const path = `/p/${await keyOf(at.world, 'polls', id)}`
  const publish = (fields: Record<string, string>) => at.post(`${path}/outcome`, 'ada', fields)
  return { id, path, options: options.rows, publish }
}

const FLOOR = { settings: { poll_type: 'poll' as const, title: 'Which floor' }, options: ['Oak', 'Ash'] }

describe('the form', () => {
  test('offers the options if one of them can be decided on', async () => {
    const { path } = await closed(FLOOR)
    const page = (await at.get(`${path}/outcome`, 'ada')).body
    expect(page).toMatch(/<option value="\d+">Oak<\/option>/)
    expect(page).toContain('<h1>Publish outcome</h1>')
    const proposal = await closed()
    expect((await at.get(`${proposal.path}/outcome`, 'ada')).body).not.toContain('name="poll_option_id"')
  })

  test('offers the times of a meeting in the reader’s zone', async () => {
    const { path } = await closed({
      settings: { poll_type: 'meeting' },
      options: ['2098-03-02T18:00:00Z', '2098-03-03'],
    })
    const page = (await at.get(`${path}/outcome`, 'ada')).body
    expect(page).toContain('Sunday 2\u00a0March 2098, 19:00 (Germany Time)')
  })

  test('proposes the time that suits best, if it is the only one', async () => {
    const times = ['2098-03-02T18:00:00Z', '2098-03-03T18:00:00Z']
    const formAfter = async (answers: number[]) => {
      const id = await makePoll(at.world, {
        settings: { poll_type: 'meeting' },
        options: times,
        recipients: { audience: 'group' },
      })
      const choices = Object.fromEntries(times.map((time, place) => [time, answers[place] ?? 0]))
      await castBallot(at.world.db, { poll_id: id, user_id: at.people.ben, choices, reason: null })
      await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
      return (await at.get(`/p/${await keyOf(at.world, 'polls', id)}/outcome`, 'ada')).body
    }
    expect(await formAfter([0, 2])).toMatch(/selected[^>]*>Monday 3\u00a0March 2098/)
    expect(await formAfter([2, 2])).not.toMatch(/<option value="\d+" selected/)
  })

  test('shows every error, and keeps what was typed', async () => {
    const { publish, options } = await closed(FLOOR)
    const other = await closed(FLOOR)
    const sent = { statement: ' ', poll_option_id: String(other.options[0]?.id), review_on: '2001-01-01' }
    const answer = await publish(sent)
    expect(answer.statusCode).toBe(422)
    for (const words of [
      'Outcome can’t be blank',
      'Chosen option must be an option of this poll',
      'Review date must be in the future',
      'value="2001-01-01"',
    ])
      expect(answer.body).toContain(words)
    const half = await publish({
      statement: 'Oak **it** is',
      poll_option_id: String(options[0]?.id),
      review_on: '2027-02-30',
    })
    expect(half.body).toContain('Oak **it** is')
    expect(half.body).toContain(`<option value="${options[0]?.id}" selected`)
    expect(half.body).toContain('Review date must be a date, such as 2027-03-01')
    const { rows } = await at.world.db.pool.query('select count(*)::int as n from outcomes')
    expect(rows[0].n).toBe(0)
  })

  test('offers no single option where several people were elected', async () => {
    const id = await makePoll(at.world, {
      settings: { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 2 },
      options: ['Rosa', 'Mei', 'Tom'],
      recipients: { audience: 'group' },
    })
    const choices = { Rosa: 1, Mei: 2, Tom: 3 }
    await castBallot(at.world.db, { poll_id: id, user_id: at.people.ben, choices, reason: null })
    await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
    const path = `/p/${await keyOf(at.world, 'polls', id)}/outcome`
    const form = (await at.get(path, 'ada')).body
    expect(form).toContain('Elected: Rosa and ')
    expect(form).not.toContain('name="poll_option_id"')
    expect((await at.post(path, 'ada', { statement: 'Elected: Rosa and Mei.' })).statusCode).toBe(303)
  })

  test('contains the current outcome when it is edited, and can remove its option and day', async () => {
    const { path, publish, options } = await closed(FLOOR)
    const chosen = String(options[1]?.id)
    const answer = await publish({ statement: 'Ash.', poll_option_id: chosen, review_on: '2098-03-01' })
    expect(answer.headers.location).toBe(`${path}?done=outcome`)
    expect((await at.get(path, 'ada')).body).toContain('Edit outcome')
    const form = (await at.get(`${path}/outcome`, 'ada')).body
    for (const words of ['<h1>Edit outcome</h1>', 'Ash.', `value="${chosen}" selected`, 'value="2098-03-01"'])
      expect(form).toContain(words)
    const same = await publish({ statement: 'Ash.', poll_option_id: chosen, review_on: '2098-03-01' })
    expect(same.headers.location).toBe(`${path}?done=unchanged`)
    await publish({ statement: 'Ash, oiled.', poll_option_id: '', review_on: '' })
    const page = (await at.get(path, 'ben')).body
    expect(page).toContain('Ash, oiled.')
    const [now = ''] = page.split('Text before the edit')
    expect(now).not.toMatch(/Decision:|To be looked at again/)
    const { rows } = await at.world.db.pool.query(
      'select statement, review_on, review_due_at is null as done from outcomes o join polls p on p.id = o.poll_id where p.key = $1 order by o.id',
      [path.slice('/p/'.length)],
    )
    expect(rows).toEqual([
      { statement: 'Ash.', review_on: '2098-03-01', done: true },
      { statement: 'Ash, oiled.', review_on: null, done: true },
    ])
  })
})

describe('an outcome', () => {
  test('shows its option and its day on the poll, in the thread, and among the decisions', async () => {
    const discussion_id = await makeThread(at.world)
    const { path, publish, options } = await closed({ ...FLOOR, discussion_id })
    const thread = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
    await publish({
      statement: 'Oak, *by May*.',
      poll_option_id: String(options[0]?.id),
      review_on: '2098-03-01',
    })
    for (const place of [path, thread, '/g/mill-lane/decisions', '/g/mill-lane']) {
      const page = (await at.get(place, 'ben')).body
      expect(page, place).toContain('Decision: <strong dir="auto">Oak</strong>')
      expect(page, place).toContain(
        'Due for review on <time datetime="2098-03-01">Saturday 1\u00a0March 2098',
      )
    }
    expect((await at.get(thread, 'ben')).body).toContain('Oak, <em>by May</em>.')
  })

  test('says when it was edited, and shows its earlier texts, also in the list of decisions', async () => {
    const { path, publish } = await closed()
    const plain = async (url: string) => (await at.get(url, 'ben')).body.replace(/<[^>]*>/g, '')
    await publish({ statement: 'A it is.' })
    expect(await plain(path)).toMatch(/A it is\.\s*[\w ]+published it on/)
    expect(await plain(`${path}?done=outcome`)).not.toMatch(/edited|earlier text/)
    await publish({ statement: 'B it is, after all.' })
    const page = await plain(path)
    expect(page).toMatch(/B it is, after all\.\s*[\w ]+edited it on .*Text before the edit\s*A it is\./s)
    expect(page).toMatch(/A it is\.\s*[\w ]+published it on/)
    const told = (await at.get(`${path}?done=outcome`, 'ada')).body
    expect(told).toContain('The outcome has been edited. The poll’s page also shows the earlier text.')
    expect(told).not.toContain('The outcome is published.')
    await publish({ statement: 'C, for good.' })
    expect(await plain(path)).toMatch(/C, for good.*edited it.*B it is.*edited it.*A it is.*published it/s)
    expect(await plain('/g/mill-lane/decisions')).toMatch(/C, for good\..*?Edited/s)
  })

  test('is a new one, and not edited, after voting was reopened and closed again', async () => {
    const { id, path, publish } = await closed()
    await publish({ statement: 'First it was.' })
    await publish({ statement: 'First, better said.' })
    await change(at.world.db, SYSTEM, (act) => reopenPoll(act, id, new Date('2098-03-01T12:00:00Z')))
    await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
    await publish({ statement: 'Then it is this.' })
    const [now = '', earlier] = (await at.get(path, 'ben')).body.split('Earlier outcome')
    expect(now).toContain('published it on')
    expect(now).not.toMatch(/edited it on|First/)
    expect(earlier).toContain('First, better said.')
  })

  test('is no outcome any more after voting was reopened', async () => {
    const discussion_id = await makeThread(at.world)
    const { id, path, publish } = await closed({ discussion_id })
    const thread = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
    await publish({ statement: 'Settled for good' })
    const places = [path, thread, '/g/mill-lane/decisions']
    for (const place of places) expect((await at.get(place, 'ben')).body).toContain('Settled for good')
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) =>
      reopenPoll(act, id, new Date(Date.now() + 60_000)),
    )
    const gone = async () => {
      for (const place of places.slice(1))
        expect((await at.get(place, 'ben')).body).not.toContain('Settled for good')
      expect((await at.get(path, 'ben')).body).not.toContain('id="outcome"')
    }
    await gone()
    await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
    await gone()
    expect((await at.get(`${path}/outcome`, 'ada')).body).toContain('<h1>Publish outcome</h1>')
  })
})
