import type { Problem } from './generated.ts'

/** The error codes of the service, and `unknown` for answers that are not its own. */
export type ErrorCode = Problem['code'] | 'unknown'

/** The service or a proxy refused the request, or the answer is not the service's. Never contains the key. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** The problems of each field, by name. */
  readonly errors: Readonly<Record<string, string[]>>
  /** Identifies the request in the service's log. */
  readonly request_id: string | null
  /** After how many seconds to retry; null: not given. */
  readonly retry_after: number | null

  constructor(status: number, problem: Partial<Problem>, retry_after: number | null = null) {
    super(problem.error ?? problem.title ?? `The service answered with HTTP ${status}.`)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.errors = problem.errors ?? {}
    this.request_id = problem.request_id ?? null
    this.retry_after = retry_after
  }
}

/** No answer arrived: `cause` says why. The request may or may not have been carried out. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}
