import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressees, openPost } from '../../../test/post.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { change } from '../../db/db.ts'
import { muteGroup } from '../../notifications/mute-group.ts'

let post: Awaited<ReturnType<typeof openPost>>
let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
  post = await openPost(at.world)
  await at.world.db.pool.query("update users set username = 'ben' where id = $1", [at.people.ben])
})

// Another test covers the limit on comments per minute.
beforeEach(() => at.world.db.pool.query('delete from attempts'))

describe('who gets a mail', () => {
  const told = async () => (await post.deliver()).map((mail) => [mail.to[0], mail.email.text ?? ''] as const)

  test('only the author of the thread by default; never the author of the comment', async () => {
    const { path } = await at.thread()
    await post.deliver()
    await at.say(path, 'ben', 'I agree.')
    const mails = await told()
    expect(mails.map(([to]) => to)).toEqual(['ada@mill.example'])
    expect(mails[0]?.[1]).toContain('Ben Ash commented in your thread')
    expect(mails[0]?.[1]).toContain('I agree.')
    await at.say(path, 'ada', 'Good.')
    expect(await told()).toEqual([])
  })

  test('the author of the parent comment, and everyone mentioned by username or chosen, once each', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'cleo', 'First', { own_name: 'Cleo' })
    await post.deliver()
    await at.say(path, 'ada', 'Cleo, yes. @Ben and @ben: see ben@mill.example, @nobody', {
      parent_id: String(first),
    })
    const mails = await told()
    expect(mails.map(([to]) => to).sort()).toEqual(['ben@mill.example', 'cleo@mill.example'])
    expect(mails.find(([to]) => to === 'ben@mill.example')?.[1]).toContain(
      'Ada Vale mentions you in a comment',
    )
    expect(mails.find(([to]) => to === 'cleo@mill.example')?.[1]).toContain('Ada Vale replied to you')
    expect((await at.get(path, 'ada')).body).toContain(
      'Cleo, yes. <bdi>@Ben Ash</bdi> and <bdi>@Ben Ash</bdi>: see <a href="mailto:ben@mill.example"',
    )
    await at.say(path, 'ben', 'See this', { mentioned_ids: [String(at.people.ada), String(at.people.cleo)] })
    expect((await told()).map(([to]) => to).sort()).toEqual(['ada@mill.example', 'cleo@mill.example'])
    expect((await at.get(path, 'ada')).body).toContain('Mentions: Ada Vale and Cleo')
  })

  test('the page names the people mentioned below a comment only if its text does not', async () => {
    const { path } = await at.thread()
    const first = await at.say(path, 'cleo', 'First', { own_name: 'Cleo' })
    await at.say(path, 'ada', 'Thank you @Ben Ash and @ben.', { parent_id: String(first) })
    expect((await at.get(path, 'ada')).body).not.toContain('Mentions:')
    await at.say(path, 'ada', 'And you, @Ben Ash', { mentioned_ids: String(at.people.cleo) })
    expect((await at.get(path, 'ada')).body).toMatch(/Mentions: (Ben Ash and Cleo|Cleo and Ben Ash)/)
    await post.deliver()
  })

  test('the author of the thread learns of a reply to somebody else as a comment, to themselves as a reply', async () => {
    const { path } = await at.thread()
    const of_cleo = await at.say(path, 'cleo', 'First', { own_name: 'Cleo' })
    const of_ada = await at.say(path, 'ada', 'Second')
    await post.deliver()
    const mailsAbout = async (parent_id: number) => {
      await at.say(path, 'ben', 'Yes.', { parent_id: String(parent_id) })
      return (await told()).sort()
    }
    const [to_ada, to_cleo] = await mailsAbout(of_cleo)
    expect(to_ada?.[1]).toContain('Ben Ash commented in your thread')
    expect(to_ada?.[1]).toContain('because you started this thread in Mill Lane Co-op.')
    expect(to_cleo?.[1]).toContain('Ben Ash replied to you')
    expect((await mailsAbout(of_ada))[0]?.[1]).toContain('Ben Ash replied to you')
  })

  test('the author of a reply that is answered, and not the author of the comment above it', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'cleo', 'First', { own_name: 'Cleo' })
    const reply = await at.say(path, 'ben', 'Yes?', { parent_id: String(comment) })
    await post.deliver()
    const link = new RegExp(`href="(${path}\\?answer=${reply})#`).exec((await at.get(path, 'ada')).body)?.[1]
    const form = (await at.get(link ?? '', 'ada')).body
    const [, parent_id = ''] = /name="parent_id" value="(\d+)"/.exec(form) ?? []
    await at.say(path, 'ada', 'No.', { parent_id })
    const [only, ...more] = await told()
    expect([only?.[0], more]).toEqual(['ben@mill.example', []])
    expect(only?.[1]).toContain('Ada Vale replied to you')
  })

  test('nobody who cannot read the thread, or has stopped its mails', async () => {
    const { path } = await at.thread()
    await post.deliver()
    const answer = await at.post(`${path}/comments`, 'ada', {
      body: 'Psst',
      mentioned_ids: String(at.people.stranger),
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('must be people who can read this thread')
    await at.world.db.pool.query("update users set username = 'sam' where id = $1", [at.people.stranger])
    await at.say(path, 'ada', '@sam @ben')
    expect((await told()).map(([to]) => to)).toEqual(['ben@mill.example'])
    await change(at.world.db, { kind: 'person', user_id: at.people.ben }, (act) =>
      muteGroup(act, { user_id: at.people.ben, group_id: at.world.group.id }),
    )
    await at.say(path, 'ada', '@ben again')
    expect(await told()).toEqual([])
    await at.world.db.pool.query('delete from mutes')
  })

  test('after an edit, only the newly mentioned', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ada', 'Hello')
    await post.deliver()
    await at.post(`${path}/comments/${comment}/edit`, 'ada', { body: 'Hello @ben' })
    expect(addressees(await post.deliver())).toEqual(['ben@mill.example'])
    await at.post(`${path}/comments/${comment}/edit`, 'ada', { body: 'Hello again @ben' })
    expect(await post.deliver()).toEqual([])
  })

  test('after an edit, people named in full or chosen in its form, once', async () => {
    const { path } = await at.thread()
    const comment = await at.say(path, 'ada', 'Hello')
    const edit = `${path}/comments/${comment}/edit`
    await post.deliver()
    await at.post(edit, 'ada', { body: 'Hello @Ben Ash' })
    expect(addressees(await post.deliver())).toEqual(['ben@mill.example'])
    const form = (await at.get(edit, 'ada')).body
    const boxOf = (id: number) =>
      new RegExp(`<input[^>]*name="mentioned_ids" value="${id}"[^>]*>`).exec(form)?.[0]
    expect(boxOf(at.people.ben)).toContain('checked')
    expect(boxOf(at.people.ben)).not.toContain('disabled')
    expect(form).toContain('<summary data-count=" (1)">Mention someone</summary>')
    expect(boxOf(at.people.cleo)).not.toContain('checked')
    // The text stays as it is: the comment is not marked as edited again.
    const versions = async () =>
      (await at.world.db.pool.query('select 1 from comment_versions where comment_id = $1', [comment])).rows
        .length
    for (const body of ['Hello @Ben Ash', 'Hello @Ben Ash, and Cleo']) {
      await at.post(edit, 'ada', { body, mentioned_ids: String(at.people.cleo) })
      expect(await versions()).toBe(body.endsWith('Cleo') ? 2 : 1)
    }
    expect(addressees(await post.deliver())).toEqual(['cleo@mill.example'])
    const refused = await at.post(edit, 'ada', { body: 'Hi', mentioned_ids: String(at.people.stranger) })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('must be people who can read this thread')
  })

  test('an edit ends the mention of people whom its text names no longer, or whose box is unticked', async () => {
    const { path } = await at.thread()
    const { ben, cleo } = at.people
    const { pool } = at.world.db
    const comment = await at.say(path, 'ada', 'Look, @ben', { mentioned_ids: [String(cleo)] })
    const edit = async (body: string, ...ticked: number[]) => {
      await at.post(`${path}/comments/${comment}/edit`, 'ada', { body, mentioned_ids: ticked.map(String) })
      const { rows } = await pool.query('select mentioned_ids from comments where id = $1', [comment])
      return rows[0].mentioned_ids
    }
    expect(addressees(await post.deliver())).toContain('ben@mill.example')
    // Without scripts the box of a person stays ticked when their name is taken out.
    expect(await edit('Only text now', ben, cleo)).toEqual([cleo])
    expect(await edit('Only text now')).toEqual([])
    expect(await edit('Again, @Ben Ash', cleo)).toEqual([ben, cleo].sort((a, b) => a - b))
    // The text names them, whatever the box says.
    expect(await edit('Again, @Ben Ash')).toEqual([ben])
    expect(await post.deliver()).toEqual([])
  })

  test('nobody if the comment is deleted before the mail is sent', async () => {
    const { path } = await at.thread()
    await post.deliver()
    const comment = await at.say(path, 'ben', 'Regretted')
    await post.dispatch()
    await at.post(`${path}/comments/${comment}/delete`, 'ben')
    expect(await post.deliver()).toEqual([])
  })
})
