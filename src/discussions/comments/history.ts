import { byNumber, bySize, inPages } from '../pages.ts'

/**
 * Earlier texts, the newest first: one page of them. `older`: how many stand before the next page; null: it
 * is the last.
 */
export type History<Version> = { versions: Version[]; older: number | null }

const VERSIONS_PER_PAGE = 20
/** One more than a page holds tells whether there is another. */
export const MOST_READ = VERSIONS_PER_PAGE + 1

/** What of the versions that were read, those after the first `from`, goes on one page. */
export function historyPage<Version extends { size: number }>(
  read: Version[],
  from: number,
): History<Version> {
  const [versions = []] = inPages(read, [byNumber(VERSIONS_PER_PAGE), bySize])
  return { versions, older: versions.length < read.length ? from + versions.length : null }
}
