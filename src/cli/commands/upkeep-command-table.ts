import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

const FILE = { name: 'FILE', about: 'the backup' }

const load = () => import('./backup-commands.ts')

/** Commands for operators of the service. */
export const UPKEEP_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    summary: 'shows the state of the service: queues, and what needs attention',
    options: { json: JSON_SWITCH },
    example: 'status',
    load: async () => (await import('./status-command.ts')).runStatus,
  },
  {
    name: 'event list',
    summary: 'lists events that could not be processed because of a bug',
    options: { json: JSON_SWITCH },
    example: 'event list',
    load: async () => (await import('./event-commands.ts')).runEventList,
  },
  {
    name: 'event retry',
    summary: 'retries events that were set aside',
    operand: { name: 'ID', about: 'only these events, from "event list" (default: all)', many: true },
    options: { json: JSON_SWITCH },
    notes: ['Use it after an upgrade. The running service retries them; nobody is notified twice.'],
    example: 'event retry 12',
    load: async () => (await import('./event-commands.ts')).runEventRetry,
  },
  {
    name: 'secret accept',
    summary: "accepts a new secret if this database's secret is lost",
    options: { json: JSON_SWITCH },
    notes: [
      'The secret is in the file SECRET_KEY_FILE. If you have a copy of the old one, restore that instead: without it, open anonymous polls cannot be counted. Restart the service afterwards.',
    ],
    example: 'secret accept',
    load: async () => (await import('./secret-command.ts')).runSecretAccept,
  },
  {
    name: 'signing-key show',
    summary: 'shows the keys that verify signed results',
    options: { json: JSON_SWITCH },
    example: 'signing-key show',
    load: async () => (await import('./signing-key-commands.ts')).runSigningKeyShow,
  },
  {
    name: 'signing-key rotate',
    summary: 'signs results with a new key from now on',
    options: { json: JSON_SWITCH },
    notes: [
      'Uses the key in SIGNING_KEY_FILE if it is not in use yet; otherwise creates a new one, which replaces it there.',
      'Earlier signatures can still be verified. Copy the file to the other machines on this database.',
    ],
    example: 'signing-key rotate',
    load: async () => (await import('./signing-key-commands.ts')).runSigningKeyRotate,
  },
  {
    name: 'backup',
    summary: 'writes all data to a file, even while the service is running',
    operand: FILE,
    options: {
      force: { value: null, about: 'overwrites an existing file' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: ['The file contains all data, and only you can read it. Keep it as safe as the database.'],
    example: 'backup folkmoot-2027-03-31.backup',
    load: async () => (await load()).runBackup,
  },
  {
    name: 'restore',
    summary: 'restores a backup into an empty database, completely or not at all',
    operand: FILE,
    options: {
      silent: { value: null, about: 'for a copy: calls no webhooks, and sends nothing that was waiting' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: [
      'The settings name the database: an empty DATA_DIR, or an empty database at DATABASE_URL.',
      'A restored service continues where the backup ends: it calls its webhooks, and sends what was waiting. Use --silent for a copy that you only test.',
      'Backups of older versions are migrated. Each table is verified after writing.',
    ],
    example: 'restore folkmoot-2027-03-31.backup',
    load: async () => (await load()).runRestore,
  },
  {
    name: 'move',
    summary: 'copies all data to an empty database on your own server',
    options: {
      to: { value: 'URL', about: 'its URL: postgres://user@host:5432/database', required: true },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: [
      'Stop the service first. The source is not changed; each table is verified afterwards.',
      'Other users of this machine can see the command line: put the password in PGPASSWORD or ~/.pgpass.',
    ],
    example: 'move --to postgres://moot@db.example/moot',
    load: async () => (await load()).runMove,
  },
]
