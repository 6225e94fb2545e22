import type { Form } from './fuzz.ts'

/** The forms of a page, each with the values of its fields. */
export function formsOn(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inner = '']) => ({
    action: plain(attribute(head, 'action')),
    fields: [...inner.matchAll(/<(input|textarea|select|button)\b([^>]*)>([^<]*)/g)]
      .map(([, tag, attributes = '', text = '']): [string, string] => [
        plain(attribute(attributes, 'name')),
        plain(tag === 'textarea' ? text : attribute(attributes, 'value')),
      ])
      .filter(([name]) => name !== ''),
  }))
}

/** The URLs of this service that a page links to. */
function linksOn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?href="(\/[^"#]*)/g)].map(([, path = '']) => plain(path))
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Every page reachable by links from these; of numbers and keys of one kind, only the first one or two. */
export async function crawl(
  get: (path: string) => Promise<string | null>,
  from: string[],
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const kinds = new Map<string, number>()
  const left = [...from]
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    const kind = path.replace(/\d+/g, '0').replace(/\/(p|d)\/\w{8}/, '/$1')
    if (pages.has(path) || (kinds.get(kind) ?? 0) >= MOST_OF_A_KIND) continue
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const html = await get(path)
    if (html === null) continue
    pages.set(path, html)
    left.push(...linksOn(html))
  }
  return pages
}

const MOST_OF_A_KIND = 8
