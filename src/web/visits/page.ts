import type { ThreadAbilities } from '../../discussions/thread-rights.ts'
import type { GroupAbility } from '../../groups/group.ts'
import type { PlainKey } from '../../locales/say.ts'
import type { Ability } from '../../polls/facilitation.ts'
import type { Exchange } from '../request/exchange.ts'

/**
 * Who may open a page. Of a group, thread or poll: people who may `see` it, also by a personal link, or
 * people with the named ability.
 */
export type Who =
  | 'anyone'
  | 'signed in'
  | 'admin of the service'
  | { group: 'see' | GroupAbility }
  | { thread: 'see' | keyof ThreadAbilities }
  | { poll: 'see' | Ability }

/**
 * A tab in the group's layout, on the second row if it belongs to another page's tab; or the page whose tab
 * is marked while this one is shown.
 */
export type Tab = { label: PlainKey; within?: string } | { under: string }

/**
 * The link to a page for managing a poll: its label, and another one if an outcome exists, or of a draft;
 * `done`: the message afterwards if the poll itself looks unchanged, with `people` if their number is known.
 */
export type ToolLink = {
  label: PlainKey
  label_published?: PlainKey
  label_draft?: PlainKey
  /** Only of use while the poll has an outcome. */
  of_outcome?: true
  done?: PlainKey
  /** The same while no emails are sent, if it would promise some. */
  done_unsent?: PlainKey
  /** The same if it replaced an outcome. */
  done_edited?: PlainKey
  /** The ability of those who see `done`, if using it ends its own. */
  done_by?: Ability
}

/** A page as the router serves it: everything the program knows about it. */
export type Page = {
  /** In the router's syntax: /g/:handle/settings. */
  path: string
  who: Who
  tab: Tab | null
  tool: ToolLink | null
  /** Handles GET; null: the URL only takes forms. */
  show: Handler | null
  /** Handle POST, by path. */
  acts: Record<string, Handler>
  /** Its forms have files. */
  takes_files?: boolean
  /** Handle POST, by path, and read the form as it comes. */
  uploads?: Record<string, Handler>
}

export type Handler = (exchange: PageExchange) => Promise<unknown>

/** An exchange with its page and all pages, in the order of their tabs. */
export type PageExchange = Exchange & { page: Page; pages: readonly Page[] }

type OpenPage = Pick<Page, 'path'> & Partial<Omit<Page, 'tool'>>

/** A page that checks its visitors itself: it is open to anyone, or a mailed link decides. */
export function openPage({ path, who = 'anyone', tab = null, show = null, acts = {} }: OpenPage): Page {
  return { path, who, tab, tool: null, show, acts }
}
