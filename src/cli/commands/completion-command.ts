import { Invalid, problem } from '../../errors.ts'
import { type Command, type Run, SHELLS } from '../args/command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { printExactly } from '../print.ts'

const MAKERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** The `completion` command for these commands. */
export function completing(commands: readonly Command[]): Run {
  return async ({ operands }) => {
    const shell = SHELLS.find((known) => known === operands[0])
    if (shell === undefined) throw new Invalid([problem('SHELL', 'not_one_of', { list: SHELLS })])
    printExactly(MAKERS[shell](commands))
  }
}
