import { discardDraft } from '../../users/drafts/discard-draft.ts'
import { AGAIN_KEPT_MINUTES, type DraftFields, placeAgain } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { hashToken, newToken } from '../../users/secret.ts'
import { cookieOf, guarded, isSecure } from '../request/cookies.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { ONCE_FIELD } from '../request/once-part.tsx'
import { SHOWN_TO_FIELD } from '../request/shown-to-part.tsx'

const NAME = 'folkmoot_form'
const MINUTE_SECONDS = 60
const OF_THE_FORM = [ONCE_FIELD, SHOWN_TO_FIELD]

/** Keeps the fields of the submitted form while its person signs in again in this browser. */
export async function keepForm(exchange: Exchange, user_id: number): Promise<void> {
  const fields = textFields(exchange)
  if (Object.keys(fields).length === 0) return
  const token = formToken(exchange) || newToken()
  await keepDraft(exchange.services.db.pool, { user_id, place: placeOf(token, pathOf(exchange)), fields })
  setToken(exchange, token)
}

/** What a person typed into the form that goes to `path` before they signed in again. Null: nothing. */
export async function keptForm(
  exchange: Exchange,
  user_id: number,
  path: string,
): Promise<DraftFields | null> {
  const token = formToken(exchange)
  if (token === '') return null
  const found = await loadDraft(exchange.services.db.pool, { user_id, place: placeOf(token, path) })
  return found?.fields ?? null
}

/** The submitted form is not kept any more: it arrived. */
export async function dropForm(exchange: Exchange, user_id: number): Promise<void> {
  const token = formToken(exchange)
  if (token === '') return
  await discardDraft(exchange.services.db.pool, { user_id, place: placeOf(token, pathOf(exchange)) })
}

/** Every text but what belongs to the form as it was shown. */
function textFields(exchange: Exchange): DraftFields {
  const fields = formOf(exchange)
  const names = Object.keys(fields).filter(
    (name) => !OF_THE_FORM.includes(name) && typeof fields[name] === 'string',
  )
  return Object.fromEntries(names.map((name) => [name, textOf(fields, name)]))
}

const placeOf = (token: string, path: string) => placeAgain(hashToken(token), path)
const pathOf = ({ request }: Exchange) => request.url.split('?', 1)[0] ?? ''

function formToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

function setToken({ reply, services }: Exchange, token: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), token, {
    ...guarded(public_url),
    maxAge: AGAIN_KEPT_MINUTES * MINUTE_SECONDS,
  })
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
