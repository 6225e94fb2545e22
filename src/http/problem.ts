import { faultWords, Invalid, type Problem, type Refusal, type RefusalCode } from '../errors.ts'
import type { Language } from '../locales/languages.ts'
import { inLanguage, t } from '../locales/say.ts'

/**
 * All ways a request can fail, with the status. The help pages are generated from this table and the
 * catalogues.
 */
export const STATUSES: Readonly<Record<RefusalCode, number>> = {
  malformed_body: 400,
  malformed_request: 400,
  api_key_conflict: 400,
  api_key_missing: 403,
  api_key_invalid: 403,
  api_key_expired: 403,
  api_key_revoked: 403,
  permission_missing: 403,
  group_mismatch: 403,
  admins_only: 403,
  no_ballot: 403,
  not_facilitator: 403,
  other_origin: 403,
  not_yours: 403,
  not_joined: 403,
  group_suspended: 403,
  not_found: 404,
  not_offered: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  other_person: 409,
  thread_closed: 409,
  thread_open: 409,
  comment_deleted: 409,
  poll_closed: 409,
  poll_not_open: 409,
  poll_not_draft: 409,
  poll_not_closed: 409,
  poll_anonymous: 409,
  ballot_not_cast: 409,
  ballot_of_voter: 409,
  poll_sealed: 409,
  reminded_lately: 409,
  last_admin: 409,
  import_running: 409,
  has_admin: 409,
  invitation_open: 409,
  joined_already: 409,
  own_name: 409,
  nothing_to_restore: 409,
  webhook_disabled: 409,
  webhook_test_running: 409,
  idempotency_in_flight: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  idempotency_key_reuse: 422,
  would_empty_group: 422,
  would_remove_last_admin: 422,
  invites_limited: 429,
  too_many_attempts: 429,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  no_writes: 503,
  newer_schema: 503,
}

export type Explained = { status: number; title: string; fix: string }

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(STATUSES, code)
}

export const REFUSAL_CODES: readonly RefusalCode[] = Object.keys(STATUSES).filter(isRefusalCode)

/**
 * The status of a failure, and the texts for its kind in the current language: what it is, and how to fix it.
 */
export function explain(code: RefusalCode): Explained {
  return {
    status: STATUSES[code],
    title: t(`refusal.${code}.title`),
    fix: t(`refusal.${code}.fix`),
  }
}

/**
 * The problem document (RFC 9457) of a refusal, with `error` and `errors` in English, as clients of b1
 * expect. `problems` has the same as codes, with messages in the client's language.
 */
export function problemDocument(refusal: Refusal, about: About) {
  return inLanguage('en', () => documentOf(refusal, about))
}

type About = { public_url: string; request_id: string; language: Language }

function documentOf(refusal: Refusal, { public_url, request_id, language }: About) {
  const { status, title } = explain(refusal.code)
  return {
    type: `${public_url}/help/errors/${refusal.code}`,
    title,
    status,
    code: refusal.code,
    error: refusal.wordsFor(),
    ...(refusal instanceof Invalid
      ? { errors: byField(refusal), problems: inLanguage(language, () => refusal.problems.map(coded)) }
      : {}),
    ...(refusal.allowance === null ? {} : { allowance: refusal.allowance }),
    request_id,
  }
}

function coded(found: Problem) {
  const { field, code, params } = found
  return { field, code, params, message: faultWords(found) }
}

function byField({ problems }: Invalid): Record<string, string[]> {
  const fields = new Map<string, Set<string>>()
  for (const problem of problems)
    fields.set(problem.field, (fields.get(problem.field) ?? new Set()).add(faultWords(problem)))
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}
