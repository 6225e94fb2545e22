import type { FastifyReply } from 'fastify'
import { discardDraft } from '../../users/drafts/discard-draft.ts'
import type { DraftFields } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { ONCE_FIELD } from '../request/once-part.tsx'
import { requireSameOrigin } from '../request/same-origin.ts'
import { SHOWN_TO_FIELD } from '../request/shown-to-part.tsx'
import { DISCARD, KEEP } from './draft-note-part.tsx'

/** A form that a signed-in person writes. `text`: the fields without which there is nothing to save. */
type Written = { user_id: number; place: string; text: readonly string[] }

/**
 * Saves the submitted form as a draft (the script `keep-form` asks for it), or discards the draft. Null: the
 * form asks for neither.
 */
export async function answerDraft(exchange: Exchange, written: Written): Promise<FastifyReply | null> {
  const { request, reply, services } = exchange
  const act = formText(exchange, 'act')
  if (act !== KEEP && act !== DISCARD) return null
  requireSameOrigin(request, services.config.public_url)
  const { text, ...whose } = written
  const blank = text.every((name) => formText(exchange, name).trim() === '')
  if (act === DISCARD || blank) await discardDraft(services.db.pool, whose)
  else await keepDraft(services.db.pool, { ...whose, fields: typedFields(exchange) })
  return act === KEEP ? reply.status(204).send() : reply.redirect(request.url, 303)
}

/** What was typed into the submitted form. */
export function typedFields(exchange: Exchange): DraftFields {
  const { [ONCE_FIELD]: _, [SHOWN_TO_FIELD]: __, act: ___, ...typed } = formOf(exchange)
  return typed as DraftFields
}
