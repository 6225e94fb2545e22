import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { SOURCE_FOLDER } from '../../source-folder.ts'
import { type StaticFile, staticFile } from './static-file.ts'

/** The scripts of pages, named by what they do: every page works without them. */
export const ISLANDS = [
  'every-page',
  'shortcuts',
  'clear-faults',
  'drag-rows',
  'poll-form',
  'meeting-form',
  'form-steps',
  'rank-moves',
  'dots-left',
  'no-to-rest',
  'offer-names',
  'keep-form',
  'keep-draft',
  'keep-comment',
  'keep-edit',
  'live',
  'renew-page',
  'thread',
  'at-deadline',
  'notices',
  'buttons',
  'cast-with-receipt',
  'verify',
  'upload',
  'sign-in-passkey',
  'add-passkey',
] as const
export type Island = (typeof ISLANDS)[number]

/**
 * Scripts in one file, because every response has a quarter of a kilobyte of headers. Pages always use them
 * together, except that a thread in which nobody may comment has no forms.
 */
const JOINED: Partial<Record<Island, readonly string[]>> = {
  'form-steps': ['poll-form/form-steps'],
  'poll-form': ['sent-form', 'poll-form/form-steps', 'poll-form/form-rows', 'drag-rows'],
  'meeting-form': ['sent-form', 'poll-form/form-steps', 'poll-form/pick-days'],
  'every-page': [
    // First: others read what it leaves.
    'forget-others',
    'press-once',
    'keep-place',
    'reader-settings',
    'offer-shortcuts',
    'start-worker',
    'unsent',
  ].map((name) => `every-page/${name}`),
  shortcuts: ['every-page/shortcuts'],
  'keep-form': ['save-draft', 'sent-form'],
  // In this order: what was posted is no draft.
  thread: [
    'save-draft',
    ...['sent-comments', 'mark-read', 'write-reply', 'load-names'].map((name) => `thread/${name}`),
  ],
  live: ['live', 'distances'],
  'renew-page': ['renew-page', 'tell-edits'],
}

const FOLDER = new URL('web/assets/islands/', SOURCE_FOLDER)

/**
 * The built file, or, if the service runs from source, the source without its types. Scripts that import
 * something are bundled by the build in both cases.
 */
function textOf(name: string): string {
  const built = new URL(`${name}.js`, FOLDER)
  if (existsSync(built)) return readFileSync(built, 'utf8')
  const source = readFileSync(new URL(`${name}.ts`, FOLDER), 'utf8')
  return /^import /m.test(source)
    ? readFileSync(new URL(`../dist/web/assets/islands/${name}.js`, SOURCE_FOLDER), 'utf8')
    : stripTypeScriptTypes(source)
}

/** Each script is a separate block, so that their names do not collide. */
function joined(name: Island): string {
  return (JOINED[name] ?? [name]).map(textOf).join(';\n')
}

// Browsers read modules as UTF-8 whatever the type says.
const FILES = new Map(ISLANDS.map((name) => [name, staticFile(joined(name), 'text/javascript')]))

/** The URL of a script: it contains the content hash, so that browsers may cache it forever. */
export function islandPath(name: Island): string {
  return `/assets/${name}-${FILES.get(name)?.hash}.js`
}

/** A script as text, for a page that can be saved as one file. */
export function islandText(name: Island): string {
  return FILES.get(name)?.plain.toString('utf8') ?? ''
}

/** The script that browsers run without a page. */
export const WORKER_TEXT: string = textOf('service-worker')

/** Every script by its URL. */
export const ISLAND_FILES: ReadonlyMap<string, StaticFile> = new Map(
  [...FILES].map(([name, file]) => [islandPath(name), file]),
)
