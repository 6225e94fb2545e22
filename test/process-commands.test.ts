import { expect, test } from 'vitest'
import { change } from '../src/db/db.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { setMembers } from '../src/members/set-members.ts'
import { installProgram, json, newDataDir, run, shell } from './process.ts'
import { answering, startReceiver } from './receiver.ts'
import { addMembers, createEmptyService, createWorld, type World } from './world.ts'

installProgram()

type Member = { email: string; admin: boolean; accepted_at: string | null }

test('without a server, on an empty folder, commands make a group and its keys', async () => {
  const settings = { DATA_DIR: await newDataDir() }
  const admin = ['--admin-email', 'ada@mill.example']
  const made = await json(['group', 'create', '--name', 'Mill Lane', '--handle', 'mill', ...admin], settings)
  expect(made).toEqual({
    group: {
      id: expect.any(Number),
      key: expect.stringMatching(/^\w{8}$/),
      handle: 'mill',
      name: 'Mill Lane',
    },
    admin: { id: expect.any(Number), email: 'ada@mill.example' },
  })
  const permissions = ['--permissions', 'create_poll,read_memberships', '--variant', 'b']
  const issued = await json(
    ['key', 'create', '--group', 'mill', '--name', 'Website', ...permissions],
    settings,
  )
  const { id, key } = (made as { group: { id: number; key: string } }).group
  expect(issued).toEqual({
    key: expect.stringMatching(/^fmk_[\w-]{32}$/),
    id: expect.any(Number),
    group: { id, key, handle: 'mill' },
    bot_user_id: expect.any(Number),
    variant: 'b',
    permissions: ['create_poll', 'read_memberships'],
  })
  const { status, out } = await run(['key', 'create', '--group', 'mill', '--name', 'Other'], settings)
  expect(status).toBe(0)
  expect(out).toMatch(
    /^Your API key\n\n {2}(fmk_\S+)\n[\s\S]*once[\s\S]*\n {2}curl -H 'Authorization: Bearer \1' http:\/\/localhost:3000\/api\/b1\/memberships\n$/,
  )
})

test('all problems of a command line are reported at once', async () => {
  const settings = await settingsOf(await createWorld())
  const bad = ['--name', ' ', '--handle', 'Mill_', '--admin-email', 'ada']
  const group = await run(['group', 'create', ...bad], settings)
  expect(group).toMatchObject({ status: 2, out: '' })
  expect(group.err).toMatch(
    /^--name can't be blank\.\n--handle must be .*\.\n--admin-email must be an email address\.\n$/,
  )
  const klingon = await run(['group', 'edit', '--group', 'mill-lane', '--locale', 'tlh'], settings)
  expect(klingon).toMatchObject({ status: 2, out: '' })
  expect(klingon.err).toMatch(/^--locale must be one of en, ar, de, .*\.\n$/)
  const badKey = ['--variant', 'c', '--permissions', 'fly', '--expires', '2027-02-30']
  const key = await run(['key', 'create', '--group', 'nix', '--name', '', ...badKey], settings)
  expect(key).toMatchObject({ status: 2, out: '' })
  for (const option of ['--group', '--name', '--variant', '--permissions', '--expires'])
    expect(key.err).toContain(`${option} `)
  const typo = await run(['group', 'creat'], settings)
  expect(typo).toEqual({
    status: 2,
    out: '',
    err: 'Unknown command "group creat"; did you mean group create? See npx folkmoot group --help.\n',
  })
})

test('keys are listed, rotated and revoked', async () => {
  const settings = await settingsOf(await createWorld())
  const first = await json<{ id: number; key: string }>(
    ['key', 'create', '--group', 'mill-lane', '--name', 'A'],
    settings,
  )
  const rotated = await json<{ key: string; old_until: string }>(
    ['key', 'rotate', `${first.id}`, '--overlap', '1'],
    settings,
  )
  expect(rotated.key).not.toBe(first.key)
  expect(Date.parse(rotated.old_until) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(await json(['key', 'revoke', `${first.id}`], settings)).toEqual({ id: first.id, revoked: true })
  const { out } = await run(['key', 'list', '--group', 'mill-lane'], settings)
  expect(out).toMatch(/^ID +GROUP +NAME.*\n\d+ +mill-lane +A +fmk_\S{6}… +a +all +revoked/)
  expect(out).not.toContain(rotated.key)
})

test('a key can be read-only, and a key’s end can be postponed', async () => {
  const world = await createWorld()
  const settings = await settingsOf(world)
  const create = ['key', 'create', '--group', 'mill-lane', '--name', 'Wall screen', '--read-only']
  const both = await run([...create, '--permissions', 'create_poll'], settings)
  expect(both).toMatchObject({ status: 2, out: '' })
  expect(both.err).toContain('cannot be combined with --permissions')
  const shown = await run([...create, '--expires', '2098-01-31'], settings)
  expect(shown.out).toContain('until 2098-02-01T00:00:00Z.\nIt may: read only.')
  const { rows } = await world.db.pool.query('select id from api_keys')
  await world.db.pool.query('insert into key_uses values ($1, current_date, 1204, 12)', [rows[0].id])
  const extend = ['key', 'extend', `${rows[0].id}`]
  for (const wrong of [
    [],
    ['--never', '--expires', '2099-01-31'],
    ['--expires', 'soon'],
    ['--expires', '2001-01-31'],
  ])
    expect(await run([...extend, ...wrong], settings)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^--expires (is required|must be)/),
    })
  expect((await run(['key', 'rotate', 'abc'], settings)).status).toBe(2)
  // Valid, but missing.
  expect((await run(['key', 'rotate', '999'], settings)).status).toBe(1)
  const { out } = await run([...extend, '--expires', '2099-03-31'], settings)
  expect(out).toBe(`Key ${rows[0].id} works until 2099-04-01T00:00:00Z.\n`)
  const list = await run(['key', 'list'], settings)
  expect(list.out).toMatch(/ read only +active +2099-04-01 00:00Z +- +1,204 requests, 12 refused\n$/)
  expect(await json([...extend, '--never'], settings)).toEqual({ id: rows[0].id, expires_at: null })
  expect(await json(['key', 'list'], settings)).toMatchObject({
    keys: [
      {
        permissions: [],
        expires_at: null,
        use: { last_days: 30, requests: 1204, refused: 12, days: [{ requests: 1204, refused: 12 }] },
      },
    ],
  })
})

test('removed members are listed and restored, all of them or nobody', async () => {
  const world = await createWorld()
  const settings = await settingsOf(world)
  await addMembers(world, ['ben@mill.example', 'cleo@mill.example'])
  await world.db.pool.query("update users set name = 'Ada Nwosu' where email = 'ada@mill.example'")
  await removeAll(world)
  const list = ['member', 'list', '--group', 'mill-lane']
  const removed = await json<{ memberships: Member[] }>([...list, '--removed'], settings)
  const { out } = await run([...list, '--removed'], settings)
  expect(out).toMatch(/^\d+ +Ada Nwosu +ada@mill\.example +admin /m)
  expect(out).toMatch(/ben@mill\.example +invited /)
  expect(removed.memberships.map(({ email }) => email)).toEqual([
    'ada@mill.example',
    'ben@mill.example',
    'cleo@mill.example',
  ])
  const restore = ['member', 'restore', '--group', 'mill-lane', '--email', 'ada@mill.example', '--email']
  const failed = await run([...restore, 'nobody@mill.example'], settings)
  expect(failed).toMatchObject({ status: 1, out: '' })
  expect(failed.err).toContain('nobody@mill.example was never a member of mill-lane.\nNobody was restored.')
  expect(await json(list, settings)).toEqual({ memberships: [] })
  // The first group's admins run the service.
  const unconfirmed = await run([...restore, 'ben@mill.example'], settings)
  expect(unconfirmed).toMatchObject({
    ...{ status: 1, out: '' },
    err: expect.stringMatching(
      /Nothing was changed.*run the whole service.*To restore its former admins \(ada@mill.example\), add --yes/s,
    ),
  })
  expect(await json(list, settings)).toEqual({ memberships: [] })
  const done = await run([...restore, 'ben@mill.example', '--yes'], settings)
  expect(done).toEqual({
    status: 0,
    out: `Restored ada@mill.example: admin.
Invited ben@mill.example again, with a new link to join.
This is the first group, so ada@mill.example runs the whole service: /service/groups.
`,
    err: '',
  })
  const { memberships } = await json<{ memberships: Member[] }>(list, settings)
  expect(memberships).toMatchObject([
    { email: 'ada@mill.example', admin: true },
    { email: 'ben@mill.example', admin: false },
  ])
})

test('webhooks are made, tested, listed, given new secrets and removed', async () => {
  const receiver = await startReceiver()
  const world = await createWorld()
  const settings = { ...(await settingsOf(world)), OUTBOUND_ALLOW: '127.0.0.1' }
  const create = ['webhook', 'create', '--group', 'mill-lane', '--url', receiver.url]
  const { id, secret } = await json<{ id: number; secret: string }>(create, settings)
  expect(secret).toMatch(/^whsec_/)
  const wrong = await run([...create, '--kinds', 'poll_eaten', '--format', 'fax'], {
    ...settings,
    OUTBOUND_ALLOW: '',
  })
  expect(wrong).toMatchObject({ status: 2, out: '' })
  for (const option of ['--url', '--kinds', '--format']) expect(wrong.err).toContain(`${option} must`)
  const test = ['webhook', 'test', String(id)]
  expect(await json(test, settings)).toMatchObject({ id, status: 'sent', answer_status: 204 })
  receiver.answer = answering(500)
  const failed = /^The test failed after \d+ ms: responded with 500\.\n$/
  expect(await run(test, settings)).toEqual({ status: 1, out: '', err: expect.stringMatching(failed) })
  const told = await run([...test, '--json'], settings)
  expect(told).toEqual({ status: 1, out: expect.any(String), err: expect.stringMatching(failed) })
  expect(JSON.parse(told.out)).toMatchObject({ id, status: 'failed', answer_status: 500 })
  const rotated = await json<{ secret: string }>(['webhook', 'rotate', String(id)], settings)
  expect(rotated.secret).not.toBe(secret)
  const { out } = await run(['webhook', 'list', '--group', 'mill-lane'], settings)
  expect(out).toContain(
    `mill-lane  ${receiver.url}  everything  json    failed its last test (responded with 500) `,
  )
  await world.db.pool.query("update webhooks set failing_since = now() - interval '1 hour'")
  const failing = await run(['webhook', 'list'], settings)
  expect(failing.out).toMatch(/failing since [^ ]+ [^ ]+ \(responded with 500\)/)
  expect(out).not.toContain('whsec_')
  receiver.answer = answering(204)
  await run(test, settings)
  expect((await run(['webhook', 'list'], settings)).out).toContain('  json    on ')
  expect(await json(['webhook', 'remove', String(id)], settings)).toEqual({ id, removed: true })
  expect((await run(test, settings)).err).toBe(`There is no webhook with the id ${id}.\n`)
  expect(await json(['webhook', 'list'], settings)).toEqual({ webhooks: [] })
})

test('a long list is complete, and its reader may stop reading', async () => {
  const world = await createWorld()
  const settings = await settingsOf(world)
  await addMembers(
    world,
    Array.from({ length: 2_100 }, (_, index) => `member.number.${index}@mill.example`),
  )
  const { memberships } = await json<{ memberships: Member[] }>(
    ['member', 'list', '--group', 'mill-lane'],
    settings,
  )
  expect(new Set(memberships.map(({ email }) => email)).size).toBe(2_101)
  const { stdout, stderr } = await shell('folkmoot member list --group mill-lane | head -n 1', settings)
  expect([stdout.trim().split(/ +/), stderr]).toEqual([['ID', 'NAME', 'EMAIL', 'ROLE', 'STATE', 'SINCE'], ''])
})

test('the history of a group is listed, in parts and as JSON', async () => {
  const world = await createWorld()
  const settings = await settingsOf(world)
  const group = ['--group', 'mill-lane']
  const rename = () => run(['group', 'edit', ...group, '--name', 'Mill Lane'], settings)
  expect((await rename()).out).toBe('Saved the group Mill Lane (handle mill-lane, language none).\n')
  expect((await rename()).out).toBe(
    'No changes were made to the group Mill Lane (handle mill-lane, language none).\n',
  )
  await run(['key', 'create', ...group, '--name', 'Website'], settings)
  await dispatchEvents(world.db, 'https://moot.example')
  const { status, out } = await run(['group', 'history', ...group], settings)
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/group_edited .*name: Mill Lane \(previously: Mill Lane Co-op\)/),
  ])
  const { history } = await json<{ history: { kind: string }[] }>(
    ['group', 'history', ...group, '--part', 'access'],
    settings,
  )
  expect(history).toMatchObject([{ kind: 'key_made', title: 'Website', actor: null, changes: [] }])
  const wrong = await run(['group', 'history', ...group, '--part', 'votes', '--before', 'x'], settings)
  expect(wrong).toMatchObject({ status: 2, out: '' })
  expect(wrong.err).toMatch(/^--part must be one of settings, .*\.\n--before must be a whole number\.\n$/)
})

test('the settings are shown with their sources, and without passwords', async () => {
  const settings = { DATABASE_URL: 'postgres://moot:hushhush@db.example/moot', PORT: '8080' }
  const { status, out } = await run(['config'], settings)
  expect(status).toBe(0)
  expect(out).toMatch(/^PORT +8080 +environment$/m)
  expect(out).toMatch(/^PUBLIC_URL +http:\/\/localhost:8080 +default$/m)
  expect(out).toMatch(/^DATABASE_URL +postgres:\/\/moot:\*\*\*@db\.example\/moot +environment$/m)
  expect(out).not.toContain('hushhush')
})

async function settingsOf({ address }: Pick<World, 'address'>): Promise<{ DATABASE_URL: string }> {
  const { host, port, user, database } = address
  return { DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}` }
}

async function removeAll(world: World): Promise<void> {
  const nobody = { emails: [], remove_absent: true, dry_run: false, guard: false, force: true }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    setMembers(act, { group_id: world.group.id, ...nobody }),
  )
}

test('events that were set aside are listed, and retried by id or all at once', async () => {
  const world = await createWorld()
  const settings = await settingsOf(world)
  const { rows } = await world.db.pool.query<{ id: number }>(
    `insert into events (kind, group_id, subject_type, subject_id, dispatched_at, set_aside_at, set_aside_reason)
     select 'key_ending', $1, 'ApiKey', n, now(), now(), 'TypeError: \u001b[2J of ' || n from generate_series(1, 3) n returning id`,
    [world.group.id],
  )
  const [first, second, third] = rows.map(({ id }) => id) as [number, number, number]
  const listed = await run(['event', 'list'], settings)
  expect(listed).toMatchObject({ status: 0 })
  expect(listed.out).toMatch(
    new RegExp(`^ID +KIND +GROUP.*REASON\\n${first} +key_ending +mill-lane .*TypeError`),
  )
  expect(listed.out).not.toContain('\u001b')
  expect(await json(['status'], settings)).toMatchObject({ well: false, events_set_aside: 3 })
  expect(await run(['event', 'retry', `${first}`, '999'], settings)).toMatchObject({ status: 1, out: '' })
  expect(await json(['event', 'retry', `${first}`, `${first}`], settings)).toEqual({ retried: 1 })
  expect(await json(['event', 'list'], settings)).toMatchObject({ events: [{ id: second }, { id: third }] })
  expect((await run(['event', 'retry'], settings)).out).toBe('Retrying 2 events.\n')
  expect((await run(['event', 'list'], settings)).out).toBe('No events were set aside.\n')
  expect((await run(['event', 'retry', 'all'], settings)).status).toBe(2)
})

test('people are made admins of the service by their address', async () => {
  const settings = await settingsOf(await createEmptyService())
  const admin = ['--admin-email', 'ada@mill.example']
  await json(['group', 'create', '--name', 'Mill Lane', '--handle', 'mill', ...admin], settings)
  await json(
    ['group', 'create', '--name', 'Orchard', '--handle', 'orchard', '--admin-email', 'gus@mill.example'],
    settings,
  )
  const added = await json(['instance-admin', 'add', 'GUS@mill.example'], settings)
  expect(added).toEqual({ person: { id: expect.any(Number), email: 'gus@mill.example' } })
  const { out } = await run(['instance-admin', 'list'], settings)
  expect(out).toMatch(/ada@mill\.example +- +admin of the first group\n.*gus@mill\.example +- +added /)
  expect((await run(['instance-admin', 'remove', 'gus@mill.example'], settings)).status).toBe(0)
  expect(await json(['instance-admin', 'list'], settings)).toMatchObject({
    instance_admins: [{ email: 'ada@mill.example', added_at: null }],
  })
  const nobody = await run(['instance-admin', 'add', 'nobody@mill.example'], settings)
  expect([nobody.status, nobody.err]).toEqual([
    1,
    expect.stringContaining('Nobody here has this email address.'),
  ])
})

test('a group is suspended, resumed, deleted by its name and restored', async () => {
  const settings = await settingsOf(await createEmptyService())
  for (const handle of ['mill', 'orchard'])
    await json(
      ['group', 'create', '--name', handle, '--handle', handle, '--admin-email', 'ada@mill.example'],
      settings,
    )
  const group = ['--group', 'orchard']
  const state = async (...args: string[]) =>
    ((await json(['group', ...args, ...group], settings)) as { group: { state: string } }).group.state
  expect(await state('suspend')).toBe('suspended')
  expect(await state('resume')).toBe('active')
  expect(await state('delete', '--name', 'orchard')).toBe('deleted')
  expect((await run(['group', 'restore', ...group], settings)).out).toBe('The group orchard is active.\n')
  expect(await state('suspend')).toBe('suspended')
  expect(await state('delete', '--name', 'orchard')).toBe('deleted')
  for (const deed of ['resume', 'suspend'])
    expect(await run(['group', deed, ...group], settings)).toMatchObject({
      ...{ status: 1, err: expect.stringContaining('folkmoot group restore --group orchard') },
    })
  expect((await run(['group', 'restore', ...group], settings)).out).toBe('The group orchard is suspended.\n')
  expect(await state('resume')).toBe('active')
  const wrong = await run(['group', 'delete', '--name', 'Orchid', ...group], settings)
  expect([wrong.status, wrong.err]).toEqual([
    2,
    expect.stringContaining('must be the name of the group: orchard'),
  ])
  const first = await run(['group', 'delete', '--group', 'mill', '--name', 'mill'], settings)
  expect([first.status, first.err]).toEqual([
    2,
    expect.stringContaining('--group belongs to the first group'),
  ])
})

test('a group whose last admin left while it was suspended gets an admin in a terminal', async () => {
  const world = await createWorld()
  await addMembers(world, ['ben@mill.example', 'cleo@mill.example'])
  await world.db.pool.query(
    "update memberships m set accepted_at = now() from users u where u.id = m.user_id and u.email like 'ben@%'",
  )
  const settings = await settingsOf(world)
  const group = ['--group', 'mill-lane']
  const leave = ['person', 'erase', '--email', world.ada.email, '--writings', 'keep', '--yes']
  expect(await run(leave, settings)).toMatchObject({
    status: 1,
    err: expect.stringContaining('no other admin'),
  })
  expect(await run(['group', 'suspend', ...group], settings)).toMatchObject({ status: 0 })
  expect(await run(leave, settings)).toMatchObject({ status: 0 })
  const promote = (email: string, ...more: string[]) =>
    run(['member', 'promote', ...group, '--email', email, ...more], settings)
  // The first group's admins run the service.
  expect(await promote('BEN@mill.example')).toMatchObject({
    ...{ status: 1, err: expect.stringMatching(/Nothing was changed.*run the whole service.*add --yes/s) },
  })
  const promoted = expect.stringMatching(
    /^ben@mill.example is an admin of mill-lane.\n.*runs the whole service/,
  )
  expect(await promote('BEN@mill.example', '--yes')).toMatchObject({ status: 0, out: promoted })
  expect(await promote('cleo@mill.example')).toMatchObject({ status: 1 })
  expect(await promote('nobody@mill.example')).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('is not a member of mill-lane') },
  })
  const { memberships } = (await json(['member', 'list', ...group], settings)) as { memberships: Member[] }
  expect(memberships.map(({ email, admin }) => [email, admin])).toEqual([
    ['ben@mill.example', true],
    ['cleo@mill.example', false],
  ])
})
