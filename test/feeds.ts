import { DOMParser, type Element } from '@xmldom/xmldom'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { change } from '../src/db/db.ts'
import { type FeedKind, feedAddress } from '../src/feeds/feed.ts'
import { mintFeed } from '../src/feeds/mint-feed.ts'
import type { World } from './world.ts'

/** The path of a new secret URL: a person's calendar, or their feed of the world's group. */
export async function feedOf(world: World, kind: FeedKind, user_id: number): Promise<string> {
  const group_id = kind === 'group' ? world.group.id : null
  const token = await change(world.db, { kind: 'person', user_id }, (act) =>
    mintFeed(act, { user_id, group_id }),
  )
  return feedAddress('', kind, token)
}

/** The events of a calendar, as parsed by a calendar library. */
export function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((vevent) => {
    const { uid, summary, description, startDate } = new ICAL.Event(vevent)
    return { uid, summary, description, starts: startDate.toString() }
  })
}

const ATOM = 'http://www.w3.org/2005/Atom'
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Checks a feed against the rules of RFC 4287 for feeds and entries. */
export function checkAtom(text: string): void {
  const problems: string[] = []
  const document = new DOMParser({
    onError: (_, message) => void problems.push(message),
  }).parseFromString(text, 'application/xml')
  expect(problems).toEqual([])
  const feed = document.documentElement
  if (feed === null) throw new Error('the document is empty')
  expect([feed.namespaceURI, feed.localName]).toEqual([ATOM, 'feed'])
  const entries = childrenOf(feed, 'entry')
  for (const one of [feed, ...entries]) checkParts(one)
  expect(childrenOf(feed, 'author').length).toBe(1)
  const ids = entries.map((entry) => textOf(entry, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
}

function checkParts(of: Element): void {
  for (const name of ['id', 'title', 'updated']) expect(childrenOf(of, name).length, name).toBe(1)
  expect(URL.canParse(textOf(of, 'id'))).toBe(true)
  for (const name of ['updated', 'published'])
    for (const date of childrenOf(of, name)) expect(date.textContent).toMatch(DATE_TIME)
  for (const author of childrenOf(of, 'author')) expect(textOf(author, 'name')).not.toBe('')
  expect(childrenOf(of, 'link').filter((link) => link.getAttribute('rel') === 'alternate').length).toBe(1)
  expect(childrenOf(of, 'content').length).toBeLessThanOrEqual(1)
  for (const content of childrenOf(of, 'content')) expect(content.getAttribute('type')).toBe('html')
}

function childrenOf(of: Element, name: string): Element[] {
  return [...of.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  )
}

function textOf(of: Element, name: string): string {
  return childrenOf(of, name)[0]?.textContent ?? ''
}
