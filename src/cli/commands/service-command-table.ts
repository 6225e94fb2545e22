import { type Command, GROUP, JSON_SWITCH } from '../args/command.ts'

const ADDRESS = { name: 'ADDRESS', about: 'the email address of the person' }

const load = () => import('./instance-admin-commands.ts')

const states = () => import('./group-state-commands.ts')

/** Commands about the people who run the service, and what they do to groups. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: 'group suspend',
    summary: 'closes a group to everyone until it is resumed',
    options: { group: GROUP, json: JSON_SWITCH },
    notes: ['Every request gets 403 group_suspended, and no emails are sent. Polls close on time.'],
    example: 'group suspend --group mill-lane',
    load: async () => (await states()).runGroupSuspend,
  },
  {
    name: 'group resume',
    summary: 'opens a suspended group again',
    options: { group: GROUP, json: JSON_SWITCH },
    example: 'group resume --group mill-lane',
    load: async () => (await states()).runGroupResume,
  },
  {
    name: 'group delete',
    summary: 'deletes a group, which can be restored for 30 days and is then permanently removed',
    options: {
      group: GROUP,
      name: { value: 'NAME', about: 'the name of the group, to confirm', required: true },
      json: JSON_SWITCH,
    },
    notes: ['The first group cannot be deleted, nor can a group with subgroups.'],
    example: 'group delete --group mill-lane --name "Mill Lane Co-op"',
    load: async () => (await states()).runGroupDelete,
  },
  {
    name: 'group restore',
    summary: 'restores a deleted group within 30 days',
    options: { group: GROUP, json: JSON_SWITCH },
    example: 'group restore --group mill-lane',
    load: async () => (await states()).runGroupRestore,
  },
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
    summary: 'removes a person from the admins of the service',
    operand: ADDRESS,
    options: { json: JSON_SWITCH },
    notes: ['Admins of the first group can still run the service as long as they are admins there.'],
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
