import { castVote } from './ballot-page.tsx'
import type { Exchange } from './exchange.ts'
import { FORGOTTEN_PATH, putLinkAway, showPutAway } from './not-me-page.tsx'
import { showPoll } from './poll-page.tsx'

type Page = (exchange: Exchange) => Promise<unknown>

/** Reading a poll. */
export const POLL_GETS: Record<string, Page> = {
  '/p/:key': showPoll,
  [FORGOTTEN_PATH]: showPutAway,
}

/** Voting in it. */
export const POLL_POSTS: Record<string, Page> = {
  '/p/:key/ballot': castVote,
  '/p/:key/not-me': putLinkAway,
}
