import type { Command } from '../args/command.ts'
import { type Place, placesOf, type Value, valuesOf } from './offers.ts'

/** Completion for bash, from 3.2 on. If nothing matches, bash offers files. */
export function bashCompletion(commands: readonly Command[]): string {
  return `_folkmoot() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words='' line
  case "$before" in
${[...valuesOf(commands).map(valueCase), ...placesOf(commands).map(placeCase)].join('\n')}
  esac
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$words" -- "$word")
}
complete -o default -F _folkmoot folkmoot`
}

function valueCase({ command, option, words }: Value): string {
  return `    '${command} '*'${option}') words='${words.join(' ')}' ;;`
}

function placeCase({ after, next, offers, files }: Place): string {
  const words = offers.map(({ word }) => word).join(' ')
  const pattern = next ? `'${after}'` : `'${after}'|'${after} '*`
  // Bash itself offers files.
  const wanted = files ? ` [[ $word == -* ]] && words='${words}' ;;` : ` words='${words}' ;;`
  return `    ${pattern})${wanted}`
}
