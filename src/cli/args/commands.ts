import { PERMISSION_WORDS, ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { OFFERED } from '../../locales/languages.ts'
import { MAIL_STATUSES } from '../../mail/mail-status.ts'
import { COUNT_COMMANDS } from '../commands/count-command-table.ts'
import { UPKEEP_COMMANDS } from '../commands/upkeep-command-table.ts'
import { WEBHOOK_COMMANDS } from '../commands/webhook-command-table.ts'
import { keepHeapSmall } from '../serve/heap.ts'
import { type Command, GROUP, JSON_SWITCH, type Option, QUIET, SHELLS } from './command.ts'
import { columns } from './help.ts'

const EXPIRES: Option = {
  value: 'DATE',
  about: 'when it ends: 2027-03-31 (its beginning, UTC) or 2027-03-31T18:00:00Z',
}

const ADDRESS: Option = {
  value: 'URL',
  about: 'the address of the service; FOLKMOOT_URL or PUBLIC_URL unless said otherwise',
}

const LOCALE: Option = {
  value: 'CODE',
  about: `its language (${OFFERED.join(', ')}): mails to people who have not chosen one are in it`,
}

/** Every command. Help, parser and runner use this table. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'runs the service until it is told to stop (Ctrl-C)',
    options: {
      workers: { value: 'N', about: 'how many processes answer; 1 unless said otherwise' },
    },
    example: 'serve --workers 4',
    load: async () => {
      keepHeapSmall()
      return (await import('../serve/serve.ts')).runServe
    },
  },
  {
    name: 'migrate',
    summary: 'brings the database up to this version (serve does it too)',
    options: { json: JSON_SWITCH },
    example: 'migrate',
    load: async () => (await import('../commands/migrate-command.ts')).runMigrate,
  },
  ...UPKEEP_COMMANDS,
  {
    name: 'group create',
    summary: 'makes a group and its first admin',
    options: {
      name: { value: 'NAME', about: 'what people read, such as "Mill Lane Co-op"', required: true },
      handle: {
        value: 'HANDLE',
        about: 'its short name: lower-case letters, digits and hyphens',
        required: true,
      },
      'admin-email': { value: 'ADDRESS', about: 'mail address of the first admin', required: true },
      parent: { value: 'HANDLE', about: 'makes it a subgroup of this group' },
      locale: LOCALE,
      json: JSON_SWITCH,
    },
    example: 'group create --name "Mill Lane Co-op" --handle mill-lane --admin-email ada@mill.example',
    load: async () => (await import('../commands/group-commands.ts')).runGroupCreate,
  },
  {
    name: 'group edit',
    summary: 'changes the name, description or language of a group',
    options: {
      group: GROUP,
      name: { value: 'NAME', about: 'what people read' },
      description: { value: 'TEXT', about: 'what the group is for, in Markdown; "" removes it' },
      locale: { ...LOCALE, about: `${LOCALE.about}; "" removes it` },
      json: JSON_SWITCH,
    },
    example: 'group edit --group mill-lane --locale en',
    load: async () => (await import('../commands/group-commands.ts')).runGroupEdit,
  },
  {
    name: 'group list',
    summary: 'lists all groups',
    options: { json: JSON_SWITCH },
    example: 'group list',
    load: async () => (await import('../commands/group-commands.ts')).runGroupList,
  },
  {
    name: 'key create',
    summary: 'issues an API key for a program and shows it, this once',
    options: {
      group: GROUP,
      name: { value: 'NAME', about: 'which program it is for; its bot user gets this name', required: true },
      permissions: {
        value: 'A,B',
        about: 'what it may do, comma separated; everything unless said otherwise',
      },
      'read-only': { value: null, about: 'it may read and nothing else' },
      variant: { value: 'a|b', about: 'which variant of the interface it speaks; a unless said otherwise' },
      expires: EXPIRES,
      guard: { value: null, about: 'refuses to empty the group or remove its last admin, unless forced' },
      json: JSON_SWITCH,
    },
    notes: [['Permissions, besides reading:', ...columns(Object.entries(PERMISSION_WORDS))].join('\n')],
    example: 'key create --group mill-lane --name "Website" --permissions create_poll,read_memberships',
    load: async () => (await import('../commands/key-commands.ts')).runKeyCreate,
  },
  {
    name: 'key list',
    summary: 'lists API keys (their beginnings: the rest is not kept) and how much they are used',
    options: {
      group: { ...GROUP, about: 'only the keys of this group', required: false },
      json: JSON_SWITCH,
    },
    example: 'key list --group mill-lane',
    load: async () => (await import('../commands/key-commands.ts')).runKeyList,
  },
  {
    name: 'key revoke',
    summary: 'ends an API key at once and for good',
    operand: { name: 'ID', about: 'the id of the key, as "key list" shows it' },
    options: { json: JSON_SWITCH },
    example: 'key revoke 3',
    load: async () => (await import('../commands/key-commands.ts')).runKeyRevoke,
  },
  {
    name: 'key extend',
    summary: 'sets when an API key ends, also of one that has run out; its text stays the same',
    operand: { name: 'ID', about: 'the id of the key, as "key list" shows it' },
    options: {
      expires: EXPIRES,
      never: { value: null, about: 'it has no end' },
      json: JSON_SWITCH,
    },
    example: 'key extend 3 --expires 2028-03-31',
    load: async () => (await import('../commands/key-commands.ts')).runKeyExtend,
  },
  {
    name: 'key rotate',
    summary: 'gives an API key a new text; the old one works on for a while',
    operand: { name: 'ID', about: 'the id of the key, as "key list" shows it' },
    options: {
      overlap: {
        value: 'HOURS',
        about: `how long the old text works on; ${ROTATION_OVERLAP_HOURS} unless said otherwise, 0 ends it at once`,
      },
      json: JSON_SWITCH,
    },
    example: 'key rotate 3 --overlap 48',
    load: async () => (await import('../commands/key-commands.ts')).runKeyRotate,
  },
  ...WEBHOOK_COMMANDS,
  {
    name: 'member list',
    summary: 'lists the members of a group, invited ones too',
    options: {
      group: GROUP,
      removed: { value: null, about: 'lists those who were removed instead' },
      json: JSON_SWITCH,
    },
    example: 'member list --group mill-lane --removed',
    load: async () => (await import('../commands/member-commands.ts')).runMemberList,
  },
  {
    name: 'member restore',
    summary: 'undoes the removal of members: role, ballots and all',
    options: {
      group: GROUP,
      email: {
        value: 'ADDRESS',
        about: 'whom to restore; may be given several times',
        required: true,
        many: true,
      },
      json: JSON_SWITCH,
    },
    notes: ['All are restored, or, when one cannot be, nobody.'],
    example: 'member restore --group mill-lane --email ben@mill.example --email cleo@mill.example',
    load: async () => (await import('../commands/member-commands.ts')).runMemberRestore,
  },
  {
    name: 'sign-in-link',
    summary: 'prints a fresh link that signs a person in, once',
    options: {
      email: { value: 'ADDRESS', about: 'the mail address of the person', required: true },
      json: JSON_SWITCH,
    },
    notes: ['For the first sign-in without a mail server, and for people whose mail does not arrive.'],
    example: 'sign-in-link --email ada@mill.example',
    load: async () => (await import('../commands/sign-in-command.ts')).runSignInLink,
  },
  {
    name: 'mail list',
    summary: 'lists the outbox, newest first',
    options: {
      status: {
        value: 'STATUS',
        about: 'only mails that are waiting, sent, failed or dropped',
        words: MAIL_STATUSES,
      },
      json: JSON_SWITCH,
    },
    notes: ['Without SMTP_URL mails wait here; with it they are sent.'],
    example: 'mail list --status waiting',
    load: async () => (await import('../commands/mail-commands.ts')).runMailList,
  },
  {
    name: 'mail show',
    summary: 'shows one mail of the outbox',
    operand: { name: 'ID', about: 'the id of the mail, as "mail list" shows it' },
    options: {
      html: { value: null, about: 'prints its HTML instead of its text' },
      link: { value: null, about: 'makes a fresh personal link for its reader; that you did is recorded' },
      json: JSON_SWITCH,
    },
    notes: ['A personal link acts for the person the mail is for: hand it to nobody else.'],
    example: 'mail show 5 --link',
    load: async () => (await import('../commands/mail-commands.ts')).runMailShow,
  },
  ...COUNT_COMMANDS,
  {
    name: 'api',
    summary: 'asks a service something over HTTP, with an API key, and prints its answer',
    operand: [
      { name: 'METHOD', about: 'GET, POST, PATCH or DELETE' },
      { name: 'PATH', about: 'such as polls/EVtb1X9j, which is short for /api/b1/polls/EVtb1X9j' },
      {
        name: 'FIELD',
        about: 'title=Paint, options[]=agree for each of a list, anonymous:=true (or any JSON)',
        many: true,
      },
    ],
    options: { url: ADDRESS },
    notes: [
      'The key is read from FOLKMOOT_API_KEY. Fields of a GET go into the address, others into the body.',
      'Prints JSON. What cannot be done twice by it is tried again when no answer comes.',
    ],
    example: 'api POST polls title="Paint the hall blue?" poll_type=proposal closing_at=2027-01-31',
    load: async () => (await import('../commands/api-command.ts')).runApi,
  },
  {
    name: 'mcp',
    summary: 'gives an assistant the tools of a service (Model Context Protocol, stdio)',
    options: {
      url: ADDRESS,
      'allow-writes': {
        value: null,
        about: 'also gives it the tools that change something or tell somebody',
      },
    },
    notes: [
      'The key is read from FOLKMOOT_API_KEY: the assistant sees what it may see and does what it may do.',
      'It is the assistant that starts this. A service also answers assistants itself, at its address /mcp.',
    ],
    example: 'mcp --url https://moot.example.org',
    load: async () => (await import('../commands/mcp-command.ts')).runMcp,
  },
  {
    name: 'demo',
    summary: 'makes a group of invented people to look around in',
    options: {
      email: { value: 'ADDRESS', about: 'who of the people here becomes its admin and votes in it' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: ['Threads, comments, a poll of each kind with votes. No mail goes out for it.'],
    example: 'demo --email ada@mill.example',
    load: async () => (await import('../commands/demo-command.ts')).runDemo,
  },
  {
    name: 'config',
    summary: 'shows every setting, its value and where it came from',
    options: { json: JSON_SWITCH },
    notes: ['Settings are environment variables; --json tells what each is for. Passwords are not shown.'],
    example: 'config',
    load: async () => (await import('../commands/config-command.ts')).runConfig,
  },
  {
    name: 'completion',
    summary: 'prints what lets a shell complete commands and options',
    operand: { name: 'SHELL', about: SHELLS.join(', '), words: SHELLS },
    options: {},
    notes: [
      [
        'It completes the word "folkmoot", for which there can be an alias. Put into ~/.bashrc (bash), into ~/.zshrc',
        'after compinit (zsh) or into ~/.config/fish/config.fish (fish):',
        '  alias folkmoot="npx folkmoot"; source <(folkmoot completion bash)',
        '  alias folkmoot="npx folkmoot"; source <(folkmoot completion zsh)',
        '  alias folkmoot="npx folkmoot"; folkmoot completion fish | source',
      ].join('\n'),
    ],
    example: 'completion bash',
    load: async () => (await import('../commands/completion-command.ts')).completing(COMMANDS),
  },
]
