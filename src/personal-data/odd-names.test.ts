import { expect, test } from 'vitest'
import { addMembers, createWorld } from '../../test/world.ts'
import { SYSTEM } from '../db/db.ts'
import { erasePerson, finishErasures } from './erase-person.ts'

const NOTE = { line: null, table: 'polls', id: '1', about: 'A poll of null', code: 'shortened' }

test.each(['null', '1', 'true', 'shortened', '{', 'about'])(
  'a person called %s can delete their account, and reports of imports can be read afterwards',
  async (name) => {
    const world = await createWorld()
    const { pool } = world.db
    const [id = 0] = await addMembers(world)
    await pool.query('update users set name = $2 where id = $1', [id, name])
    const report = {
      dry_run: true,
      notes: [
        { ...NOTE, params: { field: 'title', most: 1 } },
        { ...NOTE, about: null, params: { people: [name, `${name} and Ada`] } },
      ],
    }
    await pool.query(
      "insert into imports (made_by, file_name, stored_as, state, report) values ($1, 'f', 'f', 'imported', $2)",
      [world.ada.id, JSON.stringify(report)],
    )
    const erasure = { user_id: id, writings: 'keep', list: null } as const
    await erasePerson(world.db, SYSTEM, erasure)
    await finishErasures(world.db)
    expect((await pool.query('select 1 from erasures')).rows).toEqual([])
    const [kept] = (await pool.query('select report from imports')).rows
    expect(kept.report.dry_run).toBe(true)
    expect(kept.report.notes[0]).toMatchObject({ line: null, code: 'shortened', params: { most: 1 } })
    expect(kept.report.notes[1]).toMatchObject({
      about: null,
      code: 'shortened',
      params: { people: ['[…]', '[…] and Ada'] },
    })
  },
)
