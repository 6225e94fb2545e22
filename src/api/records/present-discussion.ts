import { type Static, Type } from 'typebox'
import type { DiscussionFacts } from '../../discussions/load-discussion.ts'
import {
  Count,
  Flag,
  Id,
  ListOf,
  MaybeText,
  MaybeTime,
  maybeTime,
  OneOf,
  Record,
  Text,
  Time,
  time,
} from '../wire.ts'
import { NO_EXTRAS } from './constants.ts'

export const EXTRA_FIELDS = {
  tag_ids: ListOf(Type.Integer(), 'Its tags.'),
  attachments: ListOf(Type.String(), 'Always empty.'),
  link_previews: ListOf(Type.String(), 'Always empty.'),
  mentioned_usernames: ListOf(Type.String(), 'Always empty.'),
  content_locale: MaybeText("The language it was written in, if known: the author's, otherwise the group's."),
}

export const DiscussionRecord = Record('Discussion', {
  id: Id('The thread.'),
  key: Text('Eight letters and digits; the page is /d/KEY.'),
  group_id: Id('Its group.'),
  author_id: Id('The person who started it.'),
  title: Text('The title.'),
  description: MaybeText('The opening post.'),
  description_format: OneOf(['md', 'html'], 'The format of the description.'),
  private: Flag(
    'Only the group and invited guests can read it. false: anyone can, while the group is public.',
  ),
  created_at: Time('When it was started.'),
  updated_at: Time('When its text or its tags last changed.'),
  last_activity_at: Time('When something last happened in it.'),
  last_comment_at: MaybeTime('When the last comment was posted.'),
  closed_at: MaybeTime('When it was closed.'),
  items_count: Count('The number of polls and comments in it.'),
  comments_count: Count('The number of comments in it.'),
  seen_by_count: Count('The number of people who have read it.'),
  members_count: Count(
    'The number of people who can read it: members of the group and guests of the thread.',
  ),
  versions_count: Count('The number of versions of its text.'),
  ...EXTRA_FIELDS,
  created_event_id: Id('The event that started it.'),
  discarded_at: MaybeTime('Always null: discarded threads are not found.'),
})

export type WireDiscussion = Static<typeof DiscussionRecord>

export function presentDiscussion({ discussion, event, guests, members }: DiscussionFacts): WireDiscussion {
  return {
    id: discussion.id,
    key: discussion.key,
    group_id: discussion.group_id,
    author_id: discussion.author_id,
    title: discussion.title,
    description: discussion.description,
    description_format: discussion.description_format,
    private: discussion.private,
    created_at: time(discussion.created_at),
    updated_at: time(discussion.updated_at),
    last_activity_at: time(discussion.last_activity_at),
    last_comment_at: maybeTime(discussion.last_comment_at),
    closed_at: maybeTime(discussion.closed_at),
    items_count: discussion.items_count,
    comments_count: discussion.comments_count,
    seen_by_count: discussion.seen_by_count,
    members_count: members + guests,
    versions_count: discussion.versions_count,
    created_event_id: event.id,
    discarded_at: null,
    tag_ids: discussion.tags.map(({ id }) => id),
    ...NO_EXTRAS,
    content_locale: discussion.content_locale,
  }
}
