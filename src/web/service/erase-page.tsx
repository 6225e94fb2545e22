import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict, type Problem, problem } from '../../errors.ts'
import { requireInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import { recordDeed } from '../../groups/service/record-deed.ts'
import { t } from '../../locales/say.ts'
import { erasePerson, isWritings } from '../../personal-data/erase-person.ts'
import { loadPerson } from '../../users/load-person.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { addressKey, displayName } from '../../users/user.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { ChoiceField, type FormState, formVoice, LineField } from '../parts/form-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PEOPLE = '/service/people'
const AT = '/service/people/:id/erase'
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
  const problems = problemsOf(exchange, person)
  const again = (failure: Failure, status: number) =>
    sendPage(
      exchange,
      <ErasePage viewer={viewer} person={person} values={formOf(exchange)} {...failure} />,
      status,
    )
  if (!isWritings(writings) || problems.length > 0) return again({ problems }, INVALID)
  try {
    const actor = { kind: 'person', user_id: viewer.id } as const
    await erasePerson(exchange.services.db, actor, { user_id: person.id, writings })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    return again({ refused: error }, CONFLICT)
  }
  await changeService(exchange, viewer, (act) => recordDeed(act, 'person_erased', { user_id: person.id }))
  return exchange.reply.redirect(`${PEOPLE}?done=1`, 303)
}

type Person = Awaited<ReturnType<typeof loadPerson>>
type Failure = { problems?: Problem[]; refused?: Conflict }

function personOf(exchange: Exchange): Promise<Person> {
  return loadPerson(exchange.services.db.pool, idInPath(exchange))
}

function problemsOf(exchange: Exchange, person: Person): Problem[] {
  const typed = formText(exchange, 'address')
  const right = addressKey(typed) === addressKey(person.email)
  return [
    ...(isWritings(formText(exchange, 'writings')) ? [] : [problem('writings', 'leave_choose')]),
    ...(right ? [] : [problem('address', typed.trim() === '' ? 'missing' : 'erase_other_address')]),
  ]
}

type Props = Failure & { viewer: SignedIn; person: Person; values: FormState['values'] }

function ErasePage({ viewer, person, values, problems = [], refused }: Props): VNode {
  const labels = { writings: t('service.erase_texts'), address: t('archive.address') }
  const form = { values, problems, voice: formVoice(labels, viewer.time_zone) }
  return (
    <ServiceFrame viewer={viewer} title={t('service.erase')} at={PEOPLE}>
      <h2>{t('service.erase_of', { name: displayName(person) })}</h2>
      {refused !== undefined && <ErrorNote message={t('service.not_erased')} fix={refused.wordsFor()} />}
      {problems.length > 0 && <ErrorNote message={t('service.not_erased')} />}
      <p>{t('service.erase_about')} </p>
      <form method="post" action={`${PEOPLE}/${person.id}/erase`} class="stack" novalidate>
        <ChoiceField
          form={form}
          name="writings"
          label={labels.writings}
          choices={[
            { value: 'keep', label: t('leave.keep') },
            { value: 'erase', label: t('leave.erase') },
          ]}
        />
        <LineField
          form={form}
          name="address"
          type="email"
          label={t('service.erase_confirm')}
          hint={<bdi>{person.email}</bdi>}
          more={{ autocomplete: 'off' }}
        />
        <button class="button" type="submit">
          {t('service.erase')}
        </button>
      </form>
      <p>
        <a href={PEOPLE}>{t('thread.people')}</a>
      </p>
    </ServiceFrame>
  )
}
