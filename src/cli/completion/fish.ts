import type { Command } from '../args/command.ts'
import { type Offer, type Place, placesOf, type Value, valuesOf } from './offers.ts'

/** Completion for fish. */
export function fishCompletion(commands: readonly Command[]): string {
  const values = valuesOf(commands)
  return `function __folkmoot_after
    set -l words (commandline -opc)
    string match -qr -- $argv[1] (string join ' ' -- $words[2..-1] | string collect --allow-empty)
end
function __folkmoot_list
    set -l had (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    printf '%s\\n' "$had"$argv
end
complete -c folkmoot -f
${placesOf(commands)
  .flatMap((place) => linesOf(place, values))
  .join('\n')}`
}

function linesOf(place: Place, values: Value[]): string[] {
  const { after, next, offers, files } = place
  const start = `complete -c folkmoot -n "__folkmoot_after '^${after}${next ? '\\$' : '( |\\$)'}'"`
  const own = values.filter(({ command }) => command === after)
  return [
    ...offers.map((offer) => `${start} ${offered(offer, own)} -d ${quoted(offer.about)}`),
    ...(files ? [`${start} -F`] : []),
  ]
}

function offered({ word }: Offer, values: Value[]): string {
  if (!word.startsWith('--')) return `-a ${word}`
  const value = values.find(({ option }) => option === word)
  return `-l ${word.slice(2)}${value === undefined ? '' : ` ${argumentOf(value)}`}`
}

/** Fish offers files only where asked to. The words of a list follow those before the last comma. */
function argumentOf({ words, list, file }: Value): string {
  if (file) return '-r -F'
  if (words.length === 0) return '-x'
  return `-x -a ${quoted(list ? `(__folkmoot_list ${words.join(' ')})` : words.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
