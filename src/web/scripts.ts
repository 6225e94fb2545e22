import { readFileSync } from 'node:fs'
import { type StaticFile, staticFile } from './static-file.ts'

/** A script that improves a page, which works without it too. */
export type Script = { path: string; file: StaticFile }

/** Marks a thread as read when its end comes in view. */
export const MARK_READ: Script = script('mark-read')

function script(name: string): Script {
  const text = readFileSync(new URL(`./islands/${name}.js`, import.meta.url), 'utf8')
  const file = staticFile(text, 'text/javascript; charset=utf-8')
  return { path: `/assets/${name}-${file.hash}.js`, file }
}
