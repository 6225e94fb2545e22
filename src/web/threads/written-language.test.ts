import { beforeAll, expect, test } from 'vitest'
import { serve } from '../../../test/app.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyFor } from '../../../test/world.ts'

// content_locale: the language in which a text was written, if it is known. Browsers offer to translate a text
// whose `lang` differs from the reader's language.

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

const speaks = (who: 'ada' | 'ben', locale: string | null) =>
  at.world.db.pool.query('update users set locale = $2 where id = $1', [at.people[who], locale])

const groupSpeaks = (locale: string | null) =>
  at.world.db.pool.query('update groups set locale = $2 where id = $1', [at.world.group.id, locale])

/** Writes a thread with a comment and a poll, and returns their rows and the path of the thread. */
async function writeAll() {
  const { id, path } = await at.thread()
  const comment = await at.say(path, 'ada', 'Il **faut** réparer.')
  const key = path.split('/').at(-1) ?? ''
  const answer = await at.post('/new-poll', 'ada', {
    group: at.world.group.handle,
    thread: key,
    poll_type: 'proposal',
    title: 'Réparer le toit',
    details: 'Avant **l’hiver**.',
    positions: ['agree', 'disagree'],
    closing_at: '2090-01-31T18:00',
    tell: 'nobody',
    step: 'start',
  })
  expect(answer.statusCode).toBe(303)
  const poll = String(answer.headers.location).split('?')[0] ?? ''
  const { rows } = await at.world.db.pool.query(
    `select d.content_locale as thread, c.content_locale as comment, p.content_locale as poll, p.id as poll_id
     from discussions d join comments c on c.discussion_id = d.id join polls p on p.discussion_id = d.id
     where d.id = $1 and c.id = $2`,
    [id, comment],
  )
  const { poll_id, ...languages } = rows[0] ?? {}
  return { id, path, poll, poll_id: Number(poll_id), languages }
}

test('threads, comments and polls get the language of their author, on pages and in the API', async () => {
  await speaks('ada', 'fr')
  await groupSpeaks('de')
  const { id, path, poll, poll_id, languages } = await writeAll()
  expect(languages).toEqual({ thread: 'fr', comment: 'fr', poll: 'fr' })

  await speaks('ben', 'en')
  const thread = (await at.get(path, 'ben')).body
  expect(thread).toMatch(/<html lang="en"/)
  expect(thread).toMatch(/<h1 dir="auto" lang="fr"/)
  expect(thread).toMatch(/<div class="rich" dir="auto" lang="fr"><p>Il <strong>faut/)
  expect(thread).toMatch(/<h3 id="poll-\d+" dir="auto" lang="fr">Réparer le toit/)
  const page = (await at.get(poll, 'ben')).body
  expect(page).toMatch(/<h1 dir="auto" lang="fr">Réparer le toit/)
  expect(page).toMatch(/<div class="rich" dir="auto" lang="fr"><p>Avant <strong>/)

  const app = await serve(at.world)
  const headers = { authorization: `Bearer ${(await keyFor(at.world)).key}` }
  const read = async (url: string) => (await app.inject({ url, headers })).json()
  expect((await read(`/api/b1/discussions/${id}`)).discussions[0]).toMatchObject({ content_locale: 'fr' })
  expect((await read(`/api/b1/discussions/${id}/comments`)).comments[0]).toMatchObject({
    content_locale: 'fr',
  })
  expect((await read(`/api/b1/polls/${poll_id}`)).polls[0]).toMatchObject({ content_locale: 'fr' })
})

test('texts of people who chose no language get the language of the group', async () => {
  await speaks('ada', null)
  await groupSpeaks('pt-BR')
  expect((await writeAll()).languages).toEqual({ thread: 'pt-BR', comment: 'pt-BR', poll: 'pt-BR' })
})

test('if neither chose a language, none is claimed', async () => {
  await speaks('ada', null)
  await groupSpeaks(null)
  const { path, poll, languages } = await writeAll()
  expect(languages).toEqual({ thread: null, comment: null, poll: null })
  expect((await at.get(path, 'ben')).body).toContain('<div class="rich" dir="auto"><p>Il <strong>faut')
  expect((await at.get(poll, 'ben')).body).toContain('<h1 dir="auto">Réparer le toit')
})
