import type { Discussion } from '../discussions/discussion.ts'
import type { Group } from '../groups/group.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import { inLanguage, t } from '../locales/say.ts'
import type { Outcome } from '../polls/outcomes/outcome.ts'
import { optionTime } from '../polls/poll-words.ts'
import type { Decision } from '../polls/results/load-decisions.ts'
import { excerpt } from '../text/excerpt.ts'
import { escapeHtml } from '../text/markup.ts'
import { type Format, toHtml } from '../text/rich-text.ts'
import { displayName, type User } from '../users/user.ts'
import { type AtomEntry, type AtomFeed, atomText } from './atom.ts'

type Named = Pick<User, 'name'>

/** The content of a group's feed: threads and outcomes, with their authors. */
export type GroupFeed = {
  /** The language its owner chose. */
  locale: string | null
  /** That of the browser in which they last signed in. */
  browser_locale?: string | null
  title: string
  /** Its own address, unless that is secret. */
  own?: string
  group: Pick<Group, 'handle' | 'locale' | 'created_at'>
  threads: { thread: FeedThread; author: Named }[]
  decisions: (FeedDecision & { author: Named })[]
}

type FeedThread = Pick<
  Discussion,
  'key' | 'title' | 'description' | 'description_format' | 'created_at' | 'updated_at'
>
type FeedDecision = Pick<Decision, 'poll' | 'fingerprint'> & {
  outcome: Pick<Outcome, 'statement' | 'statement_format' | 'created_at'>
  option: { name: string } | null
}

/** Longer texts are shortened. */
const MOST_WHOLE = 8_000
const MOST_BEGINNING = 600

/** The feed as Atom text: newest first. No result but its fingerprint, and no vote. */
export function groupFeedText(feed: GroupFeed, public_url: string): string {
  const former = feed.browser_locale ?? null
  const language = chooseLanguage({ own: feed.locale, group: feed.group.locale, former })
  return inLanguage(language, () => feedIn(feed, public_url))
}

function feedIn({ group, title, own, threads, decisions }: GroupFeed, public_url: string): string {
  const entries = [
    ...threads.map((one) => threadEntry(one, public_url)),
    ...decisions.map((one) => outcomeEntry(one, public_url)),
  ].sort((one, other) => other.updated.getTime() - one.updated.getTime())
  const feed: AtomFeed = {
    url: `${public_url}/g/${group.handle}`,
    title,
    ...(own === undefined ? {} : { own }),
    updated: entries[0]?.updated ?? group.created_at,
    entries,
  }
  return atomText(feed)
}

function threadEntry({ thread, author }: GroupFeed['threads'][number], public_url: string): AtomEntry {
  return {
    url: `${public_url}/d/${thread.key}`,
    part: '',
    title: thread.title,
    author: displayName(author),
    published: thread.created_at,
    updated: thread.updated_at,
    text: textOf(thread.description ?? '', thread.description_format),
  }
}

/** An edited outcome stays the same entry. */
function outcomeEntry(
  { outcome, poll, option, fingerprint, author }: GroupFeed['decisions'][number],
  public_url: string,
): AtomEntry {
  const settled = option === null ? '' : (optionTime(poll.poll_type, option.name, 'UTC') ?? option.name)
  return {
    url: `${public_url}/p/${poll.key}`,
    part: '#outcome',
    title: t('feed.outcome', { title: poll.title }),
    author: displayName(author),
    published: null,
    updated: outcome.created_at,
    ...(fingerprint === null ? {} : { related: `${public_url}/p/${poll.key}/head` }),
    text: withFingerprint(textOf(outcome.statement, outcome.statement_format, settled), fingerprint),
  }
}

function withFingerprint(text: AtomEntry['text'], fingerprint: string | null): AtomEntry['text'] {
  if (fingerprint === null) return text
  const told = t('feed.fingerprint', { fingerprint })
  return 'html' in text
    ? { html: `${text.html}<p>${escapeHtml(told)}</p>` }
    : { beginning: `${text.beginning}\n\n${told}` }
}

/** `settled`: the chosen option, or ''. */
function textOf(text: string, format: Format, settled = ''): AtomEntry['text'] {
  if (text.length > MOST_WHOLE) return { beginning: excerpt(text, format, MOST_BEGINNING) }
  const head =
    settled === '' ? '' : `<p><strong>${escapeHtml(t('feed.decided_on', { option: settled }))}</strong></p>`
  return { html: head + toHtml(text, format) }
}
