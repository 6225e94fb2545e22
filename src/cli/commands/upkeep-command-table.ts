import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

const FILE = { name: 'FILE', about: 'the backup' }

const load = () => import('./backup-commands.ts')

/** Commands for operators of the service. */
export const UPKEEP_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    summary: 'tells how the service is: what waits, and what to look at',
    options: { json: JSON_SWITCH },
    example: 'status',
    load: async () => (await import('./status-command.ts')).runStatus,
  },
  {
    name: 'event list',
    summary: 'lists events that could not be told, for a fault of the program, and were set aside',
    options: { json: JSON_SWITCH },
    example: 'event list',
    load: async () => (await import('./event-commands.ts')).runEventList,
  },
  {
    name: 'event retry',
    summary: 'has events that were set aside told again',
    operand: { name: 'ID', about: 'only these, as "event list" shows them; none: all', many: true },
    options: { json: JSON_SWITCH },
    notes: ['Worth it after an upgrade. The service that runs tells them; nobody is told twice.'],
    example: 'event retry 12',
    load: async () => (await import('./event-commands.ts')).runEventRetry,
  },
  {
    name: 'secret accept',
    summary: 'goes on with another secret, when the one of this database is lost',
    options: { json: JSON_SWITCH },
    notes: [
      'The secret is the file that SECRET_KEY_FILE names. Bring back a copy of the former one, if there is any: without it',
      'anonymous polls that are open cannot be counted. Restart the service afterwards.',
    ],
    example: 'secret accept',
    load: async () => (await import('./secret-command.ts')).runSecretAccept,
  },
  {
    name: 'backup',
    summary: 'writes all data into a file, also while the service runs',
    operand: FILE,
    options: {
      force: { value: null, about: 'replaces the file when there is one' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: ['The file holds everything, so that only you can read it: keep it as safe as the database.'],
    example: 'backup folkmoot-2027-03-31.backup',
    load: async () => (await load()).runBackup,
  },
  {
    name: 'restore',
    summary: 'puts a backup into an empty database: all of it or nothing',
    operand: FILE,
    options: { quiet: QUIET, json: JSON_SWITCH },
    notes: [
      'The database is that of the settings: an empty DATA_DIR, or an empty database at DATABASE_URL.',
      'Backups of older versions are brought forward; each table is compared with what was written.',
    ],
    example: 'restore folkmoot-2027-03-31.backup',
    load: async () => (await load()).runRestore,
  },
  {
    name: 'move',
    summary: 'copies all data into an empty database on a server of your own',
    options: {
      to: { value: 'URL', about: 'its address: postgres://user@host:5432/database', required: true },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: [
      'Stop the service first. What is here is left as it is; each table is compared afterwards.',
      'Others on this machine can read a command: give the password as PGPASSWORD or in ~/.pgpass.',
    ],
    example: 'move --to postgres://moot@db.example/moot',
    load: async () => (await load()).runMove,
  },
]
