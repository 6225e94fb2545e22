import { WRITINGS } from '../../personal-data/writings.ts'
import { type Command, JSON_SWITCH } from '../args/command.ts'

const EMAIL = { value: 'ADDRESS', about: 'email address of the person', required: true }

/** The commands for what the service knows of a person. */
export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person export',
    summary: "exports a person's own data to a ZIP file",
    options: {
      email: EMAIL,
      out: { value: 'FILE', about: 'the file to create (default: person.zip)' },
      json: JSON_SWITCH,
    },
    example: 'person export --email ada@mill.example --out ada.zip',
    load: async () => (await import('./person-commands.ts')).runPersonExport,
  },
  {
    name: 'person erase',
    summary: 'permanently erases a person: name, address, sessions, links, keys and emails',
    options: {
      email: EMAIL,
      writings: {
        value: 'keep|erase',
        about:
          'keep: comments, reasons and descriptions stay, under "Former member"; erase: they are erased too',
        required: true,
        words: WRITINGS,
      },
      yes: { value: null, about: 'confirms; without it, nothing is changed' },
      json: JSON_SWITCH,
    },
    notes: ['Votes still count, but without the name. This cannot be undone. Earlier backups keep the name.'],
    example: 'person erase --email ada@mill.example --writings keep --yes',
    load: async () => (await import('./person-commands.ts')).runPersonErase,
  },
]
