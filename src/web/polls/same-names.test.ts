import { expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { change } from '../../db/db.ts'
import { addComment } from '../../discussions/comments/add-comment.ts'

test('two people of one name are told apart in the same way wherever a page names them, for every reader', async () => {
  const at = await openGroupPolls()
  const { world, web, people } = at
  const [ben = 0, cleo = 0, dai = 0] = people
  await world.db.pool.query("update users set name = 'Ben Carter' where id = any ($1)", [[ben, cleo]])
  const discussion_id = await makeThread(world)
  const poll_id = await makePoll(world, { discussion_id, recipients: { audience: 'group' } })
  await at.vote(poll_id, 0, 'agree', 'It leaks.')
  await at.vote(poll_id, 1)
  await change(world.db, { kind: 'person', user_id: ben }, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: 'Hm.', mentioned_ids: [] }),
  )
  const pages = [
    `/p/${await keyOf(world, 'polls', poll_id)}`,
    `/d/${await keyOf(world, 'discussions', discussion_id)}`,
  ]
  for (const cookie of [at.ada, await signedInCookie(world, dai)])
    for (const page of pages) {
      const shown = (await web.get(page, cookie)).body.match(/<bdi>Ben Carter[^<]*/g) ?? []
      expect([page, [...new Set(shown)].sort()]).toEqual([
        page,
        [`<bdi>Ben Carter (#${ben})`, `<bdi>Ben Carter (#${cleo})`].sort(),
      ])
      // Beside the result, and beside the reason or the comment.
      expect(shown.filter((name) => name.includes(`#${ben}`)).length).toBeGreaterThan(1)
    }
})
