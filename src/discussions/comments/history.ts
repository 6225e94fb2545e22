import { byNumber, bySize, inPages } from '../pages.ts'

/** One page of former versions, newest first. `older`: where the next page starts; null: it is the last. */
export type History<Version> = { versions: Version[]; older: number | null }

const VERSIONS_PER_PAGE = 20
/** One more than a page shows, to see whether another page follows. */
export const MOST_READ = VERSIONS_PER_PAGE + 1

/** The versions that fit on one page, after the first `from`. */
export function historyPage<Version extends { size: number }>(
  read: Version[],
  from: number,
): History<Version> {
  const [versions = []] = inPages(read, [byNumber(VERSIONS_PER_PAGE), bySize])
  return { versions, older: versions.length < read.length ? from + versions.length : null }
}
