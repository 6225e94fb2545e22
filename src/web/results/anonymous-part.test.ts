import { describe, expect, test } from 'vitest'
import { openPollWorld } from '../../../test/poll-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { mintLink } from '../../users/mint-link.ts'

const at = await openPollWorld()
const ANONYMOUS = { settings: { anonymous: true } } as const

describe('the page of an anonymous poll', () => {
  test('says that ballots are encrypted, then sealed, then that their key is destroyed', async () => {
    const { path, cookie, poll_id, send } = await at.come(ANONYMOUS)
    const body = async () => (await at.web.get(path, cookie)).body
    expect(await body()).toContain('every ballot is stored encrypted')
    await send({ choice: '1' })
    await at.close(poll_id)
    await sealPoll(at.world.db, poll_id)
    expect(await body()).toMatch(/The ballots were sealed on .*Their key was destroyed on /)
    await at.world.db.pool.query('update polls set key_destroyed_at = null where id = $1', [poll_id])
    expect(await body()).toMatch(/The ballots were sealed on .*Their key is being destroyed/)
    // Version 0.1.0 sealed it without a key.
    await at.world.db.pool.query('update polls set urn_key = null where id = $1', [poll_id])
    expect(await body()).toContain('stored these votes unencrypted while voting was open')
  })

  test('says which votes are less well protected, if version 0.1.0 accepted some', async () => {
    const { path, cookie, poll_id } = await at.come(ANONYMOUS)
    expect((await at.web.get(path, cookie)).body).not.toContain('less well protected')
    await at.world.db.pool.query('update polls set boxed_at = now() where id = $1', [poll_id])
    expect((await at.web.get(path, cookie)).body).toMatch(/Votes cast before .* are less well protected/)
  })

  test('warns if very few can vote, but not if three can', async () => {
    const warned = async (named: number) => {
      const wish = {
        settings: { anonymous: true, specified_voters_only: true },
        recipients: { user_ids: at.people.slice(0, named) },
      }
      return (await at.come(wish)).page()
    }
    expect(await warned(2)).toContain('Very few people can vote here')
    expect(await warned(3)).not.toContain('Very few people can vote here')
  })

  test('says when its key is missing; while voting is open, only to people who manage the poll', async () => {
    const { path, cookie, poll_id, page } = await at.come(ANONYMOUS)
    await at.world.db.pool.query('update polls set key_missing_at = now() where id = $1', [poll_id])
    expect(await page()).not.toContain('cannot be counted')
    await at.world.db.pool.query('update polls set closing_at = now() where id = $1', [poll_id])
    const { body } = await at.web.get(path, cookie)
    expect(body).toContain('The votes of this poll cannot be counted.')
    expect(body).not.toContain('The votes are being counted.')
  })
})

describe('a personal link', () => {
  const pageBy = async (origin: 'mail' | 'page' | 'command_line', copied_by: number | null) => {
    const [ben = 0] = at.people
    const poll_id = await makePoll(at.world, ANONYMOUS)
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    const link = {
      purpose: 'ballot',
      user_id: ben,
      group_id: at.world.group.id,
      poll_id,
      discussion_id: null,
      discreet: false,
    } as const
    const token = await mintLink(at.world.db.pool, link, { origin, copied_by })
    return (await at.web.follow(path, token)).page.body
  }

  test('that someone else copied says so', async () => {
    expect(await pageBy('page', at.world.ada.id)).toMatch(
      /An admin copied this link on .*can vote in your place/,
    )
    expect(await pageBy('command_line', null)).toMatch(/Someone who runs this service copied this link on /)
  })

  test('that was mailed, or copied by its owner, has no such note', async () => {
    expect(await pageBy('mail', null)).not.toContain('copied this link')
    expect(await pageBy('page', at.people[0] ?? 0)).not.toContain('copied this link')
  })
})
