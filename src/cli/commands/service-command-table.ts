import { type Command, JSON_SWITCH } from '../args/command.ts'

const ADDRESS = { name: 'ADDRESS', about: 'the email address of the person' }

const load = () => import('./instance-admin-commands.ts')

/** Commands about the people who run the service. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: 'instance-admin add',
    summary: 'lets a person run the service: groups and people, on pages',
    operand: ADDRESS,
    options: { json: JSON_SWITCH },
    notes: [
      'The person must be known to the service. Admins of the first group can do this anyway.',
      'They see names, addresses and sizes on /service/groups, never what groups write or vote on.',
    ],
    example: 'instance-admin add ada@mill.example',
    load: async () => (await load()).runInstanceAdminAdd,
  },
  {
    name: 'instance-admin remove',
    summary: 'takes this back',
    operand: ADDRESS,
    options: { json: JSON_SWITCH },
    notes: ['Admins of the first group stay what they are as long as they are admins there.'],
    example: 'instance-admin remove ada@mill.example',
    load: async () => (await load()).runInstanceAdminRemove,
  },
  {
    name: 'instance-admin list',
    summary: 'lists the people who may run the service',
    options: { json: JSON_SWITCH },
    example: 'instance-admin list',
    load: async () => (await load()).runInstanceAdminList,
  },
]
