import type { KINDS } from '../../events/kinds.ts'
import { t } from '../../locales/say.ts'
import { oneLine } from '../../text/one-line.ts'
import { displayName } from '../../users/user.ts'
import type { WebhookKind } from '../webhook.ts'
import * as detail from './details.ts'
import {
  type AboutOf,
  always,
  by,
  type KeyOf,
  type KindWords,
  type Names,
  type ViewOf,
  wordsAbout,
} from './phrases.ts'

/** The webhook texts of each kind, and their labels in the form. */
export const KIND_WORDS: { [Kind in WebhookKind]: KindWords<AboutOf<(typeof KINDS)[Kind]['subject']>> } = {
  new_discussion: wordsAbout('thread', {
    label: 'hook.new_discussion.label',
    sentence: by('hook.new_discussion.by', 'hook.new_discussion.nobody'),
    more: detail.description,
  }),
  discussion_edited: wordsAbout('thread', {
    label: 'hook.discussion_edited.label',
    sentence: by('hook.discussion_edited.by', 'hook.discussion_edited.nobody'),
  }),
  new_comment: wordsAbout('comment', {
    label: 'hook.new_comment.label',
    sentence: ({ title }, { subject }) =>
      t('hook.new_comment.text', { who: displayName(subject.comment.author), title }),
    more: detail.comment,
  }),
  poll_created: wordsAbout('poll', {
    label: 'hook.poll_created.label',
    sentence: by('hook.poll_created.by', 'hook.poll_created.nobody'),
    more: detail.closing,
  }),
  poll_opened: wordsAbout('poll', {
    label: 'hook.poll_opened.label',
    sentence: always('hook.poll_opened.text'),
    more: detail.closing,
  }),
  poll_edited: wordsAbout('poll', {
    label: 'hook.poll_edited.label',
    sentence: by('hook.poll_edited.by', 'hook.poll_edited.nobody'),
    more: detail.closing,
  }),
  poll_closing_soon: wordsAbout('poll', {
    label: 'hook.poll_closing_soon.label',
    sentence: always('hook.poll_closing_soon.text'),
    more: detail.closingAndTurnout,
  }),
  poll_expired: wordsAbout('poll', {
    label: 'hook.poll_expired.label',
    sentence: always('hook.poll_expired.text'),
    more: detail.result,
  }),
  poll_closed_by_user: wordsAbout('poll', {
    label: 'hook.poll_closed_by_user.label',
    sentence: by('hook.poll_closed_by_user.by', 'hook.poll_closed_by_user.nobody'),
    more: detail.result,
  }),
  poll_reopened: wordsAbout('poll', {
    label: 'hook.poll_reopened.label',
    sentence: by('hook.poll_reopened.by', 'hook.poll_reopened.nobody'),
    more: detail.closing,
  }),
  outcome_created: wordsAbout('poll', {
    label: 'hook.outcome_created.label',
    sentence: by('hook.outcome_created.by', 'hook.outcome_created.nobody'),
    more: detail.outcome,
  }),
  outcome_updated: wordsAbout('poll', {
    label: 'hook.outcome_updated.label',
    sentence: by('hook.outcome_updated.by', 'hook.outcome_updated.nobody'),
    more: detail.outcome,
  }),
  outcome_withdrawn: wordsAbout('poll', {
    label: 'hook.outcome_withdrawn.label',
    sentence: by('hook.outcome_withdrawn.by', 'hook.outcome_withdrawn.nobody'),
  }),
  outcome_review_due: wordsAbout('poll', {
    label: 'hook.outcome_review_due.label',
    sentence: always('hook.outcome_review_due.text'),
    more: detail.outcome,
  }),
  stance_created: wordsAbout('poll', {
    label: 'hook.stance_created.label',
    sentence: voteSentence({
      by: 'hook.stance_created.by',
      nobody: 'hook.stance_created.nobody',
      by_key: 'hook.stance_created.by_key',
      by_key_nobody: 'hook.stance_created.by_key_nobody',
    }),
    more: detail.choice,
  }),
  stance_updated: wordsAbout('poll', {
    label: 'hook.stance_updated.label',
    sentence: voteSentence({
      by: 'hook.stance_updated.by',
      nobody: 'hook.stance_updated.nobody',
      by_key: 'hook.stance_updated.by_key',
      by_key_nobody: 'hook.stance_updated.by_key_nobody',
    }),
    more: detail.choice,
  }),
  membership_created: wordsAbout('group', {
    label: 'hook.membership_created.label',
    sentence: memberSentence({
      by: 'hook.membership_created.by',
      nobody: 'hook.membership_created.nobody',
    }),
  }),
  membership_removed: wordsAbout('group', {
    label: 'hook.membership_removed.label',
    sentence: removalSentence,
  }),
}

type VoteKeys = {
  by: KeyOf<'title' | 'who'>
  nobody: KeyOf<'title'>
  by_key: KeyOf<'title' | 'who' | 'key'>
  by_key_nobody: KeyOf<'title' | 'key'>
}

/** Always says when a program has cast the vote for its voter. */
function voteSentence(keys: VoteKeys): (names: Names, view: ViewOf<'poll'>) => string {
  return (names, { vote }) => {
    const cast_by = vote?.ballot.cast_by ?? null
    if (cast_by === null) return by(keys.by, keys.nobody)(names)
    const { who, title } = names
    const key = oneLine(cast_by)
    return who === null ? t(keys.by_key_nobody, { key, title }) : t(keys.by_key, { key, who, title })
  }
}

type MemberKeys = { by: KeyOf<'who' | 'member' | 'group'>; nobody: KeyOf<'member' | 'group'> }

/**
 * "Ada added Ben to Mill Lane Co-op" (she invited him, approved his request, or undid his removal), or she
 * removed him. `nobody`: he did it himself, or it is not known who did.
 */
function memberSentence(keys: MemberKeys): (names: Names, view: ViewOf<'group'>) => string {
  return ({ who, group_name: group }, { member: about, actor }) => {
    const member = memberName(about)
    const own = about !== null && about.user.id === actor?.id
    return own || who === null ? t(keys.nobody, { member, group }) : t(keys.by, { who, member, group })
  }
}

const removedSentence = memberSentence({
  by: 'hook.membership_removed.by',
  nobody: 'hook.membership_removed.nobody',
})

/** Whoever was only invited was no member. Webhooks have no addresses, so nothing says who it was. */
function removalSentence(names: Names, view: ViewOf<'group'>): string {
  if (view.member === null || view.member.membership.accepted_at !== null) return removedSentence(names, view)
  const { who, group_name: group } = names
  return who === null
    ? t('hook.membership_removed.withdrawn', { group })
    : t('hook.membership_removed.withdrawn_by', { who, group })
}

function memberName(member: ViewOf<'group'>['member']): string {
  return displayName(member?.user ?? { name: null })
}
