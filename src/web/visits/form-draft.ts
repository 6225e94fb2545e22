import type { FastifyReply } from 'fastify'
import type { Fields } from '../../http/forms.ts'
import { discardDraft, endDraft } from '../../users/drafts/discard-draft.ts'
import type { DraftFields, DraftPage, Kept } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { isAsStored } from '../edits/as-shown-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { ONCE_FIELD, tokenIn } from '../request/once-part.tsx'
import { requireSameOrigin } from '../request/same-origin.ts'
import { SHOWN_TO_FIELD } from '../request/shown-to-part.tsx'
import { DISCARD, type DraftState, draftState, KEEP, newerDraft, SEEN_FIELD } from './draft-note-part.tsx'

const NO_CONTENT = 204
/** Precondition Failed: another page saved a newer draft. */
const NEWER = 412
const TOO_LARGE = 413

/**
 * A form that a signed-in person writes. `text`: the fields without which there is nothing to save; `stored`:
 * of an edit, which has nothing to save as long as it changes nothing.
 */
export type Written = { user_id: number; place: string; text: readonly string[]; stored?: object }

/**
 * Saves the submitted form as a draft (the script `save-draft` asks for it), or discards the draft. Null: the
 * form asks for neither. `written`: null if the visitor has no drafts, as after signing out elsewhere.
 */
export async function answerDraft(exchange: Exchange, written: Written | null): Promise<FastifyReply | null> {
  const { request, reply, services } = exchange
  const act = formText(exchange, 'act')
  if (act !== KEEP && act !== DISCARD) return null
  if (act === KEEP) return answerKeep(exchange, written && (await keepTyped(exchange, written)), request.url)
  requireSameOrigin(request, services.config.public_url)
  if (written !== null) await endDraft(services.db.pool, written, draftPageIn(formOf(exchange)))
  return reply.redirect(request.url, 303)
}

/**
 * Saves the submitted form as a draft; one without text has none. Also of a form that comes back: what was
 * typed right before it was sent, or without scripts, is not saved yet.
 */
export async function keepTyped(
  exchange: Exchange,
  { text, stored, ...whose }: Written,
  page: DraftPage | null = draftPageIn(formOf(exchange)),
): Promise<Kept | 'none'> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { pool } = services.db
  const blank = text.every((name) => formText(exchange, name).trim() === '')
  const unchanged = stored !== undefined && isAsStored(formOf(exchange), stored)
  if (blank || unchanged) return (await discardDraft(pool, whose, page)) ? 'none' : 'newer'
  return keepDraft(pool, { ...whose, fields: typedFields(exchange) }, { page })
}

/** The same for a form that comes back `now`; what its page says of the draft. */
export async function keepSentBack(
  exchange: Exchange,
  written: Written | null,
  now: Date,
): Promise<DraftState> {
  const kept = written && (await keepTyped(exchange, written))
  return draftState(kept, { now, href: exchange.request.url })
}

/** The answer to the script. `href`: where a newer draft is that stays. */
export function answerKeep(exchange: Exchange, kept: Kept | 'none' | null, href: string): FastifyReply {
  if (kept === 'newer') return sendPage(exchange, newerDraft(href), NEWER)
  return exchange.reply.status(kept === 'too_long' ? TOO_LARGE : NO_CONTENT).send()
}

/** The page of a submitted form. Null: an earlier version made it, or it is about whatever draft is there. */
export function draftPageIn(fields: Fields): DraftPage | null {
  const seen = fields[SEEN_FIELD]
  if (seen === undefined) return null
  return { token: tokenIn(fields), seen: /^\d{1,15}$/.test(String(seen)) ? new Date(Number(seen)) : null }
}

/** The same of a form that was sent before: what was typed since is a draft again. */
export function sentPageIn(fields: Fields): DraftPage | null {
  const page = draftPageIn(fields)
  return page && { ...page, token: null }
}

/** What was typed into the submitted form. */
export function typedFields(exchange: Exchange): DraftFields {
  const { [ONCE_FIELD]: _, [SHOWN_TO_FIELD]: __, [SEEN_FIELD]: ___, act: ____, ...typed } = formOf(exchange)
  return typed as DraftFields
}
