import { showAudit } from './audit-page.tsx'
import { sendBallotsCsv, sendBallotsJson } from './ballot-files.ts'
import { castVote } from './ballot-page.tsx'
import type { Exchange } from './exchange.ts'
import { FORGOTTEN_PATH, putLinkAway, showPutAway } from './not-me-page.tsx'
import { showPoll } from './poll-page.tsx'
import { showTool, useTool } from './poll-tool-page.tsx'
import { TOOLS } from './poll-tools.ts'
import { showVoters } from './poll-voters-page.tsx'

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
