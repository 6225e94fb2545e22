import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { SHELLS } from '../args/command.ts'
import { COMMANDS } from '../args/commands.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { placesOf } from './offers.ts'
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
    // Bash itself then offers files.
    [['backup', ''], []],
    [['group', 'create', '--name', ''], []],
  ])('after %j: %j', async (words, offers) => {
    expect(await offered(...words)).toEqual(offers)
  })
})

test('the shells are described each by its own name', () => {
  const place = placesOf(COMMANDS).find(({ after }) => after === 'completion')
  expect(place?.offers.slice(0, 3)).toEqual(SHELLS.map((shell) => ({ word: shell, about: shell })))
})
