import { beforeEach, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { type JoiningWorld, NEW, openJoiningWorld, REQUESTS } from '../../../test/joining.ts'
import { type HistoryEntry, oneForEachAct } from '../../members/history/history-entry.ts'
import { loadHistory } from '../../members/history/load-history.ts'

const PAGE = '/g/mill-lane/history'

let at: JoiningWorld

beforeEach(async () => {
  at = await openJoiningWorld()
})

/** The sentences about the newcomer, newest first. */
async function toldOfNina(): Promise<string[]> {
  await at.outbox.deliver()
  const { body } = await at.get(PAGE, 'ada')
  const items = [...body.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, text = '']) =>
    decoded(text.replace(/<[^>]*>/g, '')),
  )
  return items.filter((text) => text.includes('Nina Oak'))
}

async function comeAndBeApproved(): Promise<void> {
  const { token } = await at.makeLink({ asks: 'true' })
  await at.comeIn(token)
  const approve = /action="([^"]+\/approve)"/.exec((await at.get(REQUESTS, 'ada')).body)?.[1] ?? ''
  await at.post(approve, 'ada')
}

const history = (before: number | null, per: number) =>
  loadHistory(at.world.db.pool, { group_id: at.world.group.id, before, per })

const ofNina = (entries: HistoryEntry[]) =>
  entries.filter(({ actor, person }) => [actor?.email, person?.email].includes(NEW)).map(({ what }) => what)

test('an approved request is one line, and the request another; programs get every entry', async () => {
  await comeAndBeApproved()
  expect(await toldOfNina()).toEqual([
    'Ada Vale approved the request from Nina Oak',
    'Nina Oak asked to join',
  ])
  const { entries } = await history(null, 50)
  expect(ofNina(entries).toSorted()).toEqual([
    'join_approved',
    'join_requested',
    'member_joined',
    'membership_created',
  ])
})

test('a person who joins by a link is one line', async () => {
  const { token } = await at.makeLink()
  await at.comeIn(token)
  expect(await toldOfNina()).toEqual(['Joined with a link: Nina Oak'])
})

test('an act stays one line where a page ends within it', async () => {
  await comeAndBeApproved()
  await at.outbox.deliver()
  const told: HistoryEntry[] = []
  let before: number | null = null
  do {
    const page = await history(before, 1)
    told.push(...oneForEachAct(page.entries))
    before = page.before
  } while (before !== null)
  expect(ofNina(told)).toEqual(['join_approved', 'join_requested'])
})

test('an invited person who joins later is two lines', async () => {
  await at.post('/g/mill-lane/invite', 'ada', { emails: `Nina Oak <${NEW}>`, step: 'invite' })
  await at.query(
    'update memberships set accepted_at = now() where user_id = (select id from users where email = $1)',
    [NEW],
  )
  expect(await toldOfNina()).toEqual(['Nina Oak joined the group', 'Ada Vale invited Nina Oak'])
})
