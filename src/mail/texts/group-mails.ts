import type { GroupFacts } from '../../groups/group-facts.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { inLanguage, spoken, t } from '../../locales/say.ts'
import type { OpenBallots, OpenPoll } from '../../notifications/load-open-ballots.ts'
import type { EndingKey, StoppedWebhook } from '../../notifications/notice.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import type { User } from '../../users/user.ts'
import type { GivenContent, MailContent } from './content.ts'

type Ballots = OpenBallots & { time_zone: string }

/** The invitation to a group, with the polls in which the recipient can vote at once. */
export function groupInvitation(in_group: GroupFacts, actor: User | null, ballots: Ballots): GivenContent {
  const group = groupName(in_group)
  const who = nameOf(actor)
  const invites = () =>
    who === null ? t('mail.invitation', { group }) : t('mail.invitation_by', { who, group })
  const heading = invites()
  // Its reader has not chosen a language yet.
  const translated = () => t('mail.fact', { label: LANGUAGES.en.name, value: invites() })
  const in_english = spoken() === 'en' ? {} : { in_english: inLanguage('en', translated) }
  const { description, description_format } = in_group.group
  return {
    subject: heading,
    preheader: t('mail.invitation_preheader'),
    group_name: group,
    heading,
    paragraphs: [t('mail.invitation_text', { group })],
    ...in_english,
    body:
      description === null || description.trim() === ''
        ? null
        : { text: description, format: description_format },
    list: ballotList(ballots),
    notes: ballotNotes(ballots, group),
    button: t('mail.invitation_button'),
    reason: t('mail.invitation_reason', { group }),
  }
}

function ballotList({ polls, time_zone }: Ballots): MailContent['list'] {
  if (polls.length === 0) return null
  const items = polls.map((poll) => openPoll(poll, time_zone))
  return { heading: t('mail.open_polls'), items, polls: polls.map(({ key }) => key) }
}

function openPoll({ title: text, closing_at, anonymous }: OpenPoll, time_zone: string): string {
  const title = oneLine(text)
  if (closing_at === null) return anonymous ? t('mail.open_poll_anonymous', { title }) : title
  const closing = timeWords(closing_at, time_zone)
  return anonymous
    ? t('mail.open_poll_anonymous_closes', { title, closing })
    : t('mail.open_poll_closes', { title, closing })
}

/** If voting in an anonymous poll makes people members, their membership reveals that they voted. */
function ballotNotes({ polls, more }: Ballots, group: string): string[] {
  const named = polls.some(({ anonymous }) => !anonymous)
  const joins = polls.some(({ anonymous }) => anonymous) ? 'mail.voting_joins_named' : 'mail.voting_joins'
  return [...(more ? [t('mail.more_polls')] : []), ...(named ? [t(joins, { group })] : [])]
}

/** Tells admins that a webhook is off, and why. */
export function webhookDisabled(in_group: GroupFacts, { host, reason }: StoppedWebhook): GivenContent {
  const group = groupName(in_group)
  const why = t(reason === 'gone' ? 'mail.webhook_gone' : 'mail.webhook_failing', { host })
  return {
    subject: t('mail.webhook_subject', { group }),
    preheader: why,
    group_name: group,
    heading: t('mail.webhook_heading'),
    paragraphs: [why, t('mail.webhook_text')],
    button: t('mail.open_group'),
    reason: t('mail.reason_admin', { group }),
  }
}

/** Tells admins that a key ends soon, and how to have the program go on. */
export function keyEnding(in_group: GroupFacts, key: EndingKey, time_zone: string): GivenContent {
  const group = groupName(in_group)
  const name = oneLine(key.name)
  return {
    subject: t('mail.key_subject', { name, group }),
    preheader: t('mail.key_preheader'),
    group_name: group,
    heading: t('mail.key_heading'),
    paragraphs: [t('mail.key_text', { name })],
    facts: [
      { label: t('mail.key'), value: t('mail.key_value', { name, prefix: key.prefix }) },
      ...(key.expires_at === null
        ? []
        : [{ label: t('mail.key_expires'), value: timeWords(key.expires_at, time_zone) }]),
    ],
    button: t('mail.open_group'),
    reason: t('mail.reason_admin', { group }),
  }
}
