import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { directionOf, type Language, OFFERED } from '../../src/locales/languages.ts'
import { PHONE } from '../browser.ts'
import { openTown, type Town } from './town.ts'
import { isTranslated, WALK_MS, walk } from './visit.ts'

// `npm run test:languages`: every page in every language on a phone. In `npm test` only the pseudo-language.

/** The layout of a page in its window. */
type Standing = {
  lang: string
  dir: string
  over: number
  unfilled: string | null
  cut: string[]
  broken: string[]
}

let town: Town

beforeAll(async () => {
  town = await openTown()
})

// English pages are visited by the other browser tests.
describe.each(OFFERED.filter((language) => language !== 'en'))('%s', (language) => {
  test('is the language of every page, and no text is cut off or makes a page wider than a phone', {
    timeout: WALK_MS,
  }, async () => {
    const found = await walkIn(language)
    expect(found.size).toBeGreaterThan(60)
    const right: Standing = {
      lang: language,
      dir: directionOf(language),
      over: 0,
      unfilled: null,
      cut: [],
      broken: [],
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...found].map(([name]) => [name, right])))
  })
})

async function walkIn(language: Language): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>()
  const look = async (page: Page, { name }: { name: string }) => {
    found.set(name, await page.evaluate(standing))
  }
  await walk(town, look, { language, width: PHONE, stops: isTranslated })
  return found
}

/**
 * Runs in the page. Text is cut off if it is wider than its button or label. A label is broken if a line ends
 * within a word; Chinese and Japanese have no spaces between words.
 */
function standing(): Standing {
  const { lang, dir } = document.documentElement
  const lines = (text: Node, { index, 0: word }: RegExpExecArray) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  }
  const brokenIn = (text: Node) =>
    [...(text.textContent ?? '').matchAll(/\p{L}+/gu)]
      .filter((word) => lines(text, word) > 1)
      .map(([word]) => word)
  const pressed = [...document.querySelectorAll<HTMLElement>('button, a.button, label, th, summary, legend')]
  return {
    lang,
    dir: dir === '' ? 'ltr' : dir,
    over: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    // Programs shown as samples have such words of their own.
    unfilled:
      [...document.querySelectorAll('main *:not(pre, pre *, code, script)')]
        .filter((one) => one.checkVisibility())
        .flatMap((one) => [...one.childNodes])
        .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : []))
        .flatMap((text) => /\{\w+[,}]/.exec(text)?.[0] ?? [])[0] ?? null,
    cut: pressed
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.innerText.slice(0, 60)),
    broken: /^(ja|zh)/.test(lang)
      ? []
      : [...document.querySelectorAll('dt, button, a.button')]
          .filter((label) => label.checkVisibility())
          .flatMap((label) =>
            [...label.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).flatMap(brokenIn),
          ),
  }
}
