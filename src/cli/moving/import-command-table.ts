import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

/** Commands that move groups in from other programs. */
export const IMPORT_COMMANDS: readonly Command[] = [
  {
    name: 'import loomio',
    summary: 'moves groups in from Loomio, with their threads, polls and votes',
    operand: { name: 'FILE', about: 'the JSON export of a group in Loomio' },
    options: {
      'dry-run': { value: null, about: 'writes nothing, and reports what would be imported' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: [
      'Nobody is notified. Run it again with the same or a newer export: it adds only what is new.',
      'The report names everything that was left out, with its line in the file.',
    ],
    example: 'import loomio our-group.json --dry-run',
    load: async () => (await import('./import-command.ts')).runImportLoomio,
  },
]
