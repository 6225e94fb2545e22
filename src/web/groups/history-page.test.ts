import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { LISTED, loadHistory } from '../../members/history/load-history.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { discardPoll } from '../../polls/discard-poll.ts'
import { openPoll, reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { deedOf } from './history-words.ts'

const PAGE = '/g/mill-lane/history'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

const dispatch = () => dispatchEvents(at.world.db, 'https://moot.example')

/** The sentences of the page without their markup. */
function sentencesOf(body: string): string[] {
  const items = [...body.matchAll(/<li><p>(.*?)<\/p><p class="small quiet">/g)].map(([, text = '']) => text)
  return items.map((text) => decoded(text.replace(/<[^>]*>/g, '')))
}

const sentences = async () => sentencesOf((await at.get(PAGE, 'ada')).body)

describe('the history of a group', () => {
  test('shows admins who did what, newest first, and writes nothing', async () => {
    await makeThread(at.world, {}, 'The weir')
    const poll = await makePoll(at.world, { settings: { title: 'A new roof' }, options: ['agree', 'block'] })
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) => closePoll(act, poll))
    await dispatch()
    const before = await everyRow(at.world)
    const told = await sentences()
    const places = [
      'Ada Vale closed voting in A new roof',
      'Ada Vale started the poll A new roof',
      'Ada Vale started the thread The weir',
    ].map((sentence) => told.indexOf(sentence))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(told).toContain('Ben Ash joined the group')
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('says of a draft that it was saved, and of its opening that voting opened', async () => {
    const draft = await makePoll(at.world, {
      settings: { title: 'A draft', closing_at: null },
      options: ['agree', 'block'],
    })
    await dispatch()
    expect((await sentences())[0]).toBe('Ada Vale saved a draft of the poll A draft')
    const closing_at = new Date(Date.now() + 48 * 3_600_000)
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) =>
      openPoll(act, draft, closing_at),
    )
    await dispatch()
    const { body } = await at.get(PAGE, 'ada')
    const told = [...body.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, text = '']) => text.replace(/<[^>]*>/g, ''))
    expect(told.slice(0, 2)).toEqual([
      'Ada Vale opened voting in A draft',
      'Ada Vale saved a draft of the poll A draft',
    ])
  })

  test('includes members who were invited and removed, and keys, but never the text of a key', async () => {
    await at.post('/g/mill-lane/invite', 'ada', { emails: 'Dora Lind <dora@mill.example>', step: 'invite' })
    const { rows } = await at.world.db.pool.query<{ id: number }>(
      "select m.id from memberships m join users u on u.id = m.user_id where u.email = 'dora@mill.example'",
    )
    const path = `/g/mill-lane/members/${rows[0]?.id}`
    await at.post(`${path}/remove`, 'ada', { confirm: 'true' })
    const { key, id } = await keyFor(at.world)
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) => revokeKey(act, id))
    await dispatch()
    const { body } = await at.get(PAGE, 'ada')
    const told = sentencesOf(body)
    expect(told).toContain('Ada Vale invited Dora Lind')
    expect(told).toContain('Ada Vale withdrew the invitation to Dora Lind')
    expect(told).toContain('Ada Vale revoked the API key Test key')
    expect(told.some((sentence) => /API key created on the command line: /.test(sentence))).toBe(true)
    expect(body).toContain(`href="${path}"`)
    for (const secret of [key, key.slice(0, 10), 'dora@mill.example']) expect(body).not.toContain(secret)
  })

  test('includes keys of earlier releases, which were made and revoked without events', async () => {
    const { id } = await keyFor(at.world)
    await at.world.db.pool.query("update api_keys set name = 'Old key' where id = $1", [id])
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) => revokeKey(act, id))
    await at.world.db.pool.query("delete from events where subject_type = 'ApiKey' and subject_id = $1", [id])
    const told = (await sentences()).filter((sentence) => sentence.includes('Old key'))
    expect(told).toEqual(['API key revoked: Old key', 'API key created on the command line: Old key'])
  })

  test('has a text for every kind of event that it lists', () => {
    expect(LISTED.filter((what) => deedOf({ what, changes: [] }) === undefined)).toEqual([])
    for (const kind of LISTED) expect(kind).not.toMatch(/^(stance|comment)_|remind|closing_soon/)
  })

  test('contains no votes, and no content of deleted records', async () => {
    const poll = await makePoll(at.world, { settings: { title: 'Secret plan' }, options: ['agree', 'block'] })
    await castBallot(at.world.db, {
      poll_id: poll,
      user_id: at.people.ben,
      choices: { agree: 1 },
      reason: { text: 'Because of the leak.', format: 'md' },
    })
    await dispatch()
    expect((await sentences()).filter((sentence) => sentence.includes('Secret plan'))).toHaveLength(1)
    await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) => discardPoll(act, poll))
    await dispatch()
    const { body } = await at.get(PAGE, 'ada')
    const told = sentencesOf(body)
    expect(told).toContain('Ada Vale deleted a poll')
    expect(told.filter((sentence) => sentence.endsWith('started the poll (deleted)'))).toHaveLength(1)
    for (const secret of ['Secret plan', 'Because of the leak']) expect(body).not.toContain(secret)
  })

  test('says when a reopening withdrew an outcome, and only then', async () => {
    const asAda = { kind: 'person', user_id: at.people.ada } as const
    const poll_id = await makePoll(at.world, { settings: { title: 'The lock' }, options: ['agree', 'block'] })
    const publish = { poll_id, statement: 'We build it.', poll_option_id: null, review_on: null }
    const close = () => change(at.world.db, asAda, (act) => closePoll(act, poll_id))
    const reopen = () => change(at.world.db, asAda, (act) => reopenPoll(act, poll_id, new Date('2098-03-01')))
    await close()
    await reopen()
    await close()
    await change(at.world.db, asAda, (act) => publishOutcome(act, publish))
    await reopen()
    await close()
    await reopen()
    await dispatch()
    const { body } = await at.get(`${PAGE}?part=decisions`, 'ada')
    const told = [...body.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, text = '']) =>
      decoded(text.replace(/<[^>]*>/g, '')),
    )
    expect(told.filter((text) => text.endsWith('The lock')).slice(0, 7)).toEqual([
      'Ada Vale reopened voting in The lock',
      'Ada Vale closed voting in The lock',
      'Ada Vale withdrew the outcome of The lock',
      'Ada Vale reopened voting in The lock',
      'Ada Vale published the outcome of The lock',
      'Ada Vale closed voting in The lock',
      'Ada Vale reopened voting in The lock',
    ])
    expect(body).toMatch(/withdrew the outcome of <a href="\/p\/\w+"/)
    const shown = body.indexOf('withdrew the outcome of')
    expect(body.slice(shown, body.indexOf('</li>', shown))).not.toContain('2098')
  })

  test('is paged and shows each entry once, with or without votes in between', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const poll = await makePoll(at.world, { settings: { title }, options: ['agree', 'block'] })
      await castBallot(at.world.db, {
        poll_id: poll,
        user_id: at.people.ben,
        choices: { agree: 1 },
        reason: null,
      })
    }
    await dispatch()
    const group_id = at.world.group.id
    const read = (before: number | null, per: number) =>
      loadHistory(at.world.db.pool, { group_id, before, per })
    const all = (await read(null, 100)).entries
    const paged: typeof all = []
    let page = await read(null, 2)
    paged.push(...page.entries)
    while (page.before !== null) {
      page = await read(page.before, 2)
      paged.push(...page.entries)
    }
    const name = ({ what, subject_id }: (typeof all)[number]) => `${what} ${subject_id}`
    expect(paged.map(name).sort()).toEqual(all.map(name).sort())
  })
})
