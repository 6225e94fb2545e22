import type { Exchange } from './request/exchange.ts'
import {
  postCommentDelete,
  postCommentEdit,
  showCommentDelete,
  showCommentEdit,
  showCommentHistory,
} from './threads/comment-page.tsx'
import { postGuestRemoval, showGuestRemoval } from './threads/guest-page.tsx'
import { postNewThread, showNewThread } from './threads/new-thread-page.tsx'
import { closeThread, markThreadRead, openThreadPoll, reopenThread } from './threads/thread-actions.ts'
import { postThreadEdit, showThreadEdit, showThreadHistory } from './threads/thread-edit-page.tsx'
import { forgetThreadLink, postComment, showComment, showThread } from './threads/thread-page.tsx'
import { postThreadPeople, showThreadPeople } from './threads/thread-people-page.tsx'

type Page = (exchange: Exchange) => Promise<unknown>

/** The pages of a thread. */
export const THREAD_GETS: Record<string, Page> = {
  '/d/:key': showThread,
  '/d/:key/people': showThreadPeople,
  '/d/:key/people/:id/remove': showGuestRemoval,
  '/d/:key/edit': showThreadEdit,
  '/d/:key/history': showThreadHistory,
  '/g/:handle/new-thread': showNewThread,
  '/d/:key/comments/:id': showComment,
  '/d/:key/comments/:id/edit': showCommentEdit,
  '/d/:key/comments/:id/delete': showCommentDelete,
  '/d/:key/comments/:id/history': showCommentHistory,
}

export const THREAD_POSTS: Record<string, Page> = {
  '/d/:key/comments': postComment,
  '/d/:key/comments/:id/edit': postCommentEdit,
  '/d/:key/comments/:id/delete': postCommentDelete,
  '/d/:key/people': postThreadPeople,
  '/d/:key/people/:id/remove': postGuestRemoval,
  '/d/:key/edit': postThreadEdit,
  '/g/:handle/new-thread': postNewThread,
  '/d/:key/close': closeThread,
  '/d/:key/reopen': reopenThread,
  '/d/:key/read': markThreadRead,
  '/d/:key/not-me': forgetThreadLink,
  '/d/:key/polls/:poll': openThreadPoll,
}
