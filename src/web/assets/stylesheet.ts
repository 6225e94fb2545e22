import { readdirSync, readFileSync } from 'node:fs'
import { SOURCE_FOLDER } from '../../source-folder.ts'
import { FONT_RULES } from './fonts.ts'
import { type StaticFile, staticFile } from './static-file.ts'

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

/** Styles that few pages need are in separate sheets, so that other pages stay light. */
const SHEETS = [
  'count',
  'files',
  'help',
  'manage',
  'meeting',
  'numbers',
  'poll',
  'poll-form',
  'poll-types',
  'results',
  'scores',
  'share',
  'tabs',
  'thread',
  'times',
] as const
export type Sheet = (typeof SHEETS)[number]

/**
 * Styles that several sheets end with: as sheets of their own they would cost their pages more, because every
 * response has a quarter of a kilobyte of headers.
 */
const SHARED: Partial<Record<Sheet, readonly string[]>> = {
  manage: ['thumb'],
  meeting: ['scale'],
  numbers: ['grip'],
  'poll-form': ['grip'],
  scores: ['scale'],
  tabs: ['thumb'],
  thread: ['thumb'],
}

const SHEET_FILES = new Map(SHEETS.map((name) => [name, staticFile(textOf(name), TYPE)]))

function textOf(name: Sheet): string {
  const files = [`sheets/${name}`, ...(SHARED[name] ?? []).map((shared) => `shared/${shared}`)]
  return files.map((file) => readFileSync(new URL(`${file}.css`, FOLDER), 'utf8')).join('')
}

/** The URL of a sheet. It contains the content hash, too. */
export function sheetPath(name: Sheet): string {
  return `/assets/${name}-${SHEET_FILES.get(name)?.hash}.css`
}

/** The text of a sheet, for a page that has all its styles in itself. */
export function sheetText(name: Sheet): string {
  return String(SHEET_FILES.get(name)?.plain)
}

/** Every stylesheet by its URL. */
export const STYLESHEETS: ReadonlyMap<string, StaticFile> = new Map([
  [STYLESHEET_PATH, STYLESHEET],
  ...[...SHEET_FILES].map(([name, file]): [string, StaticFile] => [sheetPath(name), file]),
])
