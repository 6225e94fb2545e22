import { beforeEach, describe, expect, test } from 'vitest'
import { hold } from '../hold.ts'
import { rows, vote } from './acts.ts'
import { type Answer, expectProblem, pollOf, threadOf } from './api.ts'
import { matching, openStage } from './stage.ts'

/** A change between the check of If-Match and the lock. */

const { world, db, ben, a, make } = await openStage()

const commentOf = (answer: Answer) => answer.json<{ comments: { id: number }[] }>().comments[0]!

type Race = { lock: string; edit: string | null; ask: () => Promise<Answer> }

/** Sends a request while another transaction holds the row, and changes it or, for the control, does not. */
async function race({ lock, edit, ask }: Race): Promise<Answer> {
  const holder = await hold(db, lock)
  if (edit !== null) await holder.query(edit)
  const asking = ask()
  await holder.waitedFor()
  await holder.release()
  return asking
}

const EDITS = ['edited', 'untouched'] as const

function expectHeeded(answer: Answer, how: (typeof EDITS)[number]): void {
  if (how === 'edited') expectProblem(answer, 412, 'precondition_failed')
  else expect(answer.statusCode).toBe(200)
}

describe.each(EDITS)('If-Match of a poll that is %s while the request waits for it', (how) => {
  let id: number
  let at: string
  let lock: string
  beforeEach(async () => {
    id = (await make({ poll_type: 'poll', options: ['Blue', 'Green'] })).id
    at = `/polls/${id}`
    lock = `select 1 from polls where id = ${id} for update`
  })

  const cast = (headers: Record<string, string>) =>
    a.post(`${at}/ballots`, { user_id: ben, choices: { Blue: 1 } }, { headers })

  test.each([
    ['given another title', () => `update polls set title = 'Other', version = version + 1 where id = ${id}`],
    [
      'given another option',
      () => `insert into poll_options (poll_id, slot, priority, name) values (${id}, 3, 3, 'Red')`,
    ],
  ])('is respected by a ballot: %s', async (_, edit) => {
    const headers = matching(await a.get(at))
    const answer = await race({ lock, edit: how === 'edited' ? edit() : null, ask: () => cast(headers) })
    expectHeeded(answer, how)
    expect(pollOf(await a.get(at)).decided_voters_count).toBe(how === 'edited' ? 0 : 1)
  })

  test('is respected by a ballot in a batch with another on the same poll without it', async () => {
    const headers = matching(await a.get(at))
    const edit = how === 'edited' ? `update polls set version = version + 1 where id = ${id}` : null
    const both: Promise<unknown>[] = []
    const answer = await race({
      lock,
      edit,
      ask: () => {
        both.push(vote(world, id, world.ada.id, { Green: 1 }))
        return cast(headers)
      },
    })
    expectHeeded(answer, how)
    expect(await Promise.all(both)).toMatchObject([{ outcome: 'recorded' }])
  })

  test('is respected when a ballot is withdrawn', async () => {
    await a.post(`${at}/ballots`, { user_id: ben, choices: { Blue: 1 } })
    const headers = matching(await a.get(at))
    const edit = how === 'edited' ? `update polls set version = version + 1 where id = ${id}` : null
    const answer = await race({
      lock,
      edit,
      ask: () => a.remove(`${at}/ballots`, { user_id: ben }, { headers }),
    })
    expectHeeded(answer, how)
    expect(pollOf(await a.get(at)).decided_voters_count).toBe(how === 'edited' ? 1 : 0)
  })
})

describe.each(EDITS)('If-Match of a thread that is %s while the request waits for it', (how) => {
  let id: number
  let begun: Answer
  beforeEach(async () => {
    begun = await a.post('/discussions', { title: 'Paint' })
    id = threadOf(begun).id
  })

  test('is respected by a comment', async () => {
    const headers = matching(begun)
    const answer = await race({
      lock: `select 1 from discussions where id = ${id} for update`,
      edit:
        how === 'edited'
          ? `update discussions set title = 'Other', versions_count = versions_count + 1 where id = ${id}`
          : null,
      ask: () => a.post(`/discussions/${id}/comments`, { body: 'Blue' }, { headers }),
    })
    expectHeeded(answer, how)
    expect(await rows(db, 'select body from comments where discussion_id = $1', [id])).toEqual(
      how === 'edited' ? [] : [{ body: 'Blue' }],
    )
  })

  test.each(['edits', 'deletes'])('and so is that of a comment if someone %s it', async (deed) => {
    const said = await a.post(`/discussions/${id}/comments`, { body: 'Blue' })
    const comment = commentOf(said).id
    const headers = matching(said)
    const path = `/comments/${comment}`
    const answer = await race({
      lock: `select 1 from comments where id = ${comment} for update`,
      edit:
        how === 'edited' ? `update comments set body = 'Red', edited_at = now() where id = ${comment}` : null,
      ask: () =>
        deed === 'edits' ? a.patch(path, { body: 'Green' }, { headers }) : a.remove(path, {}, { headers }),
    })
    expectHeeded(answer, how)
    const kept = how === 'edited' ? 'Red' : deed === 'edits' ? 'Green' : null
    expect(await rows(db, 'select body from comments where id = $1', [comment])).toEqual([{ body: kept }])
  })
})
