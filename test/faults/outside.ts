import { hashToken, newToken } from '../../src/users/secret.ts'
import { json, type Served, urlOf } from '../process.ts'
import { PUBLIC_URL } from '../web.ts'
import type { World } from '../world.ts'
import { scaled } from './rounds.ts'
import { type Town, UNCOUNTED, type Voter } from './town.ts'

/** Sets up a town through the API and pages of any version of the program: its schema may differ. */

const HANDLE = 'mill-lane'
const ADMIN = 'ada@mill.example'
const VOTERS = 8
const NAMED_POLLS = 4
const FORM_POLLS = 2

type Program = { program: string; service: Served; world: Pick<World, 'db' | 'address'> }
type PollMade = { polls: { id: number; key: string }[] }

export async function settleFromOutside({ program, service, world }: Program): Promise<Town> {
  const settings = { DATABASE_URL: urlOf(world.address), PUBLIC_URL }
  const group = ['--name', 'Mill Lane Co-op', '--handle', HANDLE, '--admin-email', ADMIN]
  await json(['group', 'create', ...group], settings, program)
  const { key } = await json<{ key: string }>(
    ['key', 'create', '--group', HANDLE, '--name', 'Load'],
    settings,
    program,
  )
  await world.db.pool.query(UNCOUNTED)
  const post = <T>(path: string, fields: object) => call<T>({ service, key }, 'POST', path, fields)
  const emails = Array.from({ length: VOTERS }, (_, place) => `voter${place}@mill.example`)
  await post('memberships', { emails: [ADMIN, ...emails] })
  const polls = (count: number, anonymous = false) => makePolls(post, count, anonymous)
  return {
    world: await worldOf(world),
    api_key: key,
    voters: await signInAll(world, emails),
    named_polls: (await polls(NAMED_POLLS)).map(({ id }) => id),
    form_polls: await polls(FORM_POLLS),
    anonymous_polls: await polls(scaled(12, 120), true),
    thread_id:
      (await post<{ discussions: { id: number }[] }>('discussions', { title: 'Bikes' })).discussions[0]?.id ??
      0,
  }
}

/** Calls the API of a service; throws unless it succeeds. */
export async function call<T>(
  { service, key }: { service: Served; key: string },
  method: string,
  path: string,
  fields?: object,
): Promise<T> {
  const answer = await fetch(`${service.url}/api/b1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function makePolls(
  post: (path: string, fields: object) => Promise<PollMade>,
  count: number,
  anonymous: boolean,
): Promise<PollMade['polls']> {
  const made: PollMade['polls'] = []
  for (let place = 0; place < count; place++) {
    const asked = { title: 'A second bike shed', poll_type: 'proposal', closing_at: '2099-01-01', anonymous }
    made.push(...(await post('polls', { ...asked, hide_results: anonymous ? 'until_closed' : 'off' })).polls)
  }
  return made
}

async function worldOf({ db, address }: Program['world']): Promise<World> {
  const group = await db.pool.query<World['group']>('select * from groups')
  const ada = await db.pool.query<World['ada']>('select id, email from users where email = $1', [ADMIN])
  const [found, admin] = [group.rows[0], ada.rows[0]]
  if (found === undefined || admin === undefined) throw new Error('the group was not made')
  return { db, address, group: found, ada: admin }
}

/** Makes them members with names and sessions. */
async function signInAll({ db }: Program['world'], emails: string[]): Promise<Voter[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `with named as (update users set name = 'Voter ' || id where email = any ($1) returning id)
     update memberships set accepted_at = now() from named where user_id = named.id returning user_id as id`,
    [emails],
  )
  const voters = rows.map(({ id }) => ({ id, token: newToken() }))
  await db.pool.query(
    `insert into sessions (hash, user_id, expires_at)
     select hash, user_id, now() + interval '1 day' from unnest($1::bytea[], $2::bigint[]) as s (hash, user_id)`,
    [voters.map(({ token }) => hashToken(token)), voters.map(({ id }) => id)],
  )
  return voters.map(({ id, token }) => ({ id, cookie: `__Host-folkmoot_session=${token}` }))
}
