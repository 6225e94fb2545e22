import { readdirSync, readFileSync } from 'node:fs'
import { FONT_RULES } from './fonts.ts'
import { type StaticFile, staticFile } from './static-file.ts'

const FOLDER = new URL('./styles/', import.meta.url)

/**
 * All style files in the order of their names, which is the order of their layers. The build minified them.
 */
const text = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.css'))
  .sort()
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  .join('')

/** The one stylesheet of all pages. */
export const STYLESHEET: StaticFile = staticFile(`${FONT_RULES}\n${text}`, 'text/css; charset=utf-8')

/** Holds the content's hash, so that it may be kept for ever. */
export const STYLESHEET_PATH = `/assets/folkmoot-${STYLESHEET.hash}.css`
