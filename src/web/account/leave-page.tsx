import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict, NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { erasedListIn } from '../../personal-data/record-erased-list.ts'
import { isWritings } from '../../personal-data/writings.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import type { FormState } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { setSessionCookie } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { signedInPage } from '../visits/signed-in-page.ts'
import { rich } from '../words/rich.tsx'
import { type EraseFailure, EraseForm, eraseProblems, NotErased } from './erase-form-part.tsx'

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
  const problems = eraseProblems(exchange, viewer.email ?? '', 'leave_other_address')
  if (!isWritings(writings) || problems.length > 0) return again(exchange, viewer, { problems })
  try {
    const person = { kind: 'person', user_id: viewer.id } as const
    const list = erasedListIn(services.config.data_dir)
    await erasePerson(services.db, person, { user_id: viewer.id, writings, list })
  } catch (error) {
    if (error instanceof Conflict) return again(exchange, viewer, { refused: error })
    // The button was pressed twice: the other request has erased them.
    if (!(error instanceof NotFound)) throw error
  }
  setSessionCookie(exchange, '')
  return reply.redirect(LEFT, 303)
}

function again(
  exchange: Exchange,
  viewer: SignedIn,
  failure: EraseFailure,
): FastifyReply | Promise<FastifyReply> {
  const page = <LeavePage viewer={viewer} values={formOf(exchange)} {...failure} />
  return sendPage(exchange, page, failure.refused === undefined ? INVALID : CONFLICT)
}

function LeavePage({
  viewer,
  values,
  ...failure
}: EraseFailure & { viewer: SignedIn; values: FormState['values'] }): VNode {
  return (
    <Layout title={t('account.leave')} viewer={viewer} crumbs={[accountCrumb()]}>
      <h1>{t('account.leave')}</h1>
      <NotErased {...failure} title={t('leave.not_left')} />
      <p>{t('leave.about')} </p>
      <ul>
        <li>{t('leave.votes')} </li>
        <li>{t('leave.polls')} </li>
        <li>{t('leave.mentions')} </li>
        <li>{t('leave.copies')} </li>
        <li>{t('leave.address')} </li>
      </ul>
      <p>{rich('leave.take_first', { link: (text) => <a href="/account/data">{text}</a> })} </p>
      <EraseForm
        action={AT}
        email={viewer.email ?? ''}
        values={values}
        {...failure}
        words={{
          writings: t('leave.writings'),
          erase_hint: t('leave.erase_hint'),
          confirm: t('leave.confirm'),
          button: t('leave.button'),
        }}
      />
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
