import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import { issuePersonalKey } from '../../keys/issue-personal-key.ts'
import { loadPersonalKeyOf, loadPersonalKeys } from '../../keys/load-personal-key.ts'
import type { PersonalKey } from '../../keys/personal-key.ts'
import { revokePersonalKey } from '../../keys/revoke-personal-key.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField, requireConfirmed } from '../visits/confirm-part.tsx'
import { type Done, DoneNote, doneAddress, doneIn } from '../visits/done-part.tsx'
import { keptForm } from '../visits/kept-form.ts'
import { KeptNote } from '../visits/kept-part.tsx'
import { actWhileSignedIn, afterRecentSignIn, signedInPage } from '../visits/signed-in-page.ts'
import { rich } from '../words/rich.tsx'
import { UtcDay } from './key-part.tsx'
import { MadeKey } from './made-key-part.tsx'

const AT = '/account/keys'
const INVALID = 422
const labels = () => ({ name: t('form.name'), confirm: t('form.the_box') })
const NOTHING_SENT: FormState = { values: { name: '' }, problems: [] }

export const ownKeysPage = signedInPage({
  path: AT,
  next: AT,
  show: showOwnKeys,
  acts: { [AT]: afterRecentSignIn(makeOwnKey, AT) },
})

export const ownKeyPage = signedInPage({
  path: '/account/keys/:id',
  next: AT,
  show: showOwnKey,
  acts: { '/account/keys/:id/revoke': endOwnKey },
})

/** GET /account/keys: a person's own API keys, and the form for a new one. */
async function showOwnKeys(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const kept = await keptForm(exchange, viewer.id, AT)
  if (kept === null) return sendKeys(exchange, viewer, NOTHING_SENT)
  return sendKeys(exchange, viewer, { values: kept, problems: [], kept: true })
}

/** `kept`: the form has what was typed before signing in again. */
type KeysForm = FormState & { kept?: true }

async function sendKeys(exchange: Exchange, viewer: SignedIn, form: KeysForm): Promise<FastifyReply> {
  const keys = await loadPersonalKeys(exchange.services.db.pool, viewer.id)
  const page = <KeysPage viewer={viewer} keys={keys} form={form} done={doneIn(exchange)} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID : 200)
}

/** POST /account/keys: makes a key, and shows its text once. */
async function makeOwnKey(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { services } = exchange
  const name = formText(exchange, 'name').trim()
  try {
    const text = await actWhileSignedIn(exchange, viewer, (act) =>
      once(exchange, act, () => issuePersonalKey(act, viewer.id, name)),
    )
    const curl = `curl -H 'Authorization: Bearer ${text}' ${services.config.public_url}/api/b2/groups`
    return sendPage(exchange, <MadePage viewer={viewer} name={name} text={text} curl={curl} />)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendKeys(exchange, viewer, { values: formOf(exchange), problems: error.problems })
  }
}

/** GET /account/keys/ID: one key, with a form to end it. */
async function showOwnKey(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  return sendKey(exchange, viewer, NOTHING_SENT)
}

async function sendKey(exchange: Exchange, viewer: SignedIn, form: FormState): Promise<FastifyReply> {
  const key = await loadPersonalKeyOf(exchange.services.db.pool, viewer.id, idInPath(exchange))
  const page = <KeyPage viewer={viewer} of={key} form={form} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID : 200)
}

/** POST /account/keys/ID/revoke: revokes the key if the box is ticked. */
async function endOwnKey(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const key = { id: idInPath(exchange), user_id: viewer.id }
  try {
    requireConfirmed(exchange)
    await actAs(exchange.services, viewer.id, (act) => revokePersonalKey(act, key))
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendKey(exchange, viewer, { values: {}, problems: error.problems })
  }
  return exchange.reply.redirect(doneAddress(AT, 'key_revoked'), 303)
}

/** `of_key`: the title is a key's name. */
type FrameProps = { viewer: SignedIn; title: string; of_key?: boolean; children: ComponentChildren }

function Frame({ viewer, title, of_key = false, children }: FrameProps): VNode {
  const crumbs = [accountCrumb(), ...(of_key ? [{ label: t('group.tab_api_keys'), href: AT }] : [])]
  return (
    <Layout title={title} viewer={viewer} crumbs={crumbs}>
      <h1 dir={of_key ? 'auto' : undefined}>{title}</h1>
      {children}
    </Layout>
  )
}

type KeysProps = {
  viewer: SignedIn
  keys: { live: PersonalKey[]; ended: PersonalKey[] }
  form: KeysForm
  done: Done | null
}

function KeysPage({ viewer, keys, form, done }: KeysProps): VNode {
  return (
    <Frame viewer={viewer} title={t('key.your_keys')}>
      <DoneNote done={done} />
      {form.kept && <KeptNote />}
      <p>{rich('key.personal_about', { link: (text) => <a href="/help/api/b2">{text}</a> })} </p>
      <p class="small quiet">
        {rich('key.rather_group', { link: (text) => <a href="/help/api#keys">{text}</a> })}
      </p>
      {keys.live.length === 0 ? (
        <Empty>{t('key.none')}</Empty>
      ) : (
        <KeyList keys={keys.live} zone={viewer.time_zone} />
      )}
      {keys.ended.length > 0 && (
        <details>
          <summary>{t('key.ended')}</summary>
          <KeyList keys={keys.ended} zone={viewer.time_zone} />
        </details>
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">{t('key.new')}</h2>
        <Faults problems={form.problems} labels={labels()} />
        <PostForm action={AT} class="stack" novalidate>
          <Once />
          <LineField
            form={form}
            name="name"
            label={t('form.name')}
            hint={t('key.personal_name_hint')}
            more={{ required: true, maxlength: 150 }}
          />
          <button class="button" type="submit">
            {t('key.create')}
          </button>
        </PostForm>
      </section>
    </Frame>
  )
}

function KeyList({ keys, zone }: { keys: PersonalKey[]; zone: string }): VNode {
  return (
    <ul class="list bare">
      {keys.map((key) => (
        <li key={key.id}>
          <a href={`${AT}/${key.id}`} dir="auto">
            {key.name}
          </a>{' '}
          <code class="quiet">{`${key.prefix}…`}</code>
          <p class="small quiet">
            <Use of={key} zone={zone} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** When a key was last used, and when it was revoked. */
function Use({ of: { last_used_on, revoked_at }, zone }: { of: PersonalKey; zone: string }): VNode {
  return (
    <>
      {last_used_on === null
        ? t('key.never_used')
        : rich('key.last_used_on', { when: <UtcDay day={last_used_on} /> })}
      {revoked_at !== null && ' · '}
      {revoked_at !== null && rich('key.revoked', { when: <Time at={revoked_at} zone={zone} /> })}
    </>
  )
}

type MadeProps = { viewer: SignedIn; name: string; text: string; curl: string }

function MadePage({ viewer, name, text, curl }: MadeProps): VNode {
  return (
    <Frame viewer={viewer} title={name} of_key>
      <Flash title={t('key.made')} tone="good">
        <p>{t('key.copy_personal_now')} </p>
      </Flash>
      <MadeKey text={text} curl={curl} />
      <p>
        <a href={AT}>{t('key.back_to_yours')}</a> · <a href="/help/api/b2">{t('key.what_it_can_do')}</a>
      </p>
    </Frame>
  )
}

type KeyProps = { viewer: SignedIn; of: PersonalKey; form: FormState }

function KeyPage({ viewer, of, form }: KeyProps): VNode {
  return (
    <Frame viewer={viewer} title={of.name} of_key>
      <Faults problems={form.problems} labels={labels()} />
      <dl class="terms">
        <dt>{t('key.begins_with')}</dt>
        <dd>
          <code>{of.prefix}</code>
        </dd>
        <dt>{t('key.created')}</dt>
        <dd>
          <Time at={of.created_at} zone={viewer.time_zone} />
        </dd>
        <dt>{t('key.use_label')}</dt>
        <dd>
          <Use of={of} zone={viewer.time_zone} />
        </dd>
      </dl>
      {of.revoked_at === null && (
        <section class="stack" aria-labelledby="end">
          <h2 id="end">{t('key.end')}</h2>
          <p>{t('key.end_about')}</p>
          <PostForm action={`${AT}/${of.id}/revoke`} class="stack">
            <ConfirmField form={form} />
            <button class="button plain" type="submit">
              {t('key.revoke', { name: of.name })}
            </button>
          </PostForm>
        </section>
      )}
    </Frame>
  )
}
