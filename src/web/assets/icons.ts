import { readFileSync } from 'node:fs'
import { SOURCE_FOLDER } from '../../source-folder.ts'
import { type PlainFile, plainFile } from './static-file.ts'

/** The pictures of the installed page and of its notices, which `bin/make-icons.ts` draws. */

export const MANIFEST_PATH = '/manifest.webmanifest'

const FOLDER = new URL('web/assets/icons/', SOURCE_FOLDER)
const NAMES = ['icon-192', 'icon-512', 'maskable-192', 'maskable-512', 'badge'] as const
type IconName = (typeof NAMES)[number]

const FILES = new Map(
  NAMES.map((name) => [name, plainFile(readFileSync(new URL(`${name}.png`, FOLDER)), 'image/png')]),
)

/** The URL of a picture. It contains the content hash. */
export function iconPath(name: IconName): string {
  return `/assets/${name}-${FILES.get(name)?.hash}.png`
}

/** Every picture by its URL. */
export const ICON_FILES: ReadonlyMap<string, PlainFile> = new Map(
  [...FILES].map(([name, file]) => [iconPath(name), file]),
)
