import { createContext, type VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { Fields } from '../../http/forms.ts'
import { newToken } from '../../users/secret.ts'
import { IslandScript } from '../assets/island-part.tsx'
import type { Island } from '../assets/islands.ts'

export const ONCE_FIELD = 'once'

const TOKEN = /^[\w-]{32}$/

/** The token of a submitted form. Null: it has none. */
export function tokenIn(fields: Fields): string | null {
  const token = String(fields[ONCE_FIELD])
  return TOKEN.test(token) ? token : null
}

/**
 * A hidden field for forms whose action must not run twice if the button is pressed twice. `sent`: what was
 * submitted so far of a form that must not run again when people go back to it either, or to its preview. It
 * keeps its token, in an open page by a script, which `island` contains. `draft`: the same for a form that is
 * refused and comes back, as its draft is known by the token.
 */
export function Once({
  sent,
  draft = {},
  island = 'keep-form',
}: {
  sent?: Fields
  draft?: Fields
  island?: Island
}): VNode {
  if (sent === undefined)
    return <input type="hidden" name={ONCE_FIELD} value={tokenIn(draft) ?? newToken()} />
  return (
    <>
      <input type="hidden" name={ONCE_FIELD} value={tokenIn(sent) ?? newToken()} data-once="" />
      <IslandScript name={island} />
    </>
  )
}

/** A random text, another one for each page that is sent. */
export const PageToken = createContext('')

const NUMBER_LENGTH = 10

/**
 * The field alone, for a page with many such forms and their script. `of`: the number of the form. The tokens
 * begin alike, so that each form adds a few bytes to the compressed page and not thirty.
 */
export function OnceField({ sent, of }: { sent: Fields; of: number }): VNode {
  const page_token = useContext(PageToken)
  const token = tokenIn(sent) ?? page_token.slice(NUMBER_LENGTH) + String(of).padStart(NUMBER_LENGTH, '0')
  return <input type="hidden" name={ONCE_FIELD} value={token} data-once={of} />
}
