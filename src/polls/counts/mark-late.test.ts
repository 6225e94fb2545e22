import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import type { Choices } from '../ballots/ballot.ts'
import { castBallot } from '../ballots/cast-ballot.ts'
import { markCountedPolls } from '../close-due-polls.ts'
import { closePoll } from '../close-poll.ts'
import { keptCount } from './counts-store.ts'

let world: World
let people: number[]
beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
})

const STAR = { poll_type: 'score', count_method: 'star' } as const
/** Alder wins against either of the two that are tied for the other place in the runoff. */
const LOWER: Choices[] = [
  { Alder: 5, Birch: 1, Cedar: 1 },
  { Alder: 5, Birch: 1, Cedar: 1 },
]

async function closed(settings: object, ballots: Choices[]): Promise<number> {
  const options = ['Alder', 'Birch', 'Cedar']
  const poll_id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
  for (const [place, choices] of ballots.entries())
    await castBallot(world.db, { poll_id, user_id: people[place] ?? 0, choices, reason: null })
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => closePoll(act, poll_id))
  return poll_id
}

async function markOf(id: number): Promise<boolean | null> {
  const { rows } = await world.db.pool.query('select elected_by_lot from polls where id = $1', [id])
  return rows[0].elected_by_lot
}

/** As an earlier release stored its counts, and after the upgrade. */
async function upgrade(): Promise<void> {
  await world.db.pool.query(
    `update poll_counts set count = count - 'by_lot' - 'unnamed_tie',
       others = (select coalesce(json_agg(json_build_object('method', o -> 'method', 'elected', o -> 'elected')), '[]')
         from jsonb_array_elements(others) o)::jsonb`,
  )
  await world.db.pool.query('update polls set elected_by_lot = null')
  const steps = readFileSync(new URL('../../db/migrations/0090-elected-by-lot.sql', import.meta.url), 'utf8')
  await world.db.pool.query(/^update [\s\S]+?;$/m.exec(steps)?.[0] ?? '')
}

test('whether a lot decided is stored at the closing, and of earlier closings found after the upgrade', async () => {
  const clear = await closed({ poll_type: 'ranked_choice', count_method: 'irv' }, [{ Birch: 1 }])
  const lower = await closed(STAR, LOWER)
  const tied = await closed(STAR, [{ Alder: 5 }, { Birch: 5 }])
  const circle = await closed({ poll_type: 'ranked_choice', count_method: 'ranked_pairs' }, [
    { Alder: 1, Birch: 2, Cedar: 3 },
    { Birch: 1, Cedar: 2, Alder: 3 },
    { Cedar: 1, Alder: 2, Birch: 3 },
  ])
  const all = [clear, lower, tied, circle]
  const marks = () => Promise.all(all.map(markOf))
  const kept = () => Promise.all(all.map((id) => keptCount(world.db.pool, id)))
  const before = await kept()
  expect(await marks()).toEqual([false, false, true, true])
  await upgrade()
  expect(await marks()).toEqual([false, null, null, null])
  await markCountedPolls(world.db)
  expect(await marks()).toEqual([false, false, true, true])
  expect((await kept()).slice(1)).toEqual(before.slice(1))
})

test('a count that other ballots would give now stays, and is taken by what it says', async () => {
  const id = await closed(STAR, LOWER)
  const before = await keptCount(world.db.pool, id)
  await upgrade()
  await world.db.pool.query('update ballots set scores = $2 where poll_id = $1', [id, [0, 4, 3]])
  await markCountedPolls(world.db)
  expect(await markOf(id)).toBe(true)
  const { ties, rounds } = JSON.parse((await keptCount(world.db.pool, id)) ?? '').count
  expect({ ties, rounds }).toMatchObject(
    (({ ties, rounds }) => ({ ties, rounds }))(JSON.parse(before ?? '').count),
  )
})
