import { expect, test } from 'vitest'
import { nameMentions } from './mention-names.ts'
import { toHtml } from './rich-text.ts'

const NAMES = new Map([
  ['ada', 'Ada Vale'],
  ['ben-ash', 'Ben <b>"Ash"</b>'],
])
const shown = (text: string) => nameMentions(toHtml(text, 'md'), NAMES)

test('names replace usernames, whatever the names contain', () => {
  expect(shown('Ask @Ada-, or *@ben-ash*.')).toBe(
    '<p>Ask <bdi>@Ada Vale</bdi>-, or <em><bdi>@Ben &lt;b&gt;&quot;Ash&quot;&lt;/b&gt;</bdi></em>.</p>',
  )
})

test('other words stay, also in addresses, links and code', () => {
  for (const text of ['@adam', 'x@ada', 'a/@ada', '`@ada`', '[@ada](https://x.example)'])
    expect(shown(text), text).toBe(toHtml(text, 'md'))
  expect(nameMentions('<p>@ada</p>', new Map())).toBe('<p>@ada</p>')
})
