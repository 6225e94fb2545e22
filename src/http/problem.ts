import { Invalid, type Refusal } from '../errors.ts'

type Explained = { status: number; title: string; mend: string }

/** Every way a request can fail: its status, and what to do about it. The help pages are made from this table. */
export const PROBLEMS: Record<string, Explained> = {
  malformed_body: {
    status: 400,
    title: 'The body cannot be read',
    mend: 'Send one JSON object or a form, in UTF-8, without NUL characters.',
  },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    mend: 'Check the address and the headers.',
  },
  api_key_conflict: {
    status: 400,
    title: 'Two different API keys were sent',
    mend: 'Send the key once: in the Authorization header, in the body or in the query.',
  },
  api_key_missing: {
    status: 403,
    title: 'No API key was sent',
    mend: 'Send it as "Authorization: Bearer KEY", as the body field api_key, or in the query of a GET.',
  },
  api_key_invalid: {
    status: 403,
    title: 'The API key is not known',
    mend: 'Check that the key was copied whole; keys of groups begin with fmk_, those of people, for /api/b2, with fmp_.',
  },
  api_key_expired: {
    status: 403,
    title: 'The API key has expired',
    mend: 'Ask an admin of the group for a new key.',
  },
  api_key_revoked: {
    status: 403,
    title: 'The API key was revoked',
    mend: 'Ask an admin of the group for a new key, or make one of your own anew.',
  },
  permission_missing: {
    status: 403,
    title: 'The API key lacks a permission',
    mend: 'Issue a key that has the permission named.',
  },
  group_mismatch: {
    status: 403,
    title: 'The key belongs to another group',
    mend: 'Leave group_id out, or use a key of that group.',
  },
  admins_only: {
    status: 403,
    title: 'Only admins of the group may do this',
    mend: 'Ask an admin of the group; the list of its members names them.',
  },
  no_ballot: {
    status: 403,
    title: 'You hold no ballot in this poll',
    mend: 'Ask the author of the poll for an invitation.',
  },
  not_facilitator: {
    status: 403,
    title: 'You do not look after this poll, or it cannot be done now',
    mend: 'Its author and the admins of the group do. Sign in if you are one of them.',
  },
  other_origin: {
    status: 403,
    title: 'The request came from another site',
    mend: 'Open the page here and press its button again.',
  },
  not_yours: {
    status: 403,
    title: 'This is somebody else’s',
    mend: 'Its author or an admin of the group can do it.',
  },
  not_joined: {
    status: 403,
    title: 'You have not joined the group',
    mend: 'Open the invitation to the group and join; then try again.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    mend: 'Send it again, whole, within 15 seconds.',
  },
  thread_closed: {
    status: 409,
    title: 'The thread is closed',
    mend: 'Its author or an admin of the group can open it again.',
  },
  thread_open: { status: 409, title: 'The thread is open', mend: 'Nothing needs to be done.' },
  comment_deleted: {
    status: 409,
    title: 'The comment was deleted',
    mend: 'The thread shows what stands now.',
  },
  not_found: {
    status: 404,
    title: 'There is no such record',
    mend: 'Check the id or key; records of other groups are not shown.',
  },
  not_offered: {
    status: 404,
    title: 'This service has no such call',
    mend: 'The message says what there is instead; /help/api/b2 lists all calls.',
  },
  poll_closed: {
    status: 409,
    title: 'Voting is not open',
    mend: 'Read the poll: its closing time tells more.',
  },
  poll_not_open: {
    status: 409,
    title: 'Voting is not open',
    mend: 'Open the poll first, by setting its closing time.',
  },
  poll_not_draft: {
    status: 409,
    title: 'The poll has been opened before',
    mend: 'Look at it again: it may be open now.',
  },
  poll_not_closed: {
    status: 409,
    title: 'Voting has not closed',
    mend: 'Wait until it closes, or close it.',
  },
  poll_anonymous: {
    status: 409,
    title: 'The poll is anonymous',
    mend: 'Only its voters cast its ballots, on its page. Invite people and add options before the first vote.',
  },
  ballot_not_cast: {
    status: 409,
    title: 'The ballot is not cast',
    mend: 'There is nothing to withdraw.',
  },
  ballot_of_voter: {
    status: 409,
    title: 'The voter cast this ballot',
    mend: 'Only they change it: ask them.',
  },
  poll_sealed: {
    status: 409,
    title: 'A closed anonymous poll never reopens',
    mend: 'Start a new poll: what was counted is final.',
  },
  reminded_lately: {
    status: 409,
    title: 'They were reminded a short while ago',
    mend: 'Remind them again later: at most once in twelve hours.',
  },
  last_admin: {
    status: 409,
    title: 'A group keeps at least one admin',
    mend: 'Make somebody else an admin first.',
  },
  invitation_open: {
    status: 409,
    title: 'This person has not joined yet',
    mend: 'Wait until they have accepted the invitation.',
  },
  joined_already: {
    status: 409,
    title: 'This person has joined already',
    mend: 'They need no invitation: they can sign in.',
  },
  nothing_to_restore: {
    status: 409,
    title: 'There is nothing to restore',
    mend: 'This person is in the group.',
  },
  webhook_disabled: {
    status: 409,
    title: 'The webhook is off',
    mend: 'Turn it on first; what waits for it is sent then.',
  },
  webhook_test_running: {
    status: 409,
    title: 'A test of this webhook is on its way',
    mend: 'Wait until it has come back: 15 seconds at most.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    mend: 'Wait a moment and send it again.',
  },
  precondition_failed: {
    status: 412,
    title: 'It was changed meanwhile',
    mend: 'Read it again, and send its present ETag in If-Match.',
  },
  body_too_large: { status: 413, title: 'The body is too large', mend: 'Send at most 1 MiB.' },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    mend: 'Send application/json, application/x-www-form-urlencoded or multipart/form-data.',
  },
  invalid: {
    status: 422,
    title: 'Some fields are wrong',
    mend: 'Mend every field named in errors; nothing was done.',
  },
  idempotency_key_reuse: {
    status: 422,
    title: 'This Idempotency-Key was used for another request',
    mend: 'Use a new key for each different request.',
  },
  would_empty_group: {
    status: 422,
    title: 'The request would empty the group',
    mend: 'Check the list; say force: true if it is meant.',
  },
  would_remove_last_admin: {
    status: 422,
    title: 'The request would remove the last admin',
    mend: 'Keep an admin on the list; say force: true if it is meant.',
  },
  invites_limited: {
    status: 429,
    title: 'Too many new people were invited',
    mend: 'Nobody was invited by this request. Invite at most as many new people as are left, or wait for the seconds in Retry-After.',
  },
  too_many_attempts: {
    status: 429,
    title: 'This was tried too often',
    mend: 'Wait as long as the message says, then try again.',
  },
  rate_limited: { status: 429, title: 'Too many requests', mend: 'Wait for the seconds in Retry-After.' },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    mend: 'Send address and headers of at most 16 kB together; long texts belong in the body.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong here',
    mend: 'Try again; if it stays, tell the operator the request_id.',
  },
  unavailable: {
    status: 503,
    title: 'The database cannot be reached',
    mend: 'Try again after the seconds in Retry-After. What was under way may or may not have been done: with an Idempotency-Key it is done once.',
  },
  no_writes: {
    status: 503,
    title: 'The database takes no writes',
    mend: 'Free some space on its disk, or make it writable again: the operator can. /readyz asks anew every 5 seconds.',
  },
  newer_schema: {
    status: 503,
    title: 'A newer Folkmoot has migrated the database',
    mend: 'Start the newer version in place of this process, which goes on answering until it is told to stop.',
  },
}

const UNKNOWN: Explained = { status: 500, title: 'Something went wrong here', mend: 'Try again.' }

/** The status and the words for a code. */
export function explain(code: string): Explained {
  return PROBLEMS[code] ?? UNKNOWN
}

/** The problem document (RFC 9457) of a refusal, with `error` and `errors` as clients of b1 read them. */
export function problemDocument(
  refusal: Refusal,
  { public_url, request_id }: { public_url: string; request_id: string },
) {
  const { status, title } = explain(refusal.code)
  return {
    type: `${public_url}/help/errors/${refusal.code}`,
    title,
    status,
    code: refusal.code,
    error: refusal.message,
    ...(refusal instanceof Invalid ? { errors: byField(refusal) } : {}),
    ...(refusal.allowance === null ? {} : { allowance: refusal.allowance }),
    request_id,
  }
}

function byField({ problems }: Invalid): Record<string, string[]> {
  const fields = new Map<string, Set<string>>()
  for (const { field, message } of problems) fields.set(field, (fields.get(field) ?? new Set()).add(message))
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}
