import type { Exchange } from '../request/exchange.ts'

type Asked = { services: { config: Pick<Exchange['services']['config'], 'smtp_url'> } }

/** Whether this service sends mails: all visitors may know. */
export function sendsMail({ services }: Asked): boolean {
  return services.config.smtp_url !== null
}
