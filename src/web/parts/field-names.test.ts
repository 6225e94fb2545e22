import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const WEB = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(path, 'utf8')

/** A page with the files of its folder that it imports, where its labels and fields may be. */
function withParts(path: string): string {
  const near = [...read(path).matchAll(/from '(\.\/[^']+)'/g)].map(([, file = '']) =>
    resolve(dirname(path), file),
  )
  return [path, ...near].map(read).join('\n')
}

const pages = globSync('**/*.tsx', { cwd: WEB })
  .map((file) => resolve(WEB, file))
  .filter((path) => /<Faults\b/.test(read(path)) && !/\.test\.|form-part\.tsx$/.test(path))

test.each(pages.map((path) => [path.slice(WEB.length + 1), path] as const))(
  'every field of %s has a label for its errors, which else show its raw name',
  (_, path) => {
    const text = withParts(path)
    const fields = [...read(path).matchAll(/<(?:Line|Area|Select|Choice|File)Field\b[^>]*?\bname="(\w+)"/gs)]
    const names = new Set(fields.map(([, name = '']) => name))
    expect(
      [...names].filter((name) => !new RegExp(`[\\s{]${name}: (t\\(|'[a-z_]+\\.|label)`).test(text)),
    ).toEqual([])
  },
)
