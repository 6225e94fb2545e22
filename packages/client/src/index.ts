export { type CallOptions, type Calls, type Client, connect, type Settings } from './client.ts'
export { ApiError, type ErrorCode, UnreachableError } from './errors.ts'
export * from './generated.ts'
export type { Reply, Wish } from './send.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookBody,
  WebhookError,
  type WebhookFault,
  type WebhookHeaders,
} from './webhook.ts'
