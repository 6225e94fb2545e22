import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { countUnkept, splitAddresses } from '../../users/address-list.ts'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { Flash } from './flash-part.tsx'

type ToldProps = { people: number | null; left_out: number; sends: boolean; unsent: VNode | null }

/** Says that something was started, and who is notified. */
export function Told({ title, ...told }: ToldProps & { title: ComponentChildren }): VNode {
  return (
    <Flash title={title} tone="good">
      <WhoIsTold {...told} />
    </Flash>
  )
}

/**
 * Says how many people get a mail, and how many names of the address list were left out. `people` null: they
 * are not counted. `sends`: whether mails are sent; if not, the part says so instead, or shows `unsent`.
 */
export function WhoIsTold({ left_out, ...told }: ToldProps): VNode {
  return (
    <>
      <Mailed {...told} />
      <NamesLeftOut count={left_out} />
    </>
  )
}

function Mailed({ people, sends, unsent }: Omit<ToldProps, 'left_out'>): VNode | null {
  if (!sends && people !== 0) return unsent ?? <p>{t('visit.no_email', { waiting: 0 })}</p>
  return people === null ? null : <p>{t('page.people_mailed', { people })}</p>
}

/** Says that names of an address list were left out. */
export function NamesLeftOut({ count }: { count: number }): VNode | null {
  return count === 0 ? null : <p>{t('page.names_left_out', { count })}</p>
}

const PARAMETER = 'left_out'

/** For the query of the page that follows: how many names of a typed address list are left out. */
export function leftOutQuery(addresses: string): string {
  const count = countUnkept(splitAddresses(addresses))
  return count === 0 ? '' : `&${PARAMETER}=${count}`
}

/** The number from `leftOutQuery`. */
export function leftOutIn(exchange: Pick<Exchange, 'request'>): number {
  return numberInQuery(exchange, PARAMETER, 0)
}
