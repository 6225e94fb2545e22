/** A command as pages show it, broken between its words only. */
export function shownCommand(words: string): string {
  const spans = words.split(' ').map((word) => `<span>${word}</span>`)
  return `<code class="command">${spans.join(' ')}</code>`
}
