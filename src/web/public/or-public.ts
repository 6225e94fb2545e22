import { NotFound } from '../../errors.ts'
import type { Handler, Page } from '../visits/page.ts'

/**
 * The page, which shows what everyone may see where it would answer its visitor that it does not exist.
 * `instead` throws NotFound for what is not public.
 */
export function withPublic(page: Page, instead: Handler): Page {
  const { show } = page
  if (show === null) return page
  return {
    ...page,
    show: async (exchange) => {
      try {
        return await show(exchange)
      } catch (refusal) {
        if (!(refusal instanceof NotFound)) throw refusal
        return instead(exchange)
      }
    },
  }
}
