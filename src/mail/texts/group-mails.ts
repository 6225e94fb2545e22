import type { GroupFacts } from '../../groups/group-facts.ts'
import type { OpenBallots } from '../../notifications/load-open-ballots.ts'
import type { EndingKey } from '../../notifications/notice.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import type { User } from '../../users/user.ts'
import type { MailContent } from './content.ts'

type Ballots = OpenBallots & { time_zone: string }

/** The invitation to a group, with the polls in which its reader can vote at once. */
export function groupInvitation(in_group: GroupFacts, actor: User | null, ballots: Ballots): MailContent {
  const group = groupName(in_group)
  const who = nameOf(actor)
  const heading = who === null ? `You are invited to ${group}` : `${who} invites you to ${group}`
  const { description, description_format } = in_group.group
  return {
    subject: heading,
    preheader: 'Talk questions through and decide together.',
    group_name: group,
    heading,
    paragraphs: [
      `Members of ${group} talk questions through here, vote on them and see what was decided. You need no password.`,
    ],
    quote: null,
    title: null,
    body:
      description === null || description.trim() === ''
        ? null
        : { text: description, format: description_format },
    list: ballotList(ballots),
    facts: [],
    notes: ballotNotes(ballots, group),
    button: 'See the invitation',
    reason: `You get this mail because somebody invited this address to ${group}. If you do not want to join, do nothing.`,
  }
}

function ballotList({ polls, time_zone }: Ballots): MailContent['list'] {
  if (polls.length === 0) return null
  const items = polls.map(({ title, closing_at, anonymous }) => {
    const closes = closing_at === null ? [] : [`closes ${timeWords(closing_at, time_zone)}`]
    return `${oneLine(title)} (${[...(anonymous ? ['anonymous'] : []), ...closes].join(', ')})`
  })
  return { heading: 'Open polls: vote by your link', items, polls: polls.map(({ key }) => key) }
}

/** Where a vote in an anonymous poll made somebody a member, that would tell that they voted. */
function ballotNotes({ polls, more }: Ballots, group: string): string[] {
  const named = polls.some(({ anonymous }) => !anonymous)
  const except = polls.some(({ anonymous }) => anonymous) ? ', except in an anonymous one' : ''
  return [
    ...(more ? ['There are more open polls: you find them in the group.'] : []),
    ...(named ? [`Voting in one of these polls makes you a member of ${group}${except}.`] : []),
  ]
}

/** Tells admins that a webhook is off, and why. */
export function webhookDisabled(in_group: GroupFacts, why: string): MailContent {
  const group = groupName(in_group)
  return {
    subject: `A webhook of ${group} was turned off`,
    preheader: oneLine(why),
    group_name: group,
    heading: 'A webhook was turned off',
    paragraphs: [
      oneLine(why),
      'Nothing more is sent to it. What waits for it is kept for a month and sent when you turn it on again, under Webhooks on the page of the group.',
    ],
    quote: null,
    title: null,
    body: null,
    list: null,
    facts: [],
    notes: [],
    button: 'Open the group',
    reason: `You get this mail because you are an admin of ${group}.`,
  }
}

/** Tells admins that a key ends soon, and how to have the program go on. */
export function keyEnding(in_group: GroupFacts, key: EndingKey, time_zone: string): MailContent {
  const group = groupName(in_group)
  const name = oneLine(key.name)
  return {
    subject: `The API key “${name}” of ${group} ends soon`,
    preheader: 'Programs that use it are refused from then on.',
    group_name: group,
    heading: 'An API key ends soon',
    paragraphs: [
      `Programs that use the key “${name}” are refused from then on. If they are to go on, give it a later end under API keys on the page of the group; its text stays the same. If not, do nothing.`,
    ],
    quote: null,
    title: null,
    body: null,
    list: null,
    facts: [
      { label: 'Key', value: `${name} (${key.prefix}…)` },
      ...(key.expires_at === null ? [] : [{ label: 'Ends', value: timeWords(key.expires_at, time_zone) }]),
    ],
    notes: [],
    button: 'Open the group',
    reason: `You get this mail because you are an admin of ${group}.`,
  }
}
