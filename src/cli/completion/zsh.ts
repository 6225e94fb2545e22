import type { Command } from '../args/command.ts'
import { type Offer, type Place, placesOf, type Value, valuesOf } from './offers.ts'

/**
 * Completion for zsh: to be sourced after `compinit`, or kept as `_folkmoot` in a folder of `fpath`. Unless
 * `complete_aliases` is set, zsh never asks it about an alias: it completes the words that this stands for.
 */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef folkmoot
_folkmoot() {
  local before="\${(j: :)words[2,CURRENT-1]}"
  local -a offers
  case "$before" in
${[...valuesOf(commands).map(valueCase), ...placesOf(commands).map(placeCase)].join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _folkmoot ]]; then _folkmoot "$@"; else compdef _folkmoot folkmoot; fi`
}

function valueCase({ command, option, words, list }: Value): string {
  const add = list ? `_values -s , ${option.slice(2)}` : 'compadd --'
  const known = words.length === 0 ? '_default' : `${add} ${words.join(' ')}`
  return `    '${command} '*'${option}') ${known} ;;`
}

function placeCase({ after, next, offers, files }: Place): string {
  const pattern = next ? `'${after}'` : `'${after}'|'${after} '*`
  return `    ${pattern}) offers=(${offers.map(described).join(' ')}); _describe folkmoot offers${files ? '; _files' : ''} ;;`
}

function described({ word, about }: Offer): string {
  return `'${`${word}:${about.replaceAll(':', '\\:')}`.replaceAll("'", "'\\''")}'`
}
