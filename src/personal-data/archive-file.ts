import { strToU8, zipSync } from 'fflate'
import type { Language } from '../locales/languages.ts'
import { inLanguage } from '../locales/say.ts'
import type { Archive } from './archive.ts'
import { archiveHtml } from './archive-html.ts'

/** An archive as a ZIP file: index.html to read, data.json for programs. */
export function archiveFile(archive: Archive, language: Language, public_url: string): Uint8Array {
  const html = inLanguage(language, () => archiveHtml(archive, public_url))
  const files = { 'index.html': strToU8(html), 'data.json': strToU8(`${JSON.stringify(archive, null, 2)}\n`) }
  return zipSync(files, { mtime: archive.taken_at })
}
