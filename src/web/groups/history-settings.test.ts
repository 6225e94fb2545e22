import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makeWebhook } from '../../../test/receiver.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyFor } from '../../../test/world.ts'
import { type Act, change, SYSTEM } from '../../db/db.ts'
import { editDiscussion } from '../../discussions/edit-discussion.ts'
import { recordNameless } from '../../events/record-note.ts'
import { editGroup } from '../../groups/edit-group.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { setKeyEnd } from '../../keys/set-key-end.ts'
import { mintBallotLinks } from '../../polls/ballots/mint-ballot-links.ts'
import { editPoll } from '../../polls/edit-poll.ts'
import { editWebhook } from '../../webhooks/edit-webhook.ts'
import { removeWebhook } from '../../webhooks/remove-webhook.ts'
import { rotateWebhook } from '../../webhooks/rotate-webhook.ts'

const PAGE = '/g/mill-lane/history'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

const asAda = <T>(run: (act: Act) => Promise<T>) =>
  change(at.world.db, { kind: 'person', user_id: at.people.ada }, run)

/** Each entry of the page as text, its changes after a bar. */
async function told(query = ''): Promise<string[]> {
  await dispatchEvents(at.world.db, 'https://moot.example')
  const { body } = await at.get(`${PAGE}${query}`, 'ada')
  const items = [
    ...body.matchAll(/<li><p>(.*?)<\/p>(?:<ul class="small bare">(.*?)<\/ul>)?<p class="small quiet">/g),
  ]
  const plain = (html: string) => decoded(html.replaceAll('</li><li>', ', ').replace(/<[^>]*>/g, ''))
  return items.map(([, sentence = '', changes]) =>
    changes === undefined ? plain(sentence) : `${plain(sentence)} | ${plain(changes)}`,
  )
}

async function membershipOf(user_id: number): Promise<number> {
  const { rows } = await at.world.db.pool.query<{ id: number }>(
    'select id from memberships where user_id = $1 and group_id = $2',
    [user_id, at.world.group.id],
  )
  return rows[0]?.id ?? 0
}

describe('the history lists changes', () => {
  test('of the group’s settings, with the values before and now where they are short', async () => {
    const form = { name: 'Mill Lane', description: 'Who we are.', locale: 'de' }
    await at.post('/g/mill-lane/settings', 'ada', form)
    await at.post('/g/mill-lane/settings', 'ada', form)
    const { group } = at.world
    await change(at.world.db, SYSTEM, (act) => editGroup(act, { ...group, name: group.name, locale: null }))
    const all = await told()
    expect(all.filter((entry) => entry.includes('settings'))).toEqual([
      `The group’s settings were changed on the command line | Name: ${group.name} (previously: Mill Lane), Description: changed, Language: none (previously: Deutsch)`,
      `Ada Vale changed the group’s settings | Name: Mill Lane (previously: ${group.name}), Description: changed, Language: Deutsch`,
    ])
  })

  test('of roles, titles, names, and links of invitations that an admin copied', async () => {
    const [ben, cleo] = [await membershipOf(at.people.ben), await membershipOf(at.people.cleo)]
    for (const admin of ['true', 'true', 'false'])
      await at.post(`/g/mill-lane/members/${ben}/role`, 'ada', { admin, runs_service: 'true' })
    for (const title of ['Treasurer', 'Treasurer'])
      await at.post(`/g/mill-lane/members/${ben}/title`, 'ada', { title })
    await at.post(`/g/mill-lane/members/${cleo}/name`, 'ada', { name: 'Cleo Fern' })
    await at.post(`/g/mill-lane/members/${cleo}/link`, 'ada')
    await at.post('/g/mill-lane/members/links', 'ada')
    await at.post(`/g/mill-lane/members/${ben}/remove`, 'ada', { confirm: 'true' })
    await at.post(`/g/mill-lane/members/${ben}/restore`, 'ada')
    expect((await told('?part=people')).slice(0, 8)).toEqual([
      'Ada Vale undid the removal of Ben Ash',
      'Ada Vale removed Ben Ash',
      'Ada Vale copied the links of open invitations | Number of links: 2',
      'Ada Vale copied the invitation link of Cleo Fern',
      'Ada Vale changed the name of Cleo Fern in the group',
      'Ada Vale changed the title of Ben Ash',
      'Ada Vale made Ben Ash a regular member',
      'Ada Vale made Ben Ash an admin',
    ])
  })

  test('of API keys', async () => {
    const { id } = await keyFor(at.world)
    await asAda((act) => rotateKey(act, id, 1))
    const until = new Date('2099-01-31T12:00:00Z')
    await asAda((act) => setKeyEnd(act, id, until))
    await asAda((act) => setKeyEnd(act, id, until))
    await asAda((act) => setKeyEnd(act, id, null))
    expect((await told('?part=access')).slice(0, 4)).toEqual([
      expect.stringMatching(
        /^Ada Vale changed the API key Test key \| Expires on: none \(previously: .*2099.*\)$/,
      ),
      expect.stringMatching(/^Ada Vale changed the API key Test key \| Expires on: .*2099[^(]*(\([^)]*\))?$/),
      'Ada Vale rotated the API key Test key',
      'API key created on the command line: Test key',
    ])
  })

  test('of webhooks, as their page names them, and by host one that has been removed', async () => {
    const { id } = await makeWebhook(at.world, { url: 'https://chat.example/hooks/s3cret-of-the-chat-1f3a' })
    const own = { group_id: at.world.group.id, id }
    const edit = (settings: object, active?: boolean) =>
      asAda((act) => editWebhook(act, own, { settings, active, allowed: [], problems: [] }))
    await edit({ url: 'https://chat.example/hooks/other' })
    await edit({
      url: 'https://other.example/in/t0ken-of-the-chat-77e2?key=qu3ry',
      format: 'slack',
      kinds: ['poll_created'],
    })
    await edit({}, false)
    await edit({}, true)
    await asAda((act) => rotateWebhook(act, own, 1))
    const page = (await at.get(`${PAGE}?part=access`, 'ada')).body
    expect(page).not.toMatch(/s3cret|t0ken|qu3ry/)
    expect((await told('?part=access')).slice(0, 6)).toEqual([
      'Ada Vale gave the webhook other.example/in/…77e2 a new secret',
      'Ada Vale turned on the webhook other.example/in/…77e2',
      'Ada Vale turned off the webhook other.example/in/…77e2',
      expect.stringMatching(
        /^Ada Vale changed the webhook other\.example\/in\/…77e2 \| Address: other\.example \(/,
      ),
      'Ada Vale changed the webhook chat.example | Address: changed',
      expect.stringMatching(/created .*chat\.example$/),
    ])
    await asAda((act) => removeWebhook(act, own))
    const all = (await told('?part=access')).slice(0, 7)
    expect(all).toEqual([
      'Ada Vale removed the webhook other.example',
      'Ada Vale gave the webhook other.example a new secret',
      'Ada Vale turned on the webhook other.example',
      'Ada Vale turned off the webhook other.example',
      'Ada Vale changed the webhook other.example | Address: other.example (previously: chat.example), Events: changed, Format: slack (previously: json)',
      'Ada Vale changed the webhook chat.example | Address: changed',
      expect.stringMatching(/created .*chat\.example/),
    ])
  })

  test('of polls and threads, with their settings', async () => {
    const poll = await makePoll(at.world, { settings: { title: 'A new roof' }, options: ['agree', 'block'] })
    const { rows } = await at.world.db.pool.query('select * from polls where id = $1', [poll])
    const edit = { ...rows[0], title: 'A slate roof', hide_results: 'until_closed', details: 'Slate.' }
    await asAda((act) => editPoll(act, poll, { edit, problems: [] }))
    await asAda((act) => mintBallotLinks(act, { poll: rows[0], after: 0 }, 'https://moot.example'))
    const id = await makeThread(at.world, {}, 'The weir')
    const reader = { user_id: at.people.ada, member: true, admin: true, guest: false, named: true }
    await asAda((act) =>
      editDiscussion(act, { id, title: 'The old weir', description: 'It leaks.', reader } as never),
    )
    expect(await told('?part=decisions')).toEqual([
      'Ada Vale edited the thread The old weir | Title: The old weir (previously: The weir), Text: changed',
      'Ada Vale started the thread The old weir',
      'Ada Vale edited the poll A slate roof | Title: A slate roof (previously: A new roof), When results can be seen: When voting has closed (previously: At any time), Details: changed',
      'Ada Vale started the poll A slate roof',
    ])
    expect((await told('?part=people'))[0]).toBe('Ada Vale copied personal voting links for A slate roof')
  })

  test('that a person’s data were copied or erased, without naming the person or the admin', async () => {
    for (const kind of ['person_data_exported', 'person_erased'] as const)
      await asAda((act) => recordNameless(act, kind, [at.world.group.id]))
    expect((await told('?part=people')).slice(0, 2)).toEqual([
      'A person’s data was erased',
      'A person’s data was copied on request',
    ])
  })
})

describe('the parts of the history', () => {
  test('together list every entry once', async () => {
    const all = await told()
    const parts = await Promise.all(
      ['settings', 'people', 'access', 'decisions'].map((part) => told(`?part=${part}`)),
    )
    expect(parts.flat().sort()).toEqual(all.sort())
    expect(await told('?part=votes')).toHaveLength(all.length)
  })

  test('keep their filter on older pages', async () => {
    const { body } = await at.get(`${PAGE}?part=people&before=1`, 'ada')
    expect(body).toContain(`href="${PAGE}?part=people"`)
    expect(body).toMatch(/<a href="[^"]*\?part=people" aria-current="page">People<\/a>/)
  })
})
