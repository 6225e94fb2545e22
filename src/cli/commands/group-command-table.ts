import { HISTORY_PARTS } from '../../events/kind-facts.ts'
import { OFFERED } from '../../locales/languages.ts'
import { type Command, GROUP, JSON_SWITCH, type Option } from '../args/command.ts'

const LOCALE: Option = {
  value: 'CODE',
  about: `its language (${OFFERED.join(', ')}), for people who have not chosen one`,
  words: OFFERED,
}

const load = () => import('./group-commands.ts')

export const GROUP_COMMANDS: readonly Command[] = [
  {
    name: 'group create',
    summary: 'creates a group and its first admin',
    options: {
      name: { value: 'NAME', about: 'the display name, such as "Mill Lane Co-op"', required: true },
      handle: {
        value: 'HANDLE',
        about: 'its short name: lowercase letters, digits and hyphens',
        required: true,
      },
      'admin-email': { value: 'ADDRESS', about: 'email address of the first admin', required: true },
      parent: { value: 'HANDLE', about: 'makes it a subgroup of this group' },
      locale: LOCALE,
      json: JSON_SWITCH,
    },
    example: 'group create --name "Mill Lane Co-op" --handle mill-lane --admin-email ada@mill.example',
    load: async () => (await load()).runGroupCreate,
  },
  {
    name: 'group edit',
    summary: 'changes the name, description or language of a group',
    options: {
      group: GROUP,
      name: { value: 'NAME', about: 'the display name' },
      description: { value: 'TEXT', about: 'what the group is for, in Markdown; "" removes it' },
      locale: { ...LOCALE, about: `${LOCALE.about}; "" removes it` },
      json: JSON_SWITCH,
    },
    example: 'group edit --group mill-lane --locale en',
    load: async () => (await load()).runGroupEdit,
  },
  {
    name: 'group list',
    summary: 'lists all groups',
    options: { json: JSON_SWITCH },
    example: 'group list',
    load: async () => (await load()).runGroupList,
  },
  {
    name: 'group history',
    summary: 'lists who changed what in a group, newest first',
    options: {
      group: GROUP,
      part: {
        value: 'PART',
        about: `only this part: ${HISTORY_PARTS.join(', ')}`,
        words: HISTORY_PARTS,
      },
      before: { value: 'N', about: 'continues after the previous page, which prints this number' },
      json: JSON_SWITCH,
    },
    notes: ['access: keys and webhooks; decisions: threads and polls. Votes are not listed.'],
    example: 'group history --group mill-lane --part access',
    load: async () => (await import('./group-history-command.ts')).runGroupHistory,
  },
]
