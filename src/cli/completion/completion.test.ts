import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../keys/api-key.ts'
import { WRITINGS } from '../../personal-data/writings.ts'
import { FORMATS, WEBHOOK_KINDS } from '../../webhooks/webhook.ts'
import { SHELLS } from '../args/command.ts'
import { COMMANDS } from '../args/commands.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { placesOf, valuesOf } from './offers.ts'
import { zshCompletion } from './zsh.ts'

const ALL = { bash: bashCompletion(COMMANDS), zsh: zshCompletion(COMMANDS), fish: fishCompletion(COMMANDS) }

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${ALL.bash}
COMP_WORDS=(folkmoot "$@"); COMP_CWORD=$#; _folkmoot; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script, 'bash', ...words])
  return stdout.split('\n').filter((word) => word !== '')
}

test.each(Object.entries(ALL))('%s completes every command and every option', (shell, text) => {
  for (const { name, options } of COMMANDS) {
    expect(text).toContain(name)
    for (const option of Object.keys(options))
      expect(text).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`)
  }
})

test.each(Object.entries(ALL))('%s completes the fixed values of options', (_, text) => {
  const lists = valuesOf(COMMANDS).map(({ words }) => words.join(' '))
  expect(lists).toContain(PERMISSIONS.join(' '))
  for (const words of lists) expect(text).toContain(words)
})

test('the line for zsh defines a function: zsh would complete the words that an alias stands for', () => {
  const { notes = [] } = COMMANDS.find(({ name }) => name === 'completion') ?? {}
  const [line = ''] = /.*completion zsh\)/.exec(notes.join('\n')) ?? []
  expect(line.trim()).toBe('function folkmoot { npx folkmoot "$@" }; source <(folkmoot completion zsh)')
})

describe('bash offers', () => {
  test.each([
    [['gro'], ['group']],
    [
      ['group', ''],
      ['create', 'edit', 'list', 'history', 'suspend', 'resume', 'delete', 'restore', '--help'],
    ],
    [['group', 'create', '--ad'], ['--admin-email']],
    [['mail', 'list', '--status', 'w'], ['waiting']],
    [['completion', 'z'], ['zsh']],
    [
      ['group', 'create', '--locale', 'p'],
      ['pl', 'pt-BR'],
    ],
    [['backup', '--q'], ['--quiet']],
    [['person', 'erase', '--writings', ''], [...WRITINGS]],
    [['webhook', 'create', '--format', 'm'], FORMATS.filter((format) => format.startsWith('m'))],
    [['webhook', 'create', '--format', 'json,m'], []],
    [['webhook', 'create', '--kinds', ''], [...WEBHOOK_KINDS]],
    [['key', 'create', '--permissions', 'create_p'], ['create_poll']],
    // The next one of a list.
    [['key', 'create', '--permissions', 'create_poll,read_mem'], ['create_poll,read_memberships']],
    // Bash itself then offers files.
    [['backup', ''], []],
    [['group', 'create', '--name', ''], []],
  ])('after %j: %j', async (words, offers) => {
    expect(await offered(...words)).toEqual(offers)
  })
})

test('fish is told which options take a file', () => {
  for (const option of ['receipt', 'entry', 'head', 'out']) expect(ALL.fish).toContain(` -l ${option} -r -F `)
  expect(ALL.fish).toMatch(/ -l email -x -d /)
})

test('the shells are described each by its own name', () => {
  const place = placesOf(COMMANDS).find(({ after }) => after === 'completion')
  expect(place?.offers.slice(0, 3)).toEqual(SHELLS.map((shell) => ({ word: shell, about: shell })))
})
