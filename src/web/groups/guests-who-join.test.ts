import { beforeEach, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { GAIL, type JoiningGuest, MEMBERS, openJoiningGuest } from '../../../test/joining-guest.ts'
import { openPost } from '../../../test/post.ts'
import { makeThread } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'

let her: JoiningGuest

beforeEach(async () => {
  her = await openJoiningGuest()
})

describe('a guest who joined the group and then', () => {
  describe.each([
    ['is removed', () => her.remove()],
    ['leaves', () => her.leave()],
  ])('%s', (_, end) => {
    test('sees none of it any more, gets no mail of it, and her vote counts', async () => {
      const bikes = await her.thread('Bikes')
      const named = await her.poll({
        settings: { specified_voters_only: true },
        recipients: { emails: [GAIL] },
      })
      const [voted, open] = [
        await her.poll({ discussion_id: bikes }),
        await her.poll({ discussion_id: bikes }),
      ]
      await her.vote(voted)
      await change(her.at.world.db, SYSTEM, (act) => closePoll(act, named))
      const token = await tokenFor(her.at.world, 'thread', { user_id: her.user_id, discussion_id: bikes })
      await her.join()
      await end()
      expect(await her.ballots(voted, open)).toEqual([
        [null, 5],
        [null, 4],
      ])
      expect(await Promise.all([voted, open, named].map((id) => her.answer('polls', id)))).toEqual([
        404, 404, 404,
      ])
      expect(await her.answer('discussions', bikes)).toBe(404)
      expect((await her.at.web.follow(await her.pageOf('discussions', bikes), token)).page.statusCode).toBe(
        404,
      )
      const post = await openPost(her.at.world)
      await post.deliver()
      const later = await her.poll({ discussion_id: bikes })
      expect(await her.ballots(later)).toEqual([[null, 4]])
      expect((await post.deliver()).flatMap(({ to }) => to)).not.toContain(GAIL)
      expect(await her.isReader(bikes)).toBe(false)
      expect((await her.at.web.get('/', her.cookie)).body).not.toContain('id="guest"')
    })

    test('has what members have when let in again, and nothing when invited and not wanted', async () => {
      const bikes = await her.thread('Bikes')
      const only = { specified_voters_only: true }
      const named = await her.poll({ settings: only, recipients: { emails: [GAIL] } })
      const open = await her.poll({ discussion_id: bikes })
      await her.join()
      await end()
      await her.restore()
      expect(await her.ballots(named, open)).toEqual([
        ['member', 1],
        ['member', 5],
      ])
      expect(await Promise.all([named, open].map((id) => her.answer('polls', id)))).toEqual([200, 200])
      await her.remove()
      await her.invite()
      await her.remove()
      expect(await her.ballots(named, open)).toEqual([
        [null, 0],
        [null, 4],
      ])
      expect(await Promise.all([named, open].map((id) => her.answer('polls', id)))).toEqual([404, 404])
    })

    test('can be invited to the thread or a poll as a guest again', async () => {
      const discussion_id = await her.thread('Bikes')
      const id = await her.poll({ discussion_id })
      const other = await makeThread(her.at.world)
      const named = await her.poll({ discussion_id: other, settings: { anonymous: true } })
      await her.join()
      await end()
      await change(her.at.world.db, her.asAda(), (act) =>
        inviteGuests(act, {
          ...{ discussion_id, group_id: her.at.world.group.id, reader: her.reader(), message: null },
          emails: [GAIL],
        }),
      )
      await change(her.at.world.db, her.asAda(), (act) =>
        inviteVoters(act, { poll_id: named, emails: [GAIL], user_ids: [] }),
      )
      expect(await her.answer('discussions', other)).toBe(200)
      await her.invite()
      await her.remove()
      expect(await her.ballots(id, named)).toEqual([
        ['thread_guest', 5],
        ['named', 5],
      ])
      expect(await Promise.all([discussion_id, other].map((of) => her.answer('discussions', of)))).toEqual([
        200, 200,
      ])
      expect(await her.answer('polls', named)).toBe(200)
    })
  })

  test('the form that removes her says that she is no guest again', async () => {
    await her.join()
    const { body } = await her.at.get(`${MEMBERS}/${await her.membership()}`, 'ada')
    expect(decoded(body)).toContain('even if they were a guest of some before they joined')
  })
})
