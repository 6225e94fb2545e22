import { type Command, JSON_SWITCH } from '../args/command.ts'

const EMAIL = { value: 'ADDRESS', about: 'email address of the person', required: true }

/** The commands for what the service knows of a person. */
export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person export',
    summary: 'writes all that a person may know of themselves into a ZIP file',
    options: {
      email: EMAIL,
      out: { value: 'FILE', about: 'the file, which must not exist (default: person.zip)' },
      json: JSON_SWITCH,
    },
    example: 'person export --email ada@mill.example --out ada.zip',
    load: async () => (await import('./person-commands.ts')).runPersonExport,
  },
  {
    name: 'person erase',
    summary: 'erases a person for good: name, address, sessions, links, keys and mails',
    options: {
      email: EMAIL,
      writings: {
        value: 'keep|erase',
        about: 'whether comments, reasons and descriptions stay under "Former member"',
        required: true,
      },
      yes: { value: null, about: 'does it; without this nothing is changed' },
      json: JSON_SWITCH,
    },
    notes: [
      'Votes stay counted and lose the name. This cannot be undone; backups made before keep the name.',
    ],
    example: 'person erase --email ada@mill.example --writings keep --yes',
    load: async () => (await import('./person-commands.ts')).runPersonErase,
  },
]
