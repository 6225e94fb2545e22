import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { tryKey } from '../../api/try-key.ts'
import type { Act } from '../../db/db.ts'
import { Invalid, refuse } from '../../errors.ts'
import { checkKey, PERMISSIONS } from '../../keys/api-key.ts'
import { issueKey } from '../../keys/issue-key.ts'
import { type ListedKey, loadKeyOf, loadKeys } from '../../keys/load-keys.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { setKeyEnd } from '../../keys/set-key-end.ts'
import { t } from '../../locales/say.ts'
import { zoneName } from '../../text/time-words.ts'
import { Empty } from '../parts/empty-part.tsx'
import { ChoiceField, Faults, type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { requireConfirmed } from '../visits/confirm-part.tsx'
import { doneAddress, savedIf } from '../visits/done-part.tsx'
import {
  changeInGroup,
  type Entry,
  editInGroup,
  enterGroup,
  type GroupExchange,
  groupPage,
} from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { EMPTY_KEY, permissionLabel, readEnd, readKeyForm, readOverlap } from './key-form.ts'
import { IssuedPage, KeyPage, keyLabels, Use } from './key-part.tsx'

const INVALID = 422

export const keysPage = groupPage({
  path: '/g/:handle/keys',
  may: 'administer',
  tab: { label: 'group.tab_api_keys', within: '/g/:handle/settings' },
  show: showKeys,
  acts: { '/g/:handle/keys': createKey },
})

export const keyPage = groupPage({
  path: '/g/:handle/keys/:id',
  may: 'administer',
  tab: { under: keysPage.path },
  show: showKey,
  acts: {
    '/g/:handle/keys/:id/rotate': renewKey,
    '/g/:handle/keys/:id/revoke': endKey,
    '/g/:handle/keys/:id/expiry': changeKeyEnd,
  },
})

/** GET /g/HANDLE/keys: the group's API keys, and the form for a new one. For admins. */
async function showKeys(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendKeys(exchange, entry, { values: EMPTY_KEY, problems: [] })
}

async function sendKeys(exchange: Exchange, entry: Entry, form: FormState): Promise<FastifyReply> {
  const { in_group, now } = entry.visit
  const keys = await loadKeys(exchange.services.db.pool, in_group.group.id, now)
  const page = <KeysPage entry={entry} keys={keys} form={form} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID : 200)
}

/** POST /g/HANDLE/keys: issues a key, and shows its text once. */
async function createKey(exchange: GroupExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  const base = exchange.services.config.public_url
  try {
    return await changeInGroup(exchange, async (act, entry) => {
      const { key, problems } = readKeyForm(fields, { handle: entry.handle, zone: entry.viewer.time_zone })
      refuse(checkKey(key, act.now), problems)
      const issued = await issueKey(act, key)
      return { entry, issued, key }
    }).then(({ entry, issued, key }) =>
      sendPage(
        exchange,
        <IssuedPage
          entry={entry}
          name={key.name}
          text={issued.key}
          curl={tryKey(issued.key, key.permissions, base)}
        />,
      ),
    )
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendKeys(exchange, await enterGroup(exchange), { values: fields, problems: error.problems })
  }
}

/** GET /g/HANDLE/keys/ID: one key, with forms to renew and end it. */
async function showKey(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendKey(exchange, entry, null)
}

/** `form`: a submitted form with errors. */
async function sendKey(exchange: Exchange, entry: Entry, form: FormState | null): Promise<FastifyReply> {
  const key = await loadKeyOf(exchange.services.db.pool, entry.visit.in_group.group.id, idInPath(exchange))
  const page = <KeyPage entry={entry} of={key} form={form} />
  return sendPage(exchange, page, form === null ? 200 : INVALID)
}

/**
 * POST /g/HANDLE/keys/ID/rotate: gives the key a new text, shown once; the old one stays valid for a while.
 */
async function renewKey(exchange: GroupExchange): Promise<FastifyReply> {
  const base = exchange.services.config.public_url
  const { entry, key, rotated } = await changeInGroup(exchange, async (act, entry) => {
    const key = await loadKeyOf(act.tx, entry.visit.in_group.group.id, idInPath(exchange))
    return { entry, key, rotated: await rotateKey(act, key.id, readOverlap(formOf(exchange))) }
  })
  const curl = tryKey(rotated.key, key.permissions, base)
  return sendPage(
    exchange,
    <IssuedPage entry={entry} name={key.name} text={rotated.key} curl={curl} old_until={rotated.old_until} />,
  )
}

/** POST /g/HANDLE/keys/ID/revoke: revokes the key if the box is ticked. */
function endKey(exchange: GroupExchange): Promise<FastifyReply> {
  return changeKey(exchange, async (act, { key, entry }) => {
    if (key.revoked_at === null) {
      requireConfirmed(exchange)
      await revokeKey(act, key.id)
    }
    return doneAddress(`/g/${entry.handle}/keys`, 'key_revoked')
  })
}

/** POST /g/HANDLE/keys/ID/expiry: sets or removes the key's last day. */
function changeKeyEnd(exchange: GroupExchange): Promise<FastifyReply> {
  return changeKey(exchange, async (act, { key, entry }) => {
    const { expires_at, problems } = readEnd(formOf(exchange), entry.viewer.time_zone)
    refuse(problems)
    const edited = await setKeyEnd(act, key.id, expires_at)
    return doneAddress(`/g/${entry.handle}/keys/${key.id}`, await savedIf(exchange, act, edited))
  })
}

type KeyChange = (act: Act, on: { key: ListedKey; entry: Entry }) => Promise<string>

/** Changes the key in the URL, and redirects to the address that `run` returns. */
async function changeKey(exchange: GroupExchange, run: KeyChange): Promise<FastifyReply> {
  try {
    const to = await editInGroup(exchange, async (act, entry) => {
      const key = await loadKeyOf(act.tx, entry.visit.in_group.group.id, idInPath(exchange))
      return run(act, { key, entry })
    })
    return exchange.reply.redirect(to, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: formOf(exchange), problems: error.problems }
    return sendKey(exchange, await enterGroup(exchange), form)
  }
}

type KeysProps = { entry: Entry; keys: { live: ListedKey[]; ended: ListedKey[] }; form: FormState }

function KeysPage({ entry, keys, form }: KeysProps): VNode {
  return (
    <GroupFrame entry={entry} title={t('group.tab_api_keys')}>
      <p>{rich('key.about', { link: (text) => <a href={`/help/api?group=${entry.handle}`}>{text}</a> })}</p>
      {keys.live.length === 0 ? <Empty>{t('key.none')}</Empty> : <KeyList entry={entry} keys={keys.live} />}
      {keys.ended.length > 0 && (
        <details>
          <summary>{t('key.ended')}</summary>
          <KeyList entry={entry} keys={keys.ended} />
        </details>
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">{t('key.new')}</h2>
        <Faults problems={form.problems} labels={keyLabels()} />
        <NewKeyForm entry={entry} form={form} />
      </section>
    </GroupFrame>
  )
}

function KeyList({ entry: { handle, viewer }, keys }: { entry: Entry; keys: ListedKey[] }): VNode {
  return (
    <ul class="list bare">
      {keys.map((key) => (
        <li key={key.id}>
          <a href={`/g/${handle}/keys/${key.id}`} dir="auto">
            {key.name}
          </a>{' '}
          <code class="quiet">{`${key.prefix}…`}</code>
          <p class="small quiet">
            <Use of={key} zone={viewer.time_zone} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function NewKeyForm({ entry: { handle, viewer }, form }: { entry: Entry; form: FormState }): VNode {
  return (
    <PostForm action={`/g/${handle}/keys`} class="stack" novalidate>
      <Once />
      <ToldIn zone={viewer.time_zone} />
      <LineField
        form={form}
        name="name"
        label={t('form.name')}
        hint={t('key.name_hint')}
        more={{ required: true, maxlength: 150 }}
      />
      <AccessFields form={form} />
      <LineField
        form={form}
        name="expires"
        label={t('key.works_until_label')}
        hint={t('key.works_until_hint', { zone: zoneName(viewer.time_zone) })}
        type="date"
      />
      <VariantField form={form} />
      <TickField form={form} name="guard" label={t('key.guard')} hint={t('key.guard_hint')} />
      <button class="button" type="submit">
        {t('key.create')}
      </button>
    </PostForm>
  )
}

function AccessFields({ form }: { form: FormState }): VNode {
  return (
    <>
      <ChoiceField
        form={form}
        name="access"
        label={t('key.it_may')}
        choices={[
          { value: 'read', label: t('key.read_only'), about: t('key.read_only_about') },
          { value: 'act', label: t('key.act') },
        ]}
      />
      <ChoiceField
        form={form}
        name="permissions"
        label={t('key.besides_reading')}
        choices={PERMISSIONS.map((value) => ({ value, label: permissionLabel(value) }))}
        several
      />
    </>
  )
}

function VariantField({ form }: { form: FormState }): VNode {
  return (
    <ChoiceField
      form={form}
      name="variant"
      label={t('key.variant')}
      hint={t('key.variant_hint')}
      choices={[
        { value: 'a', label: 'A', about: t('key.variant_a') },
        {
          value: 'b',
          label: 'B',
          about: t('key.variant_b'),
        },
      ]}
    />
  )
}
