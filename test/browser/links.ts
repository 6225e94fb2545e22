import type { Page } from 'playwright-core'
import type { Stop } from './tour.ts'

/** The targets of links on visited pages. */
export type Links = {
  /** Follows the links of the page that its reader has not followed yet. */
  follow(page: Page, stop: Stop): Promise<void>
  /** How many targets were checked, counted per reader. */
  count(): number
  /** Links to missing pages or anchors. */
  dead: string[]
}

type Answer = {
  status: number
  /** Whether an element there has this id. */
  holds(id: string): boolean
}

export function followLinks(origin: string): Links {
  const followed = new Set<string>()
  const answers = new Map<string, Promise<Answer>>()
  const dead: string[] = []
  const ask = (page: Page, who: string, address: string): Promise<Answer> => {
    const known = answers.get(who + address)
    if (known !== undefined) return known
    const asked = answerAt(page, address)
    answers.set(who + address, asked)
    return asked
  }
  const follow: Links['follow'] = async (page, { name, who }) => {
    const here = page.url()
    const { hrefs, ids } = await readingOf(page)
    const itself: Answer = { status: 200, holds: (id) => ids.includes(id) }
    for (const href of hrefs) {
      const url = new URL(href, here)
      if (url.origin !== origin || followed.has(who + url.href)) continue
      followed.add(who + url.href)
      const [address = ''] = url.href.split('#')
      // The page itself may be a response without a URL of its own.
      const answer = href.startsWith('#') ? itself : await ask(page, who, address)
      const fault = faultOf(answer, url.hash.slice(1))
      if (fault !== null) dead.push(`${name}: ${href} ${fault}`)
    }
  }
  return { follow, count: () => followed.size, dead }
}

function faultOf({ status, holds }: Answer, place: string): string | null {
  if (status >= 400) return `${status}`
  return place === '' || holds(place) ? null : 'has no such place'
}

async function answerAt(page: Page, address: string): Promise<Answer> {
  const answer = await page.request.get(address)
  const body = await answer.text()
  return { status: answer.status(), holds: (id) => body.includes(`id="${id}"`) }
}

// All at once: each call to the page costs as much as the result.
const readingOf = (page: Page) =>
  page.evaluate(() => ({
    hrefs: [...new Set(Array.from(document.links, (link) => link.getAttribute('href') ?? ''))],
    ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
  }))
