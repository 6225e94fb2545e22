import { PERMISSION_WORDS, PERMISSIONS, ROTATION_OVERLAP_HOURS, VARIANTS } from '../../keys/api-key.ts'
import { MAIL_STATUSES } from '../../mail/mail-status.ts'
import { GROUP_COMMANDS } from '../commands/group-command-table.ts'
import { SERVICE_COMMANDS } from '../commands/service-command-table.ts'
import { UPKEEP_COMMANDS } from '../commands/upkeep-command-table.ts'
import { WEBHOOK_COMMANDS } from '../commands/webhook-command-table.ts'
import { COUNT_COMMANDS } from '../counting/count-command-table.ts'
import { IMPORT_COMMANDS } from '../moving/import-command-table.ts'
import { PERSON_COMMANDS } from '../people/person-command-table.ts'
import { keepHeapSmall } from '../serve/heap.ts'
import { type Command, GROUP, JSON_SWITCH, type Option, QUIET, SHELLS } from './command.ts'
import { columns } from './help.ts'

const EXPIRES: Option = {
  value: 'DATE',
  about: 'when it expires: 2027-03-31 (end of the day, UTC) or 2027-03-31T18:00:00Z',
}

const ADDRESS: Option = {
  value: 'URL',
  about: 'the URL of the service (default: FOLKMOOT_URL or PUBLIC_URL)',
}

/** Every command. Help, parser and runner use this table. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'runs the service until you stop it (Ctrl-C)',
    options: {
      workers: { value: 'N', about: 'number of worker processes (default: 1)' },
    },
    example: 'serve --workers 4',
    load: async () => {
      keepHeapSmall()
      return (await import('../serve/serve.ts')).runServe
    },
  },
  {
    name: 'migrate',
    summary: 'migrates the database to this version (serve does this too)',
    options: { json: JSON_SWITCH },
    example: 'migrate',
    load: async () => (await import('../commands/migrate-command.ts')).runMigrate,
  },
  ...UPKEEP_COMMANDS,
  ...IMPORT_COMMANDS,
  ...GROUP_COMMANDS,
  ...SERVICE_COMMANDS,
  {
    name: 'key create',
    summary: 'creates an API key for a program and shows it once',
    options: {
      group: GROUP,
      name: { value: 'NAME', about: 'the program it is for; its bot user gets this name', required: true },
      permissions: {
        value: 'A,B',
        about: 'permissions, separated by commas (default: all)',
        words: PERMISSIONS,
        list: true,
      },
      'read-only': { value: null, about: 'gives it read access only' },
      variant: {
        value: 'a|b',
        about: 'which variant of the API it uses (default: a)',
        words: VARIANTS,
      },
      expires: EXPIRES,
      guard: { value: null, about: 'without force, refuses to remove all members or the last admin' },
      json: JSON_SWITCH,
    },
    notes: [
      ['Permissions, besides reading:', ...columns(Object.entries(PERMISSION_WORDS))].join('\n'),
      'Choose variant b only for a program that was written for it: there, new polls and threads notify nobody unless the request asks for it (notify_recipients), and voter_can_add_options does not exist.',
    ],
    example: 'key create --group mill-lane --name "Website" --permissions create_poll,read_memberships',
    load: async () => (await import('../commands/key-commands.ts')).runKeyCreate,
  },
  {
    name: 'key list',
    summary: 'lists API keys (only their first characters are stored) and their use',
    options: {
      group: { ...GROUP, about: 'only the keys of this group', required: false },
      json: JSON_SWITCH,
    },
    example: 'key list --group mill-lane',
    load: async () => (await import('../commands/key-commands.ts')).runKeyList,
  },
  {
    name: 'key revoke',
    summary: 'revokes an API key, immediately and permanently',
    operand: { name: 'ID', about: 'the id of the key, from "key list"' },
    options: { json: JSON_SWITCH },
    example: 'key revoke 3',
    load: async () => (await import('../commands/key-commands.ts')).runKeyRevoke,
  },
  {
    name: 'key extend',
    summary: 'changes when an API key expires, even if it has expired; the key stays the same',
    operand: { name: 'ID', about: 'the id of the key, from "key list"' },
    options: {
      expires: EXPIRES,
      never: { value: null, about: 'it never expires' },
      json: JSON_SWITCH,
    },
    example: 'key extend 3 --expires 2028-03-31',
    load: async () => (await import('../commands/key-commands.ts')).runKeyExtend,
  },
  {
    name: 'key rotate',
    summary: 'replaces an API key; the old one keeps working for a while',
    operand: { name: 'ID', about: 'the id of the key, from "key list"' },
    options: {
      overlap: {
        value: 'HOURS',
        about: `how long the old key keeps working (default: ${ROTATION_OVERLAP_HOURS}; 0: not at all)`,
      },
      json: JSON_SWITCH,
    },
    example: 'key rotate 3 --overlap 48',
    load: async () => (await import('../commands/key-commands.ts')).runKeyRotate,
  },
  ...PERSON_COMMANDS,
  ...WEBHOOK_COMMANDS,
  {
    name: 'member list',
    summary: 'lists the members of a group, including invited ones',
    options: {
      group: GROUP,
      removed: { value: null, about: 'lists removed members instead' },
      json: JSON_SWITCH,
    },
    example: 'member list --group mill-lane --removed',
    load: async () => (await import('../commands/member-commands.ts')).runMemberList,
  },
  {
    name: 'member restore',
    summary: 'restores removed members, with their role and ballots',
    options: {
      group: GROUP,
      email: {
        value: 'ADDRESS',
        about: 'the member to restore; can be repeated',
        required: true,
        many: true,
      },
      yes: { value: null, about: 'confirms it for former admins of the first group' },
      json: JSON_SWITCH,
    },
    notes: [
      'Former admins are admins again. If one of them cannot be restored, nobody is.',
      'People whose invitation was withdrawn are invited again, by a new email.',
      'Admins of the first group also run the whole service: there, nothing is changed without --yes.',
    ],
    example: 'member restore --group mill-lane --email ben@mill.example --email cleo@mill.example',
    load: async () => (await import('../commands/member-commands.ts')).runMemberRestore,
  },
  {
    name: 'member promote',
    summary: 'makes a member an admin of the group',
    options: {
      group: GROUP,
      email: { value: 'ADDRESS', about: 'the member', required: true },
      yes: { value: null, about: 'confirms it for the first group' },
      json: JSON_SWITCH,
    },
    notes: [
      'For groups whose admins are gone, including suspended ones. The history of the group lists it.',
      'Admins of the first group also run the whole service: there, nothing is changed without --yes.',
    ],
    example: 'member promote --group mill-lane --email ben@mill.example',
    load: async () => (await import('../commands/member-commands.ts')).runMemberPromote,
  },
  {
    name: 'sign-in-link',
    summary: 'prints a new link that signs a person in once',
    options: {
      email: { value: 'ADDRESS', about: "the person's email address", required: true },
      json: JSON_SWITCH,
    },
    notes: ['For the first sign-in without a mail server, and for people who do not get their email.'],
    example: 'sign-in-link --email ada@mill.example',
    load: async () => (await import('../commands/sign-in-command.ts')).runSignInLink,
  },
  {
    name: 'mail list',
    summary: 'lists the outbox, newest first',
    options: {
      status: {
        value: 'STATUS',
        about: 'only emails that are waiting, sent, failed or dropped',
        words: MAIL_STATUSES,
      },
      json: JSON_SWITCH,
    },
    notes: ['Without SMTP_URL emails wait here; with it they are sent.'],
    example: 'mail list --status waiting',
    load: async () => (await import('../commands/mail-commands.ts')).runMailList,
  },
  {
    name: 'mail show',
    summary: 'shows one email from the outbox',
    operand: { name: 'ID', about: 'the id of the email, from "mail list"' },
    options: {
      html: { value: null, about: 'prints its HTML instead of its text' },
      link: { value: null, about: 'creates a new personal link for its recipient; this is recorded' },
      json: JSON_SWITCH,
    },
    notes: ['Anyone with a personal link can act as the recipient, so do not share it.'],
    example: 'mail show 5 --link',
    load: async () => (await import('../commands/mail-commands.ts')).runMailShow,
  },
  ...COUNT_COMMANDS,
  {
    name: 'api',
    summary: 'calls the API of a service with an API key and prints the response',
    operand: [
      { name: 'METHOD', about: 'GET, POST, PATCH or DELETE' },
      { name: 'PATH', about: 'such as polls/EVtb1X9j, which is short for /api/b1/polls/EVtb1X9j' },
      {
        name: 'FIELD',
        about: 'title=Paint, options[]=agree for each list item, anonymous:=true (or any JSON)',
        many: true,
      },
    ],
    options: { url: ADDRESS },
    notes: [
      'The key is read from FOLKMOOT_API_KEY. Fields of a GET go into the query, others into the body.',
      'Prints JSON. If there is no response, requests that are safe to repeat are retried.',
    ],
    example: 'api POST polls title="Paint the hall blue?" poll_type=proposal closing_at=2027-01-31',
    load: async () => (await import('../commands/api-command.ts')).runApi,
  },
  {
    name: 'mcp',
    summary: 'runs an MCP server (stdio) that gives an assistant the tools of a service',
    options: {
      url: ADDRESS,
      'allow-writes': {
        value: null,
        about: 'also offers tools that change something or notify someone',
      },
    },
    notes: [
      "The key is read from FOLKMOOT_API_KEY. The assistant has the key's permissions.",
      'The assistant starts this command. A service also offers MCP over HTTP, at /mcp.',
    ],
    example: 'mcp --url https://moot.example.org',
    load: async () => (await import('../commands/mcp-command.ts')).runMcp,
  },
  {
    name: 'demo',
    summary: 'creates a demo group with fictional people',
    options: {
      email: { value: 'ADDRESS', about: 'an existing user who becomes its admin and can vote in it' },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: ['With threads, comments, and a poll of each type with votes. It sends no emails.'],
    example: 'demo --email ada@mill.example',
    load: async () => (await import('../commands/demo-command.ts')).runDemo,
  },
  {
    name: 'config',
    summary: 'shows every setting, its value and its source',
    options: { json: JSON_SWITCH },
    notes: ['Settings are environment variables; --json also describes each. Passwords are not shown.'],
    example: 'config',
    load: async () => (await import('../commands/config-command.ts')).runConfig,
  },
  {
    name: 'completion',
    summary: 'prints a shell completion script for commands and options',
    operand: { name: 'SHELL', about: SHELLS.join(', '), words: SHELLS },
    options: {},
    notes: [
      [
        'It completes the word "folkmoot", which can be an alias (in zsh, a function). Add the line for your shell to ~/.bashrc (bash), ~/.zshrc after compinit (zsh) or ~/.config/fish/config.fish (fish):',
        '  alias folkmoot="npx folkmoot"; source <(folkmoot completion bash)',
        '  function folkmoot { npx folkmoot "$@" }; source <(folkmoot completion zsh)',
        '  alias folkmoot="npx folkmoot"; folkmoot completion fish | source',
      ].join('\n'),
    ],
    example: 'completion bash',
    load: async () => (await import('../commands/completion-command.ts')).completing(COMMANDS),
  },
]
