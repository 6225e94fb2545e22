import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { installProgram, newDataDir, runInTerminal, type Settings, serve } from './process.ts'

/** What people see: the program in a terminal of its own. */

installProgram()

let settings: Settings = {}
beforeAll(async () => {
  settings = { DATA_DIR: await newDataDir() }
})

const widest = (out: string) =>
  Math.max(
    ...stripVTControlCharacters(out)
      .split('\n')
      .map((line) => line.length),
  )

// Elsewhere `script` takes other arguments.
describe.runIf(process.platform === 'linux')('in a terminal', () => {
  test('a long command says what it does before it knows how long it takes, and is quiet if asked', async () => {
    const { status, out } = await runInTerminal(['demo'], settings, 80)
    expect(status).toBe(0)
    expect(out).toContain('Creating the group …')
    expect(out).toMatch(/Creating the group █+░+ \d+ % · \d+ s left/)
    expect(out).not.toMatch(/\b0 ?s left/)
    const again = await runInTerminal(['demo', '--quiet'], settings, 80)
    expect(again.status).toBe(1)
    expect(again.out).not.toContain('Creating')
  })

  test.each([80, 50])('lists, help and errors fit into %i columns', async (columns) => {
    for (const line of ['status', 'group list', 'member list --group elm-street', 'webhook create --help']) {
      const { status, out } = await runInTerminal(line.split(' '), settings, columns)
      expect({ line, status, fits: widest(out) <= columns }).toEqual({ line, status: 0, fits: true })
    }
    const wrong = await runInTerminal(['group', 'create', '--nam', 'x', '--handle', 'Ä'], settings, columns)
    expect(wrong.status).toBe(2)
    expect(widest(wrong.out)).toBeLessThanOrEqual(columns)
  })

  test('colours have a meaning, and none are used with NO_COLOR', async () => {
    const coloured = await runInTerminal(['member', 'list', '--group', 'elm-street'], settings, 80)
    expect(coloured.out).toContain('\u001b[32mjoined\u001b[39m')
    const { out } = await runInTerminal(
      ['member', 'list', '--group', 'elm-street'],
      { ...settings, NO_COLOR: '1' },
      80,
    )
    expect(out).toContain('joined')
    expect(out).toBe(stripVTControlCharacters(out))
  })

  test('the status names the queues as the page does', async () => {
    const { out } = await runInTerminal(['status'], settings, 80)
    expect(out).toContain('\nemails to send ')
    expect(out).toContain('\nsign-in emails ')
  })
})

test('the start says once where the data is', async () => {
  const data_dir = await newDataDir()
  const served = await serve({ DATA_DIR: data_dir })
  expect(served.said().match(/\bData\b/g)).toEqual(['Data'])
  served.signal('SIGTERM')
  expect(await served.ended).toBe(0)
})
