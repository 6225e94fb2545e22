import { readConfig } from '../../config.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { Halt, NotFound, problem, refuse } from '../../errors.ts'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { archiveFile } from '../../personal-data/archive-file.ts'
import { noteExport } from '../../personal-data/ask-archive.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { loadArchive } from '../../personal-data/load-archive.ts'
import { erasedListIn, recordErasedList } from '../../personal-data/record-erased-list.ts'
import { isWritings, WRITINGS } from '../../personal-data/writings.ts'
import { findPerson } from '../../users/users-store.ts'
import { type Call, given, needed } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { createFile } from '../files.ts'
import { print, printJson, shown } from '../print.ts'

/** `person erase` */
export async function runPersonErase(call: Call): Promise<void> {
  const email = needed(call, 'email')
  const writings = needed(call, 'writings')
  if (!isWritings(writings)) {
    return refuse([problem('writings', 'not_one_of', { list: [...WRITINGS] })])
  }
  const user_id = await withDatabase(call, async ({ db }) => {
    const person = await findPerson(db.pool, email)
    if (person === null) throw new NotFound('not_found.person')
    if (!call.switches.has('yes'))
      throw new Halt(`Nobody was erased. To permanently erase ${shown(email.trim())}, add --yes.`)
    const list = erasedListIn(readConfig(call.env).data_dir)
    await erasePerson(db, SYSTEM, { user_id: person.id, writings, list })
    // Reports a list that could not be written.
    await recordErasedList(db, list)
    return person.id
  })
  if (call.switches.has('json')) return printJson({ erased: user_id })
  print(`Erased person ${user_id}. Earlier backups still contain their name and address.`)
}

/** `person export` */
export async function runPersonExport(call: Call): Promise<void> {
  const email = needed(call, 'email')
  const { public_url } = readConfig(call.env)
  const file = given(call, 'out') ?? 'person.zip'
  const content = await withDatabase(call, async ({ db }) => {
    const person = await findPerson(db.pool, email)
    if (person === null) throw new NotFound('not_found.person')
    const language = chooseLanguage({ own: person.locale, group: null })
    const archive = await loadArchive(db.pool, person.id)
    await change(db, SYSTEM, (act) => noteExport(act, person.id))
    return archiveFile(archive, language, public_url)
  })
  await createFile(file, content)
  if (call.switches.has('json')) return printJson({ file, bytes: content.length })
  print(`Wrote ${file}: index.html to read, data.json for programs.`)
}
