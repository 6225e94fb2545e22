import { Invalid, problem } from '../../errors.ts'
import { type Call, SHELLS } from '../args/command.ts'
import { COMMANDS } from '../args/commands.ts'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { printExactly } from '../print.ts'

const MAKERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `completion` */
export async function runCompletion(call: Call): Promise<void> {
  const shell = SHELLS.find((known) => known === call.operands[0])
  if (shell === undefined) throw new Invalid([problem('SHELL', 'not_one_of', { list: SHELLS })])
  printExactly(MAKERS[shell](COMMANDS))
}
