import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isHere } from '../../../test/examples.ts'
import { decoded } from '../../../test/group-web.ts'
import { openListening } from '../../../test/web.ts'
import { createWorld, keyFor } from '../../../test/world.ts'

test.runIf(isHere('python'))(
  'the programs of the page bring members and polls along, once each',
  async () => {
    const world = await createWorld()
    const web = await openListening(world)
    const page = decoded((await web.get('/help/moving')).body)
    const programs = [...page.matchAll(/<code>(import csv[\s\S]*?)<\/code>/g)].map(([, text = '']) => text)
    expect(programs).toHaveLength(2)
    const { key } = await keyFor(world, { permissions: ['manage_memberships', 'create_poll'] })
    const cwd = await mkdtemp(join(tmpdir(), 'folkmoot-moving-'))
    await writeFile(
      join(cwd, 'members.csv'),
      'name,email\nBen, ben@mill.example\nAda,ada@mill.example\nNo one,\n',
    )
    await writeFile(
      join(cwd, 'polls.csv'),
      'title,poll_type,options,details,closing_at\n"Bread, or soup?",poll,Bread | Soup,,2099-01-31\nA new roof,proposal,,"It ""leaks"".",\n',
    )
    const run = async (text = '') => {
      const env = { PATH: process.env['PATH'] ?? '', FOLKMOOT_API_KEY: key }
      return (await promisify(execFile)('python3', ['-c', text], { cwd, env })).stdout
    }
    expect(await run(programs[0])).toBe('Invited: ben@mill.example\n')
    expect(await run(programs[0])).toBe('Invited: nobody\n')
    const made = await run(programs[1])
    expect(made).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/p\/\w{8} Bread, or soup\?\nhttp:\S+ A new roof\n$/)
    expect(await run(programs[1])).toBe(made)
    const { rows } = await world.db.pool.query(
      'select title, details, closing_at, array(select name from poll_options o where o.poll_id = p.id order by priority) as options from polls p order by id',
    )
    expect(rows).toEqual([
      {
        title: 'Bread, or soup?',
        details: null,
        closing_at: new Date('2099-01-31'),
        options: ['Bread', 'Soup'],
      },
      {
        title: 'A new roof',
        details: 'It "leaks".',
        closing_at: null,
        options: ['agree', 'abstain', 'disagree'],
      },
    ])
    await rm(cwd, { recursive: true })
  },
)
