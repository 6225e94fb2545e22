import type { Format } from '../webhook.ts'

/** The content of a chat message: text, and the address it links to. */
type Message = { text: string; url: string }

/** Discord accepts 2 000 characters, including escapes. */
const DISCORD_CHARACTERS = 1_900
const MARKDOWN = /[\\`*_[\]#|~<>]/g

/**
 * A message in the format of each chat service. User text is plain text there too: it can hide no link, and
 * notify nobody.
 */
export const CHAT_FORMATS: Record<Exclude<Format, 'json'>, (message: Message) => object> = {
  slack: ({ text, url }) => ({ text: `${slackEscaped(text)}\n<${url}>`, mrkdwn: false }),
  discord: ({ text, url }) => ({
    content: `${shortened(markdownEscaped(text), DISCORD_CHARACTERS)}\n${url}`,
    allowed_mentions: { parse: [] },
  }),
  mattermost: ({ text, url }) => ({ text: `${markdownEscaped(uncalled(text))}\n${url}` }),
  teams: ({ text, url }) => ({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card(text, url) }],
  }),
  matrix: ({ text, url }) => ({
    text: `${text}\n${url}`,
    html: `${htmlEscaped(text).replaceAll('\n', '<br>')}<br><a href="${htmlEscaped(url)}">${htmlEscaped(url)}</a>`,
  }),
}

function card(text: string, url: string): object {
  const [sentence = '', ...more] = text.split('\n')
  const block = (words: string, weight: 'Bolder' | 'Default') => ({
    type: 'TextBlock',
    text: markdownEscaped(words),
    wrap: true,
    weight,
  })
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(sentence, 'Bolder'), ...more.map((words) => block(words, 'Default'))],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
  }
}

function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function htmlEscaped(text: string): string {
  return slackEscaped(text).replaceAll('"', '&quot;')
}

function markdownEscaped(text: string): string {
  return text.replace(MARKDOWN, '\\$&')
}

/** With a zero-width space after it, an @ notifies nobody. */
function uncalled(text: string): string {
  return text.replaceAll('@', '@\u200b')
}

function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most)
        .join('')
        .replace(/(?<!\\)\\+$/, '')}…`
}
