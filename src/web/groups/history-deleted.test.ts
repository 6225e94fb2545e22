import { beforeEach, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { discardDiscussion } from '../../members/discard-discussion.ts'
import { settlePoll } from '../../polls/close-poll.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const PAGE = '/g/mill-lane/history'

let at: GroupWorld

beforeEach(async () => {
  at = await openGroupWorld()
})

async function page(): Promise<{ told: string[]; body: string }> {
  await dispatchEvents(at.world.db, 'https://moot.example')
  const { body } = await at.get(PAGE, 'ada')
  const items = [...body.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, text = '']) => text)
  return { body, told: items.map((text) => decoded(text.replace(/<[^>]*>/g, ''))) }
}

test('the history keeps what was done to a thread and a poll that are deleted, and nothing of their texts', async () => {
  const thread = await makeThread(at.world, {}, 'The secret thread')
  const poll = await makePoll(at.world, { settings: { title: 'The secret poll' }, discussion_id: thread })
  const [d, p] = [
    `/d/${await keyOf(at.world, 'discussions', thread)}`,
    `/p/${await keyOf(at.world, 'polls', poll)}`,
  ]
  await at.post(`${d}/edit`, 'ada', { title: 'A secret title', description: '' })
  await at.post(`${p}/edit`, 'ada', { title: 'A secret name', details: '', closing_at: '2098-03-01T12:00' })
  await at.post(`${p}/close`, 'ada')
  const before = (await page()).told.length
  await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) =>
    discardDiscussion(act, thread),
  )
  const { told, body } = await page()
  expect(told).toHaveLength(before + 2)
  for (const sentence of [
    'Ada Vale started the thread (deleted)',
    'Ada Vale edited the thread (deleted)',
    'Ada Vale started the poll (deleted)',
    'Ada Vale edited the poll (deleted)',
    'Ada Vale closed voting in (deleted)',
  ])
    expect(told).toContain(sentence)
  for (const path of [d, p]) expect(body).toContain(`<a href="${path}" dir="auto">(deleted)</a>`)
  expect(body).toContain('Closing time:')
  expect(body).toContain('Title: changed')
  expect(body).not.toMatch(/secret/i)
})

test.each([
  ['fr', ['a lancé la discussion (élément supprimé)', 'a lancé la consultation (élément supprimé)']],
  ['es', ['inició la conversación (elemento eliminado)', 'inició la votación (elemento eliminado)']],
  ['it', ['ha avviato la discussione (elemento eliminato)', 'ha avviato la votazione (elemento eliminato)']],
  ['pt-BR', ['criou a conversa (item excluído)', 'criou a votação (item excluído)']],
])('what is deleted has a name in %s that agrees with every kind', async (locale, sentences) => {
  await at.world.db.pool.query('update users set locale = $2 where id = $1', [at.people.ada, locale])
  const thread = await makeThread(at.world, {}, 'A thread')
  await makePoll(at.world, { settings: { title: 'A poll' }, discussion_id: thread })
  await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) =>
    discardDiscussion(act, thread),
  )
  const { told } = await page()
  for (const sentence of sentences) expect(told).toContain(`Ada Vale ${sentence}`)
})

test.each([false, true])('an early close by a program names it, anonymous %s', async (anonymous) => {
  const poll = await makePoll(at.world, { settings: { title: 'A roof', anonymous } })
  const { key } = await keyFor(at.world)
  await at.web.app.inject({
    method: 'POST',
    url: `/api/b1/polls/${poll}/close`,
    headers: { authorization: `Bearer ${key}` },
  })
  await sealPoll(at.world.db, poll)
  expect((await page()).told).toContain('Test key (API key) closed voting in A roof')
})

test('an early close of an anonymous poll by a person names them, and one by time nobody', async () => {
  const poll = await makePoll(at.world, { settings: { title: 'A roof', anonymous: true } })
  await at.post(`/p/${await keyOf(at.world, 'polls', poll)}/close`, 'ada')
  await sealPoll(at.world.db, poll)
  const due = await makePoll(at.world, { settings: { title: 'A door', anonymous: true } })
  await at.world.db.pool.query(
    "update polls set closing_at = now() - interval '1 minute', opened_at = now() - interval '1 hour' where id = $1",
    [due],
  )
  await change(at.world.db, SYSTEM, (act) => settlePoll(act, due))
  await sealPoll(at.world.db, due)
  const { told } = await page()
  expect(told).toContain('Ada Vale closed voting in A roof')
  expect(told).toContain('Voting closed automatically: A door')
})

test('the history of a thread names who edited it', async () => {
  const thread = await makeThread(at.world, { audience: 'group' }, 'Bikes')
  const path = `/d/${await keyOf(at.world, 'discussions', thread)}`
  await at.post(`${path}/edit`, 'ada', { title: 'Bikes and boats', description: '' })
  const { body } = await at.get(`${path}/history`, 'ben')
  expect(decoded(body.replace(/<i .*?<\/i>|<[^>]*>/g, ''))).toContain('Then edited by Ada Vale')
})
