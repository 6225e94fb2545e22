import { POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'
import type { TypePage } from './type-page.ts'

/**
 * The page texts and markup of each type, from the file of its name: src/polls/types is the only list of
 * types.
 */
const PAGES = new Map<PollTypeName, TypePage>(
  await Promise.all(POLL_TYPE_NAMES.map(async (type) => [type, await loadPage(type)] as const)),
)

async function loadPage(type: PollTypeName): Promise<TypePage> {
  const file = type.replaceAll('_', '-')
  const { page }: { page?: TypePage } = await import(`../ballots/${file}.tsx`)
  if (page === undefined) throw new Error(`src/web/ballots/${file}.tsx exports no page`)
  return page
}

/** The page texts and markup of this poll type. */
export function pageOf(type: PollTypeName): TypePage {
  const page = PAGES.get(type)
  if (page === undefined) throw new Error(`no page for polls of the type ${type}`)
  return page
}
