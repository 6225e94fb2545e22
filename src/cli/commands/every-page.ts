const PAGE = 1_000

/** All records, read page by page, so that no statement is unbounded. */
export async function everyPage<T>(
  read: (paging: { per: number; from: number }) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (let from = 0; ; from += PAGE) {
    const page = await read({ per: PAGE, from })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}
