import type { Problem } from './generated.ts'

/** The kinds of failure the service names, and `unknown` for answers that are not its own. */
export type ErrorCode = Problem['code'] | 'unknown'

/**
 * The service, or something before it, refused, or what answered is none. Nothing of the request's key is in
 * it.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** What is wrong with each field, by its name. */
  readonly errors: Readonly<Record<string, string[]>>
  /** Names the request in the service's log. */
  readonly request_id: string | null
  /** After how many seconds to try again; null: it did not say. */
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

/** No answer came: `cause` tells why. Whether the request was carried out is not known. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}
