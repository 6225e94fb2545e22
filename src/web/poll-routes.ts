import { showTool, useTool } from './poll-forms/poll-tool-page.tsx'
import { showAudit } from './polls/audit-page.tsx'
import { castVote } from './polls/ballot-page.tsx'
import { FORGOTTEN_PATH, putLinkAway, showPutAway } from './polls/not-me-page.tsx'
import { showPoll } from './polls/poll-page.tsx'
import { showVoters } from './polls/poll-voters-page.tsx'
import type { Exchange } from './request/exchange.ts'
import { sendBallotsCsv, sendBallotsJson } from './results/ballot-files.ts'
import { TOOLS } from './visits/poll-tools.ts'

type Page = (exchange: Exchange) => Promise<unknown>

const VOTERS = 'voters'
const tools = TOOLS.map(({ path }) => path).filter((path) => path !== VOTERS)

/** Reading a poll, and looking after it. */
export const POLL_GETS: Record<string, Page> = {
  '/p/:key': showPoll,
  [FORGOTTEN_PATH]: showPutAway,
  '/p/:key/audit': showAudit,
  '/p/:key/ballots.json': sendBallotsJson,
  '/p/:key/ballots.csv': sendBallotsCsv,
  [`/p/:key/${VOTERS}`]: showVoters,
  ...Object.fromEntries(tools.map((path) => [`/p/:key/${path}`, (exchange) => showTool(exchange, path)])),
}

/** Voting in it, and what those who look after it do. */
export const POLL_POSTS: Record<string, Page> = {
  '/p/:key/ballot': castVote,
  '/p/:key/not-me': putLinkAway,
  ...Object.fromEntries(tools.map((path) => [`/p/:key/${path}`, (exchange) => useTool(exchange, path)])),
}
