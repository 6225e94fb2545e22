import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict } from '../../errors.ts'
import { requireInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import { t } from '../../locales/say.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { erasedListIn } from '../../personal-data/record-erased-list.ts'
import { isWritings } from '../../personal-data/writings.ts'
import { loadPerson } from '../../users/load-person.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { displayName } from '../../users/user.ts'
import { type EraseFailure, EraseForm, eraseProblems, NotErased } from '../account/erase-form-part.tsx'
import type { FormState } from '../parts/form-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PEOPLE = '/service/people'
const AT = '/service/people/:id/erase'
const LEFT = '/left'
const INVALID = 422
const CONFLICT = 409

export const servicePersonErasePage = servicePage({ path: AT, show: showErase, acts: { [AT]: erase } })

/** GET /service/people/ID/erase. NotFound: nobody is there. */
async function showErase(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  return sendPage(exchange, <ErasePage viewer={viewer} person={await personOf(exchange)} values={{}} />)
}

/** POST /service/people/ID/erase: erases the person, if their address was typed. */
async function erase(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  await requireInstanceAdmin(exchange.services.db.pool, viewer.id)
  const person = await personOf(exchange)
  const writings = formText(exchange, 'writings')
  const problems = eraseProblems(exchange, person.email, 'erase_other_address')
  const again = (failure: EraseFailure, status: number) =>
    sendPage(
      exchange,
      <ErasePage viewer={viewer} person={person} values={formOf(exchange)} {...failure} />,
      status,
    )
  if (!isWritings(writings) || problems.length > 0) return again({ problems }, INVALID)
  try {
    const actor = { kind: 'person', user_id: viewer.id } as const
    const list = erasedListIn(exchange.services.config.data_dir)
    await erasePerson(exchange.services.db, actor, { user_id: person.id, writings, list })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    return again({ refused: error }, CONFLICT)
  }
  return exchange.reply.redirect(person.id === viewer.id ? LEFT : `${PEOPLE}?done=1`, 303)
}

type Person = Awaited<ReturnType<typeof loadPerson>>

function personOf(exchange: Exchange): Promise<Person> {
  return loadPerson(exchange.services.db.pool, idInPath(exchange))
}

type Props = EraseFailure & { viewer: SignedIn; person: Person; values: FormState['values'] }

function ErasePage({ viewer, person, values, ...failure }: Props): VNode {
  return (
    <ServiceFrame viewer={viewer} title={t('service.erase')} at={PEOPLE}>
      <h2>{t('service.erase_of', { name: displayName(person) })}</h2>
      <NotErased {...failure} title={t('service.not_erased')} />
      <p>{t('service.erase_about')} </p>
      <EraseForm
        action={`${PEOPLE}/${person.id}/erase`}
        email={person.email}
        values={values}
        {...failure}
        words={{
          writings: t('service.erase_texts'),
          confirm: t('service.erase_confirm'),
          button: t('service.erase'),
        }}
      />
      <p class="row">
        <a href={PEOPLE}>{t('service.people')}</a>
      </p>
    </ServiceFrame>
  )
}
