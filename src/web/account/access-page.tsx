import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { Act } from '../../db/db.ts'
import { revokeFeeds } from '../../feeds/revoke-feed.ts'
import type { KeyedGroup } from '../../keys/keys-store.ts'
import { loadKeyedGroups } from '../../keys/load-keyed-groups.ts'
import { revokePersonalKeys } from '../../keys/revoke-personal-key.ts'
import { t } from '../../locales/say.ts'
import { endLinks } from '../../users/end-links.ts'
import { endOtherSessions } from '../../users/end-session.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { loadLogins } from '../../users/single-sign-on/load-logins.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { afterRecentSignIn, signedInPage } from '../visits/signed-in-page.ts'
import { rich } from '../words/rich.tsx'
import { goBack } from './account-page.tsx'
import { showsLogins } from './logins-part.tsx'

const AT = '/account/access'

/** Ends in one step what somebody may have taken from an open browser. */
export const accessPage = signedInPage({
  path: AT,
  next: AT,
  show: showAccess,
  acts: { [AT]: afterRecentSignIn(endAccess, AT) },
})

/** GET /account/access: what ends, and what does not. */
async function showAccess(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const groups = await loadKeyedGroups(db.pool, viewer.id)
  const logins = { linked: await loadLogins(db.pool, viewer.id), providers: config.providers }
  return sendPage(exchange, <AccessPage viewer={viewer} groups={groups} has_logins={showsLogins(logins)} />)
}

/** POST /account/access: ends it; the person stays signed in here. */
async function endAccess(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  await actAs(exchange.services, viewer.id, (act) => endAll(act, viewer))
  return goBack(exchange, 'access')
}

/** The sessions first: nothing is added in one of them afterwards. */
async function endAll(act: Act, { id, session_id }: SignedIn): Promise<void> {
  await endOtherSessions(act, { user_id: id, kept_id: session_id })
  await revokePersonalKeys(act, id)
  await revokeFeeds(act, id)
  await endLinks(act, id)
}

/** `has_logins`: the account page shows linked logins, or offers to link one. */
type Props = { viewer: SignedIn; groups: KeyedGroup[]; has_logins: boolean }

function AccessPage({ viewer, groups, has_logins }: Props): VNode {
  const passkeys = (text: ComponentChildren) => <a href="/account/passkeys">{text}</a>
  return (
    <Layout title={t('access.title')} viewer={viewer} crumbs={[accountCrumb()]}>
      <h1>{t('access.title')}</h1>
      <p>{t('access.about')} </p>
      <p>{t('access.ends')} </p>
      <ul>
        <li>{t('access.browsers')} </li>
        <li>{t('access.feeds')} </li>
        <li>{t('access.keys')} </li>
        <li>{t('access.links')} </li>
      </ul>
      <p>
        {has_logins
          ? rich('access.stays', { passkeys, account: (text) => <a href="/account">{text}</a> })
          : rich('access.stays_passkeys', { passkeys })}
      </p>
      {groups.length > 0 && <GroupKeys groups={groups} />}
      <PostForm action={AT}>
        <button class="button" type="submit">
          {t('access.title')}
        </button>
      </PostForm>
    </Layout>
  )
}

/** Keys of groups are not the person's own. */
function GroupKeys({ groups }: { groups: KeyedGroup[] }): VNode {
  return (
    <>
      <p>{t('access.group_keys')} </p>
      <ul>
        {groups.map(({ handle, name }) => (
          <li key={handle}>
            <a href={`/g/${handle}/keys`} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
