import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict, type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { erasePerson, isWritings } from '../../personal-data/erase-person.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { addressKey } from '../../users/user.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { ChoiceField, type FormState, formVoice, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { setSessionCookie } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { signedInPage } from '../visits/signed-in-page.ts'
import { rich } from '../words/rich.tsx'

const AT = '/account/leave'
const LEFT = '/left'
const INVALID = 422
const CONFLICT = 409

export const leavePage = signedInPage({ path: AT, next: AT, show: showLeaving, acts: { [AT]: leave } })

export const leftPage = openPage({ path: LEFT, show: showLeft })

async function showLeft(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <LeftPage />)
}

/** GET /account/leave */
async function showLeaving(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  return sendPage(exchange, <LeavePage viewer={viewer} values={{}} />)
}

/** POST /account/leave: erases the person, if they typed their address. */
async function leave(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { services, reply } = exchange
  const writings = formText(exchange, 'writings')
  const problems = problemsOf(exchange, viewer)
  if (!isWritings(writings) || problems.length > 0) return again(exchange, viewer, { problems })
  try {
    const person = { kind: 'person', user_id: viewer.id } as const
    await erasePerson(services.db, person, { user_id: viewer.id, writings })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    return again(exchange, viewer, { refused: error })
  }
  setSessionCookie(exchange, '')
  return reply.redirect(LEFT, 303)
}

function problemsOf(exchange: Exchange, viewer: SignedIn): Problem[] {
  const typed = formText(exchange, 'address')
  const own = addressKey(typed) === addressKey(viewer.email ?? '')
  return [
    ...(isWritings(formText(exchange, 'writings')) ? [] : [problem('writings', 'leave_choose')]),
    ...(own ? [] : [problem('address', typed.trim() === '' ? 'missing' : 'leave_other_address')]),
  ]
}

type Failure = { problems?: Problem[]; refused?: Conflict }

function again(exchange: Exchange, viewer: SignedIn, failure: Failure): FastifyReply | Promise<FastifyReply> {
  const page = <LeavePage viewer={viewer} values={formOf(exchange)} {...failure} />
  return sendPage(exchange, page, failure.refused === undefined ? INVALID : CONFLICT)
}

function LeavePage({
  viewer,
  values,
  problems = [],
  refused,
}: Failure & { viewer: SignedIn; values: FormState['values'] }): VNode {
  const labels = { writings: t('leave.writings'), address: t('archive.address') }
  const form = { values, problems, voice: formVoice(labels, viewer.time_zone) }
  return (
    <Layout title={t('account.leave')} viewer={viewer}>
      <h1>{t('account.leave')}</h1>
      {refused !== undefined && <ErrorNote message={t('leave.not_left')} fix={refused.wordsFor()} />}
      {problems.length > 0 && <ErrorNote message={t('leave.not_left')} />}
      <p>{t('leave.about')} </p>
      <ul>
        <li>{t('leave.votes')} </li>
        <li>{t('leave.polls')} </li>
        <li>{t('leave.copies')} </li>
      </ul>
      <p>{rich('leave.take_first', { link: (text) => <a href="/account/data">{text}</a> })} </p>
      <form method="post" action={AT} class="stack" novalidate>
        <ChoiceField
          form={form}
          name="writings"
          label={labels.writings}
          choices={[
            { value: 'keep', label: t('leave.keep') },
            { value: 'erase', label: t('leave.erase'), about: t('leave.erase_hint') },
          ]}
        />
        <LineField
          form={form}
          name="address"
          type="email"
          label={t('leave.confirm')}
          hint={<bdi>{viewer.email}</bdi>}
          more={{ autocomplete: 'off' }}
        />
        <button class="button" type="submit">
          {t('leave.button')}
        </button>
      </form>
      <p>
        <a href="/account">{t('page.your_account')}</a>
      </p>
    </Layout>
  )
}

function LeftPage(): VNode {
  return (
    <Layout title={t('leave.done')} viewer={null}>
      <h1>{t('leave.done')}</h1>
      <p>{t('leave.done_about')} </p>
    </Layout>
  )
}
