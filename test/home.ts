import { HOUR_MS } from './tell.ts'

/** The titles under "Waiting for your vote" on a home page, in their order. */
export function waitingIn(page: string): string[] {
  const list = /<ul class="waiting.*?<\/ul>/s.exec(page)?.[0] ?? ''
  return [...list.matchAll(/<a href="\/p\/\w+\?own"[^>]*>(.*?)<\/a>/g)].map(([, title]) => title ?? '')
}

export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
