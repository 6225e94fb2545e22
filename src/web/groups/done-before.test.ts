import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, type Who } from '../../../test/group-web.ts'

const GROUP = '/g/mill-lane'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld({ OUTBOUND_ALLOW: '127.0.0.1' })
})

/** Submits a form as Ada; returns the status, and what the list it leads to says. */
async function told(path: string, fields: Record<string, string> = { confirm: 'true' }) {
  const sent = await at.post(`${GROUP}/${path}`, 'ada', fields)
  return [sent.statusCode, sent.statusCode === 303 ? await noteAt(String(sent.headers.location)) : null]
}

async function noteAt(url: string): Promise<string | undefined> {
  const { body } = await at.get(url, 'ada')
  return /<div class="note(?: good)?" role="status"><strong>([^<]*)/.exec(body)?.[1]
}

const idIn = async (statement: string, values: unknown[] = []): Promise<number> =>
  (await at.world.db.pool.query(statement, values)).rows[0].id

const membership = (who: Who) =>
  idIn('select id from memberships where user_id = $1', [at.people[who]]).then((id) => `members/${id}`)

async function request(): Promise<string> {
  await at.post(`${GROUP}/links`, 'ada', { asks: 'true' })
  const person =
    await idIn(`insert into users (name, email) values ('Dora', gen_random_uuid() || '@new.example')
    returning id`)
  const id = await idIn(
    `insert into join_requests (group_id, link_id, user_id, state, made_person)
     select group_id, id, $1, 'waiting', false from join_links order by id desc limit 1 returning id`,
    [person],
  )
  return `requests/${id}`
}

describe('what another admin did first is said on the list', () => {
  test('a request that was approved', async () => {
    const asked = await request()
    expect(await told(`${asked}/approve`)).toEqual([303, 'Request approved.'])
    const says = 'This request has already been approved.'
    expect(await told(`${asked}/approve`)).toEqual([303, says])
    expect(await told(`${asked}/decline`)).toEqual([303, says])
    const page = await at.get(`${GROUP}/${asked}/decline`, 'ada')
    expect([page.statusCode, await noteAt(String(page.headers.location))]).toEqual([303, says])
  })

  test('a request that was declined', async () => {
    const asked = await request()
    await told(`${asked}/decline`)
    expect(await told(`${asked}/approve`)).toEqual([303, 'This request has already been declined.'])
  })

  test('a member who was removed', async () => {
    const ben = await membership('ben')
    const says = 'This person has already been removed from the group. Nothing was saved.'
    await told(`${ben}/remove`)
    expect(await told(`${ben}/remove`)).toEqual([303, says])
    expect(await told(`${ben}/title`, { title: 'Treasurer' })).toEqual([303, says])
    expect(await told(`${ben}/remove`, {})).toEqual([303, says])
  })

  test('an invitation that was withdrawn', async () => {
    const cleo = await membership('cleo')
    const says = 'This invitation has already been withdrawn. Nothing was saved.'
    await told(`${cleo}/remove`)
    for (const act of ['remove', 'link']) expect(await told(`${cleo}/${act}`)).toEqual([303, says])
    expect(await told(`${cleo}/remove`, {})).toEqual([303, says])
  })

  test('a webhook that was removed', async () => {
    await at.post(`${GROUP}/webhooks`, 'ada', { url: 'http://127.0.0.1:9/x', format: 'json' })
    const hook = `webhooks/${await idIn('select max(id) as id from webhooks')}`
    await told(`${hook}/remove`)
    const says = 'This webhook has already been removed. Nothing was saved.'
    for (const act of ['remove', 'switch']) expect(await told(`${hook}/${act}`)).toEqual([303, says])
    const away = 'This webhook has already been removed.'
    for (const act of ['test', 'deliveries/1/again'])
      expect(await told(`${hook}/${act}`)).toEqual([303, away])
    for (const url of [hook, `${hook}/deliveries/1`]) {
      const page = await at.get(`${GROUP}/${url}`, 'ada')
      expect([page.statusCode, await noteAt(String(page.headers.location))]).toEqual([303, away])
    }
    for (const who of ['outsider', 'gone'] as const)
      expect((await at.get(`${GROUP}/${hook}`, who)).statusCode).toBe(404)
    expect((await at.get(`${GROUP}/webhooks/987654`, 'ada')).statusCode).toBe(404)
  })
})

test('people without access, and ids of nothing, get the same answer as ever', async () => {
  const asked = await request()
  await told(`${asked}/approve`)
  for (const who of ['outsider', 'stranger', 'gone'] as const)
    for (const path of [`${asked}/approve`, 'requests/987654/approve'])
      expect([who, (await at.post(`${GROUP}/${path}`, who)).statusCode]).toEqual([who, 404])
  for (const path of ['requests/987654/approve', 'members/987654/remove', 'webhooks/987654/remove'])
    expect([path, ...(await told(path))]).toEqual([path, 404, null])
})
