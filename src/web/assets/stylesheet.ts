import { readdirSync, readFileSync } from 'node:fs'
import { SOURCE_FOLDER } from '../../source-folder.ts'
import { FONT_RULES } from './fonts.ts'
import { type PlainFile, plainFile, type StaticFile, staticFile } from './static-file.ts'

const FOLDER = new URL('web/assets/styles/', SOURCE_FOLDER)
const TYPE = 'text/css; charset=utf-8'

/**
 * All style files in the order of their names, which is the order of their layers. The build minified them.
 */
const text = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.css'))
  .sort()
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  .join('')

/** The stylesheet of all pages. */
export const STYLESHEET: StaticFile = staticFile(`${FONT_RULES}\n${text}`, TYPE)

/** Contains the content hash, so that browsers may cache it forever. */
export const STYLESHEET_PATH = `/assets/folkmoot-${STYLESHEET.hash}.css`

/**
 * Styles that few pages need are in separate sheets, so that other pages stay light. In the order in which
 * their rules follow each other.
 */
export const SHEETS = [
  'thread',
  'beside-thread',
  'ballot',
  'results',
  'poll',
  'manage',
  'count',
  'meeting',
  'numbers',
  'scores',
  'poll-form',
  'times',
  'help',
  'poll-types',
  'tabs',
  'files',
  'share',
  'grip',
  'scale',
  'thumb',
] as const
export type Sheet = (typeof SHEETS)[number]

const SHEET_TEXTS = new Map<string, string>(
  SHEETS.map((name) => [name, readFileSync(new URL(`sheets/${name}.css`, FOLDER), 'utf8')]),
)

/** Those that pages have needed together, by their names. */
const needed = new Map<string, StaticFile>()

/** The name of several sheets as one file: theirs, in the order of the list. */
const nameOf = (sheets: readonly string[]) => SHEETS.filter((one) => sheets.includes(one)).join('.')

const join = (sheets: readonly string[]) => sheets.map((one) => SHEET_TEXTS.get(one) ?? '').join('\n')

/**
 * The URL of these sheets as one file, because every response has a quarter of a kilobyte of headers. It
 * contains the content hash, too.
 */
export function sheetsPath(sheets: readonly Sheet[]): string {
  const name = nameOf(sheets)
  const file = needed.get(name) ?? staticFile(join(name.split('.')), TYPE)
  needed.set(name, file)
  return `/assets/${name}-${file.hash}.css`
}

const URL_WITHOUT_HASH = /^\/assets\/([a-z.-]+)\.css$/

/**
 * The sheets at this URL without its hash as one file; null: they are none. What only a page of another
 * process needed is neither kept nor compressed, because strangers could ask for all that there may be.
 */
export function sheetsAt(url_without_hash: string): PlainFile | null {
  const name = URL_WITHOUT_HASH.exec(url_without_hash)?.[1] ?? ''
  const sheets = name.split('.')
  if (name === '' || nameOf(sheets) !== name) return null
  return needed.get(name) ?? plainFile(Buffer.from(join(sheets)), TYPE)
}

/** The text of a sheet, for a page that has all its styles in itself. */
export function sheetText(name: Sheet): string {
  return SHEET_TEXTS.get(name) ?? ''
}
