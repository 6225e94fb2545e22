import type { GroupFacts } from '../../groups/group-facts.ts'
import { t } from '../../locales/say.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import type { User } from '../../users/user.ts'
import type { GivenContent } from './content.ts'

/**
 * Tells admins that someone asks to join, or, for nobody, that a link is used by too many. Its link is no
 * secret: people sign in to answer.
 */
export function joinNews(in_group: GroupFacts, who: User | null, public_url: string): GivenContent {
  const group = groupName(in_group)
  const { subject, text, label, page } = newsWords(group, nameOf(who))
  const href = `${public_url}/g/${in_group.group.handle}/${page}`
  return {
    subject,
    preheader: text,
    group_name: group,
    heading: subject,
    paragraphs: [text],
    facts: [{ label, value: href, href }],
    reason: t('mail.reason_admin', { group }),
  }
}

function newsWords(group: string, who: string | null) {
  if (who === null)
    return {
      subject: t('mail.join_flood_subject', { group }),
      text: t('mail.join_flood_text'),
      label: t('mail.join_flood_page'),
      page: 'links',
    }
  return {
    subject: t('mail.join_request_subject', { who, group }),
    text: t('mail.join_request_text', { who, group }),
    label: t('mail.join_request_page'),
    page: 'requests',
  }
}

/** Tells a person whether an admin approved their request. */
export function joinAnswer(in_group: GroupFacts, approved: boolean): GivenContent {
  const group = groupName(in_group)
  const subject = t(approved ? 'mail.join_approved_subject' : 'mail.join_declined_subject', { group })
  const text = t(approved ? 'mail.join_approved_text' : 'mail.join_declined_text', { group })
  return {
    subject,
    preheader: text,
    group_name: group,
    heading: subject,
    paragraphs: [text],
    button: approved ? t('mail.open_group') : null,
    ...(approved ? {} : { asked_for: 'note' as const }),
    reason: t('mail.join_answer_reason', { group }),
  }
}
