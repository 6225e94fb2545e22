import { type TObject, type TSchema, Type } from 'typebox'
import { ENDS_EARLY } from '../api/comments-envelope.ts'
import { answers, FORMS, IDEMPOTENCY, KEY_QUERY, OTHERWISE, Ref, SECURITY } from '../api/operations.ts'
import { described } from '../api/params.ts'
import { MembersSetRecord } from '../api/records/present-membership.ts'
import * as params from './params.ts'
import { B2Comments, B2Envelope, B2List, CommentPath, MemberPath } from './records.ts'

/** How the calls of this door stand in the document. */

type About = {
  id: string
  tag: string
  summary: string
  description: string
  path?: TObject
  answer: TSchema
  says: string
}

const told = ({ id, tag, summary, description, path }: About) => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  security: SECURITY,
  ...(path === undefined ? {} : { params: path }),
})

export const reading = ({ query = Type.Object({}), ...about }: About & { query?: TObject }) => ({
  schema: {
    ...told(about),
    querystring: Type.Object({ ...KEY_QUERY, ...query.properties }),
    response: answers(about.answer, about.says),
  },
})

const making = ({ body, query, ...about }: About & { body: TObject; query?: TObject }) => ({
  schema: {
    ...told(about),
    consumes: FORMS,
    ...(query === undefined ? {} : { querystring: query }),
    headers: IDEMPOTENCY,
    body: described(body),
    response: answers(about.answer, about.says),
  },
})

const removing = (about: About) => ({
  schema: {
    ...told(about),
    querystring: Type.Object(KEY_QUERY),
    response: answers(about.answer, about.says),
  },
})

export const LIST_GROUPS = reading({
  id: 'listGroups',
  tag: 'Groups',
  summary: 'List groups',
  description: 'The groups you have joined, each with your membership in it.',
  answer: B2Envelope,
  says: 'The groups; meta.total counts them.',
})

export const SHOW_GROUP = reading({
  id: 'showGroup',
  tag: 'Groups',
  summary: 'Show group',
  description: 'One of your groups, by its id, key or handle.',
  path: Type.Object({ ref: Type.String({ description: 'The id, key or handle of the group.' }) }),
  answer: B2Envelope,
  says: 'The group: groups[0].',
})

export const SHOW_GROUP_V1 = reading({
  id: 'showGroupForThread',
  tag: 'Groups',
  summary: 'Show group, as before a thread is started',
  description: 'The same, at the address at which older clients of b2 ask before they start a thread.',
  path: Type.Object({ ref: Type.String({ description: 'The id, key or handle of the group.' }) }),
  answer: B2Envelope,
  says: 'The group: groups[0].',
})

export const LIST_DISCUSSIONS = reading({
  id: 'listDiscussions',
  tag: 'Discussions',
  summary: 'List discussions',
  description: 'The threads of one of your groups, newest first.',
  query: params.DiscussionQuery,
  answer: B2List,
  says: 'The threads; meta.total counts all of this status.',
})

export const SHOW_DISCUSSION = reading({
  id: 'showDiscussion',
  tag: 'Discussions',
  summary: 'Show discussion',
  description: 'A thread that you may read, as a member of its group or as a guest.',
  path: Ref('thread'),
  answer: B2Envelope,
  says: 'The thread: discussions[0].',
})

export const CREATE_DISCUSSION = making({
  id: 'createDiscussion',
  tag: 'Discussions',
  summary: 'Create discussion',
  description: 'Starts a thread in one of your groups, as you, and tells its recipients.',
  body: params.NewDiscussion,
  answer: B2Envelope,
  says: 'The thread: discussions[0].',
})

export const CHANGE_DISCUSSION = making({
  id: 'updateDiscussion',
  tag: 'Discussions',
  summary: 'Change discussion',
  description: `Gives a thread another title or text; what it said can be read in its history. For its author and admins of the group. ${OTHERWISE}`,
  path: Ref('thread'),
  body: params.DiscussionEdits,
  answer: B2Envelope,
  says: 'The thread: discussions[0].',
})

export const DELETE_DISCUSSION = removing({
  id: 'deleteDiscussion',
  tag: 'Discussions',
  summary: 'Delete discussion',
  description:
    'Takes a thread away with its polls: they are found nowhere any more. For admins of the group.',
  path: Ref('thread'),
  answer: B2Envelope,
  says: 'The thread as it was: discussions[0].',
})

export const LIST_POLLS = reading({
  id: 'listPolls',
  tag: 'Polls',
  summary: 'List polls',
  description:
    'The polls of one of your groups, newest first, with their results as far as you may see them; who chose what is told by each poll alone.',
  query: params.PollQuery,
  answer: B2List,
  says: 'The polls; meta.total counts all of this status.',
})

export const SHOW_POLL = reading({
  id: 'showPoll',
  tag: 'Polls',
  summary: 'Show poll',
  description:
    'A poll that you may see, with its results as far as you may see them, and your own vote if it is named.',
  path: Ref('poll'),
  answer: B2Envelope,
  says: 'The poll: polls[0].',
})

export const CREATE_POLL = making({
  id: 'createPoll',
  tag: 'Polls',
  summary: 'Create poll',
  description:
    'Makes a poll in one of your groups or in a thread, as you, gives out its ballots, and tells nobody unless notify_recipients is true; then, of a poll for everyone, all who are given a ballot are told.',
  body: params.NewPoll,
  answer: B2Envelope,
  says: 'The poll: polls[0].',
})

export const CHANGE_POLL = making({
  id: 'updatePoll',
  tag: 'Polls',
  summary: 'Change poll',
  description: `Changes a poll that is not closed; a draft is opened by its closing_at. Options are added: name all that are there, and the new ones. For its author and admins of the group. ${OTHERWISE}`,
  path: Ref('poll'),
  body: params.PollEdits,
  answer: B2Envelope,
  says: 'The poll: polls[0].',
})

export const DELETE_POLL = removing({
  id: 'deletePoll',
  tag: 'Polls',
  summary: 'Delete poll',
  description: 'Takes a poll away, with its votes: it is found nowhere any more. For admins of the group.',
  path: Ref('poll'),
  answer: B2Envelope,
  says: 'The poll as it was: polls[0].',
})

export const LIST_MEMBERSHIPS = reading({
  id: 'listMemberships',
  tag: 'Memberships',
  summary: 'List memberships',
  description:
    'The members of one of your groups, by id. Its admins are told addresses too, and who was invited and has not joined.',
  query: params.GroupQuery,
  answer: B2Envelope,
  says: 'The memberships, with their users; meta.total counts all of them.',
})

export const SHOW_MEMBERSHIP = reading({
  id: 'showMembership',
  tag: 'Memberships',
  summary: 'Show membership',
  description: 'A member of one of your groups, as the list tells it.',
  path: MemberPath,
  query: params.MemberQuery,
  answer: B2Envelope,
  says: 'The membership: memberships[0].',
})

export const SET_MEMBERSHIPS = making({
  id: 'manageMemberships',
  tag: 'Memberships',
  summary: 'Manage memberships',
  description:
    'Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed, you too. For admins. Emptying the group or removing its last admin must be forced.',
  body: params.NewMembers,
  answer: MembersSetRecord,
  says: 'Who was invited and who was removed.',
})

export const LIST_COMMENTS = reading({
  id: 'listComments',
  tag: 'Comments',
  summary: 'List comments',
  description: `What was said in a thread that you may read, in the order of writing. Of deleted comments the marks are told. ${ENDS_EARLY} Go on with after=meta.next, or with offset raised by the number of comments that came.`,
  query: params.CommentQuery,
  answer: B2Comments,
  says: 'The comments; meta.total counts all of them.',
})

export const SHOW_COMMENT = reading({
  id: 'showComment',
  tag: 'Comments',
  summary: 'Show comment',
  description: 'A comment in a thread that you may read.',
  path: CommentPath,
  answer: B2Comments,
  says: 'The comment: comments[0].',
})

export const CREATE_COMMENT = making({
  id: 'createComment',
  tag: 'Comments',
  summary: 'Create comment',
  description:
    'Says something in a thread, as you, and tells whom it names, the author of the thread, and of the comment it answers.',
  body: params.NewComment,
  query: params.CommentWhere,
  answer: B2Comments,
  says: 'The comment: comments[0].',
})

export const CHANGE_COMMENT = making({
  id: 'updateComment',
  tag: 'Comments',
  summary: 'Change comment',
  description:
    'Gives your own comment another text, while the thread is open; what it said can be read in its history.',
  path: CommentPath,
  body: params.CommentEdits,
  answer: B2Comments,
  says: 'The comment: comments[0].',
})

export const DELETE_COMMENT = removing({
  id: 'deleteComment',
  tag: 'Comments',
  summary: 'Delete comment',
  description:
    'Takes the text of a comment away, with its history; a mark stays in its place. For its author and admins of the group.',
  path: CommentPath,
  answer: B2Comments,
  says: 'The mark: comments[0].',
})
