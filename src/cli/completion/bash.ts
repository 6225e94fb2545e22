import type { Command } from '../args/command.ts'
import { type Place, placesOf, type Value, valuesOf } from './offers.ts'

/**
 * Completion for bash, from 3.2 on. If nothing matches, bash offers files. In a list, the word after the last
 * comma is completed.
 */
export function bashCompletion(commands: readonly Command[]): string {
  return `_folkmoot() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words='' list='' had='' line
  case "$before" in
${[...valuesOf(commands).map(valueCase), ...placesOf(commands).map(placeCase)].join('\n')}
  esac
  if [[ -n $list ]]; then had="\${word%"\${word##*,}"}"; compopt -o nospace 2> /dev/null; fi
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -P "$had" -W "$words" -- "\${word#"$had"}")
}
complete -o default -F _folkmoot folkmoot`
}

function valueCase({ command, option, words, list }: Value): string {
  return `    '${command} '*'${option}') words='${words.join(' ')}'${list ? ' list=1' : ''} ;;`
}

function placeCase({ after, next, offers, files }: Place): string {
  const words = offers.map(({ word }) => word).join(' ')
  const pattern = next ? `'${after}'` : `'${after}'|'${after} '*`
  // Bash itself offers files.
  const wanted = files ? ` [[ $word == -* ]] && words='${words}' ;;` : ` words='${words}' ;;`
  return `    ${pattern})${wanted}`
}
