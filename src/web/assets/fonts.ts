import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type PlainFile, plainFile } from './static-file.ts'

/** The font family of all pages, upright and italic; each file contains every weight. */

const PACKAGE = '@fontsource-variable/source-sans-3'
const STYLES = ['normal', 'italic']
// Browsers fetch the other files only for pages with letters missing from the first.
const SUBSETS = ['latin', 'latin-ext', 'cyrillic']

type Font = { path: string; file: PlainFile; rule: string }

const { resolve } = createRequire(import.meta.url)
const RANGES: Record<string, string> = JSON.parse(readFileSync(resolve(`${PACKAGE}/unicode.json`), 'utf8'))

function fontOf(style: string, subset: string): Font {
  const name = `source-sans-3-${subset}-wght-${style}`
  const file = plainFile(readFileSync(resolve(`${PACKAGE}/files/${name}.woff2`)), 'font/woff2')
  const path = `/assets/${name}-${file.hash}.woff2`
  const rule = `@font-face{font-family:"Source Sans 3";font-style:${style};font-weight:200 900;font-display:swap;src:url(${path});unicode-range:${RANGES[subset]}}`
  return { path, file, rule }
}

const FONTS = STYLES.flatMap((style) => SUBSETS.map((subset) => fontOf(style, subset)))

/** The @font-face rules for the stylesheet. */
export const FONT_RULES: string = FONTS.map(({ rule }) => rule).join('\n')

/** Every font by its URL, which contains the content hash. */
export const FONT_FILES: ReadonlyMap<string, PlainFile> = new Map(FONTS.map(({ path, file }) => [path, file]))

/** The font that every page needs, preloaded: without that, text would visibly change its font. */
export const FIRST_FONT: string = FONTS[0]?.path ?? ''
