import type { ThreadAbilities } from '../../discussions/thread-rights.ts'
import type { GroupAbility } from '../../groups/group.ts'
import type { PlainKey } from '../../locales/say.ts'
import type { Ability } from '../../polls/facilitation.ts'
import type { Exchange } from '../request/exchange.ts'

/**
 * Who may open a page. Of a group, thread or poll: who may `see` it, people with a personal link among them,
 * or who has the named ability there.
 */
export type Who =
  | 'anyone'
  | 'signed in'
  | 'admin of the service'
  | { group: 'see' | GroupAbility }
  | { thread: 'see' | keyof ThreadAbilities }
  | { poll: 'see' | Ability }

/**
 * A tab of its own in the frame of its group, in a second row where it belongs to the tab of another page;
 * or the page whose tab is marked while this one is shown.
 */
export type Tab = { label: PlainKey; within?: string } | { under: string }

/**
 * The link to a page for looking after a poll: its words, also where the outcome stands already; `done`: said
 * afterwards where the poll itself looks as before, with `people` where their number is known.
 */
export type ToolLink = {
  label: PlainKey
  label_published?: PlainKey
  done?: PlainKey
}

/** A page as the router serves it: everything the program knows of it. */
export type Page = {
  /** As the router writes it: /g/:handle/settings. */
  path: string
  who: Who
  tab: Tab | null
  tool: ToolLink | null
  /** Answers GET; null: there are forms at the address alone. */
  show: Handler | null
  /** Answer POST, by their paths. */
  acts: Record<string, Handler>
}

export type Handler = (exchange: PageExchange) => Promise<unknown>

/** An exchange with the page that it is about, and all pages there are, in the order of their tabs. */
export type PageExchange = Exchange & { page: Page; pages: readonly Page[] }

type OpenPage = Pick<Page, 'path'> & Partial<Omit<Page, 'tool'>>

/** A page that asks itself who comes: anybody may, or a link in a mail decides. */
export function openPage({ path, who = 'anyone', tab = null, show = null, acts = {} }: OpenPage): Page {
  return { path, who, tab, tool: null, show, acts }
}
