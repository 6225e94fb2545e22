import { describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { PROPOSAL } from '../../../test/proposal-form.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { purge } from '../../jobs/jobs.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })
const thread = await keyOf(at.world, 'discussions', await makeThread(at.world))

const NEW = '/new-poll?group=mill-lane'
describe('an unsent form', () => {
  const FORM = `${NEW}&type=score`
  const SCORE = { group: 'mill-lane', poll_type: 'score', title: 'Which roof?', options: ['Slate', ''] }
  const SECRETS = { once: 'x'.repeat(32), step: 'check', api_key: 'k' }

  test('is saved for its author, by poll type and place, until it is sent', async () => {
    await at.post('/new-poll', 'ben', { ...SCORE, ...SECRETS, anonymous: 'true' })
    const { body } = await at.get(FORM, 'ben')
    expect(body).toContain('Your draft, saved')
    expect(body).toContain('value="Which roof?"')
    expect(body).toContain('value="Slate"')
    expect(body).toMatch(/name="anonymous"[^>]*checked/)
    for (const [path, who] of [
      [FORM, 'ada'],
      [`${NEW}&type=poll`, 'ben'],
      [`${NEW}&thread=${thread}&type=score`, 'ben'],
    ] as const)
      expect((await at.get(path, who)).body, `${path} ${who}`).not.toContain('Which roof?')
    const { rows } = await at.world.db.pool.query("select fields from form_drafts where fields ~ 'roof'")
    expect(Object.keys(JSON.parse(rows[0].fields)).sort()).toEqual(['anonymous', 'from', 'options', 'title'])
    const { title, closing_at, step } = PROPOSAL
    await at.post('/new-poll', 'ben', { ...SCORE, title, closing_at, step, options: ['Slate'] })
    expect((await at.get(FORM, 'ben')).body).not.toContain('Your draft, saved')
  })

  test('restores unticked boxes too, even those that an empty form has ticked', async () => {
    const { positions, ...proposal } = PROPOSAL
    const path = `${NEW}&type=proposal`
    const ticked = async () =>
      [
        ...(await at.get(path, 'ben')).body.matchAll(
          /name="(positions|no_block)" value="(\w+)"[^>]*checked/g,
        ),
      ].map(([, name, value]) => `${name} ${value}`)
    expect(await ticked()).toContain('no_block true')
    await at.post('/new-poll', 'ben', { ...proposal, positions: ['agree', 'block'], step: 'check' })
    expect(await ticked()).toEqual(['positions agree', 'positions block'])
  })

  test('is not saved if nothing is typed, and no longer when everything is deleted again', async () => {
    const meeting = { group: 'mill-lane', poll_type: 'meeting', step: 'start', dots_per_person: '8' }
    const path = `${NEW}&type=meeting`
    for (const [typed, saved] of [
      [{}, false],
      [{ days: '2026-12-08' }, true],
      [{ title: ' ', options: ['', ''] }, false],
    ] as const) {
      expect((await at.post('/new-poll', 'ben', { ...meeting, ...typed } as never)).statusCode).toBe(422)
      expect((await at.get(path, 'ben')).body.includes('Your draft, saved')).toBe(saved)
    }
  })

  test('is saved if sending it failed, and discarded by a button', async () => {
    await at.post('/new-poll', 'ben', { ...SCORE, step: 'start', closing_at: 'soon' })
    expect((await at.get(FORM, 'ben')).body).toContain('value="Which roof?"')
    const answer = await at.post('/new-poll', 'ben', { ...SCORE, step: 'anew' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, FORM])
    expect((await at.get(FORM, 'ben')).body).not.toContain('Which roof?')
  })

  test('is listed among the drafts of its group, for its author only', async () => {
    const drafts = async (who: 'ben' | 'ada', place = '?state=draft') =>
      decoded((await at.get(`/g/mill-lane/polls${place}`, who)).body)
    await at.world.db.pool.query('delete from form_drafts')
    expect(await drafts('ben')).toContain('There are no drafts.')
    await at.post('/new-poll', 'ben', { ...SCORE, title: '', step: 'check' })
    await at.post('/new-poll', 'ben', { ...SCORE, poll_type: 'poll', thread, step: 'check' })
    await at.post(`/d/${thread}/comments`, 'ben', { body: 'Half a comment', act: 'keep' })
    const page = await drafts('ben')
    expect(page).toMatch(new RegExp(`href="${NEW}&type=score".*Untitled`.replace('?', '\\?')))
    expect(page).toMatch(
      new RegExp(`href="${NEW}&thread=${thread}&type=poll".*Which roof\\?`.replace('?', '\\?')),
    )
    expect(page).not.toContain('There are no drafts.')
    expect(page).not.toContain('Half a comment')
    expect(await drafts('ada')).not.toContain('Which roof?')
    expect(await drafts('ben', '?state=open')).not.toContain('Which roof?')
  })

  test('is deleted after a month, and each person has fifty at most', async () => {
    const { pool } = at.world.db
    const count = async () => Number((await pool.query('select count(*) from form_drafts')).rows[0].count)
    await pool.query(
      `insert into form_drafts (user_id, place, fields, saved_at)
       select $1, 'place ' || n, '{"title":"A"}', now() - make_interval(days => n) from generate_series(1, 60) n`,
      [at.people.ada],
    )
    await at.post('/new-poll', 'ada', { ...SCORE, step: 'check' })
    const { rows } = await pool.query('select place from form_drafts where user_id = $1', [at.people.ada])
    expect(rows).toHaveLength(50)
    expect(rows.map(({ place }) => place)).not.toContain('place 50')
    const before = await count()
    await purge(at.world.db)
    expect(before - (await count())).toBe(20)
  })
})
