import { beforeEach, describe, expect, test } from 'vitest'
import { hold } from '../../../test/hold.ts'
import { signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { cookiesOf, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { openWeb, type Web } from '../../../test/web.ts'
import { addMembers } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { allMemberships } from '../../groups/memberships-store.ts'
import { removeMember } from '../../members/remove-member.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

const { world, provider } = await openProviderWorld()
const RULE = { OIDC_ACME_GROUPS_CLAIM: 'groups', OIDC_ACME_GROUPS_MAP: 'staff:mill-lane' }
const settingsFor = (mode: string) => ({
  SMTP_URL: 'smtp://localhost',
  ...provider.settings,
  ...RULE,
  OIDC_ACME_GROUPS_MODE: mode,
})
let web: Web
/** Someone new in each test. */
let number = 0
let login: string
let address: string

beforeEach(async () => {
  number += 1
  login = `login ${number}`
  address = `zoe.${number}@mapped.example`
  web = await openWeb(world, settingsFor('on'))
  await provider.control({ account: login, claims: claimsOf(address) })
  await world.db.pool.query('truncate mapped_logins')
})

const claimsOf = (email: string) => ({ email, email_verified: true, name: 'Zoe', groups: ['staff'] })
const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows
const idOf = async (email: string) =>
  Number((await rows('select id from users where email = $1', [email]))[0]?.id)

/** Comes back from the provider, with its claim about the group. */
async function arrive(cookie = '', path = '/sign-in/with'): Promise<string> {
  const { answer } = await signInThere(web, { cookie, path })
  expect(answer.statusCode).toBe(303)
  return cookiesOf(answer)
}

async function isMember(email = address): Promise<boolean> {
  const own = `memberships m join users u on u.id = m.user_id where u.email = '${email}'`
  return (await rowsIn(world, `${own} and m.accepted_at is not null and m.revoked_at is null`)) === 1
}

/** A member by invitation who has linked the login in the account. */
async function inviteAndLink(): Promise<void> {
  await addMembers(world, [address])
  await arrive(await sessionOf(world, await idOf(address)), '/account/logins')
  await rows('update memberships set accepted_at = now() where user_id = $1', [await idOf(address)])
}

/** Somebody else comes by the claim, so that a claim has named the group. */
async function someoneArrives(): Promise<void> {
  const other = `first.${address}`
  await provider.control({ account: `first of ${number}`, claims: claimsOf(other) })
  await arrive()
  await provider.control({ account: login, claims: claimsOf(address) })
}

async function removeLogin(): Promise<void> {
  const cookie = await sessionOf(world, await idOf(address))
  const [, id = ''] = /name="login" value="(\d+)"/.exec((await web.get('/account', cookie)).body) ?? []
  expect((await web.post('/account/logins/remove', { login: id }, withCookie(cookie))).statusCode).toBe(303)
}

async function deleteAccount(email = address): Promise<void> {
  await erasePerson(world.db, SYSTEM, { user_id: await idOf(email), writings: 'keep', list: null })
}

async function removeHere(email = address): Promise<void> {
  const user_id = await idOf(email)
  await change(world.db, SYSTEM, async (act) => {
    const own = (await allMemberships(act.tx, world.group.id)).find((member) => member.user_id === user_id)
    await removeMember(act, { group_id: world.group.id, membership_id: own?.id ?? 0 })
  })
}

describe('one login at a provider', () => {
  test('votes once: whoever deletes the account and signs in again gets no second ballot by the claim', async () => {
    const poll = await makePoll(world, { recipients: { audience: 'group' } })
    const [{ key }] = await rows('select key from polls where id = $1', [poll])
    const vote = async (cookie: string) => {
      const ballot = /name="choice" value="(\d+)"/.exec((await web.get(`/p/${key}`, cookie)).body)?.[1] ?? ''
      return (await web.post(`/p/${key}/ballot`, { choice: ballot }, withCookie(cookie))).statusCode
    }
    const votes = () => rowsIn(world, `electorate where poll_id = ${poll} and voted`)
    expect([await vote(await arrive()), await votes()]).toEqual([303, 1])
    await deleteAccount()
    expect([await vote(await arrive()), await votes()]).toEqual([404, 1])
    expect(await isMember()).toBe(false)
  })

  test('does not bring somebody back who was removed here and deleted the account', async () => {
    await arrive()
    await removeHere()
    await deleteAccount()
    await arrive()
    expect(await isMember()).toBe(false)
  })

  test('does not bring a member by invitation in a second time', async () => {
    await inviteAndLink()
    await arrive()
    await deleteAccount()
    await arrive()
    expect(await isMember()).toBe(false)
  })

  test('does not bring a member in a second time who signed in while the claim was tried out', async () => {
    web = await openWeb(world, settingsFor('dry_run'))
    await inviteAndLink()
    await arrive()
    await deleteAccount()
    web = await openWeb(world, settingsFor('on'))
    await arrive()
    expect(await isMember()).toBe(false)
  })

  test('does not bring a member in a second time whom its claim names later', async () => {
    await someoneArrives()
    for (const leave of [deleteAccount, async () => removeLogin().then(() => deleteAccount())]) {
      await inviteAndLink()
      await provider.control({ account: login, claims: { ...claimsOf(address), groups: [] } })
      await arrive()
      await leave()
      await provider.control({ account: login, claims: claimsOf(address) })
      await arrive()
      expect(await isMember()).toBe(false)
      await deleteAccount()
      await rows('delete from mapped_logins where user_id is null')
    }
  })

  test('can be used by its owner after somebody linked it by mistake, never used it, and removed it', async () => {
    await someoneArrives()
    await inviteAndLink()
    await removeLogin()
    await provider.control({ account: login, claims: claimsOf(`owner.${address}`) })
    await arrive()
    expect(await isMember(`owner.${address}`)).toBe(true)
  })

  test('brings no second account into the group after it was linked to that', async () => {
    await arrive()
    await removeLogin()
    const [second = 0] = await addMembers(world, [`other.${address}`])
    await removeHere(`other.${address}`)
    await rows('delete from memberships where user_id = $1', [second])
    await arrive(await sessionOf(world, second), '/account/logins')
    await arrive()
    expect([await isMember(), await isMember(`other.${address}`)]).toEqual([true, false])
  })

  test('of a person whom someone here invited again can be used as before', async () => {
    await arrive()
    await deleteAccount()
    const cookie = await arrive()
    await addMembers(world, [address])
    expect((await web.post(`/g/${world.group.handle}/join`, {}, withCookie(cookie))).statusCode).toBe(303)
    expect(await isMember()).toBe(true)
  })

  test('of a deleted account is remembered without the account', async () => {
    await arrive()
    expect(await rowsIn(world, 'mapped_logins where user_id is not null')).toBe(1)
    await deleteAccount()
    expect(await rowsIn(world, 'mapped_logins where user_id is null')).toBe(1)
    expect(await rowsIn(world, 'mapped_logins')).toBe(1)
  })
})

test('whose invitation is withdrawn during the sign-in does not join by the claim', async () => {
  await addMembers(world, [address])
  const user_id = await idOf(address)
  await arrive(await sessionOf(world, user_id), '/account/logins')
  const withdrawing = await hold(world.db, 'select from groups where id = $1 for update', [world.group.id])
  const arriving = arrive()
  await withdrawing.waitedFor()
  await withdrawing.query('update memberships set revoked_at = now() where user_id = $1', [user_id])
  await withdrawing.release()
  await arriving
  expect(await isMember()).toBe(false)
})

test('whom people here let in during the sign-in without the claim stays', async () => {
  await arrive()
  const user_id = await idOf(address)
  await provider.control({ account: login, claims: { ...claimsOf(address), groups: [] } })
  const restoring = await hold(world.db, 'select from groups where id = $1 for update', [world.group.id])
  const arriving = arrive()
  await restoring.waitedFor()
  await restoring.query('update memberships set mapped_by = null where user_id = $1', [user_id])
  await restoring.release()
  await arriving
  expect(await isMember()).toBe(true)
})

test('whose account is deleted during the sign-in does not join by the claim', async () => {
  await arrive()
  await provider.control({ account: login, claims: { ...claimsOf(address), groups: [] } })
  await arrive()
  const user_id = await idOf(address)
  await provider.control({ account: login, claims: claimsOf(address) })
  const busy = await hold(world.db, 'select from memberships where user_id = $1 for update', [user_id])
  const arriving = arrive()
  await busy.waitedFor()
  const deleting = deleteAccount()
  await busy.waitedFor(2)
  await busy.release()
  await Promise.all([arriving, deleting])
  const held = `memberships where user_id = ${user_id} and revoked_at is null`
  expect(await rowsIn(world, held)).toBe(0)
})
