import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { tryKey } from '../../api/try-key.ts'
import { Invalid, problem, refuse } from '../../errors.ts'
import { checkKey, PERMISSION_WORDS, PERMISSIONS } from '../../keys/api-key.ts'
import { issueKey } from '../../keys/issue-key.ts'
import { type ListedKey, loadKeyOf, loadKeys } from '../../keys/load-keys.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { setKeyEnd } from '../../keys/set-key-end.ts'
import { Empty } from '../parts/empty-part.tsx'
import { ChoiceField, Faults, type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { EMPTY_KEY, readEnd, readKeyForm, readOverlap } from './key-form.ts'
import { IssuedPage, KeyPage, Use } from './key-part.tsx'

const INVALID = 422
const LABELS = {
  name: 'Name',
  permissions: 'Besides reading, it may',
  variant: 'Variant',
  access: 'It may',
  expires: 'Works until',
  confirm: 'The box',
}

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

/** POST /g/HANDLE/keys: issues a key, and shows its text this once. */
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

/** GET /g/HANDLE/keys/ID: one key, with a new text for it, and its end. */
async function showKey(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendKey(exchange, entry, null)
}

/** `form`: what was sent and could not be done. */
async function sendKey(exchange: Exchange, entry: Entry, form: FormState | null): Promise<FastifyReply> {
  const key = await loadKeyOf(exchange.services.db.pool, entry.visit.in_group.group.id, idInPath(exchange))
  const page = <KeyPage entry={entry} of={key} form={form} />
  return sendPage(exchange, page, form === null ? 200 : INVALID)
}

/**
 * POST /g/HANDLE/keys/ID/rotate: gives the key a new text, shown this once; the old one works on for a while.
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

/** POST /g/HANDLE/keys/ID/revoke: ends the key, when the box is ticked. */
async function endKey(exchange: GroupExchange): Promise<FastifyReply> {
  const confirmed = textOf(formOf(exchange), 'confirm') === 'true'
  const handle = await changeInGroup(exchange, async (act, entry) => {
    const key = await loadKeyOf(act.tx, entry.visit.in_group.group.id, idInPath(exchange))
    if (confirmed && key.revoked_at === null) await revokeKey(act, key.id)
    return entry.handle
  })
  if (confirmed) return exchange.reply.redirect(`/g/${handle}/keys`, 303)
  return sendKey(exchange, await enterGroup(exchange), {
    values: {},
    problems: [problem('confirm', 'end_not_confirmed')],
  })
}

/** POST /g/HANDLE/keys/ID/expiry: has the key work until the end of another day, or without an end. */
async function changeKeyEnd(exchange: GroupExchange): Promise<FastifyReply> {
  const values = formOf(exchange)
  try {
    const to = await changeInGroup(exchange, async (act, entry) => {
      const key = await loadKeyOf(act.tx, entry.visit.in_group.group.id, idInPath(exchange))
      const { expires_at, problems } = readEnd(values, entry.viewer.time_zone)
      refuse(problems)
      await setKeyEnd(act, key.id, expires_at)
      return `/g/${entry.handle}/keys/${key.id}`
    })
    return exchange.reply.redirect(to, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendKey(exchange, await enterGroup(exchange), { values, problems: error.problems })
  }
}

type KeysProps = { entry: Entry; keys: { live: ListedKey[]; ended: ListedKey[] }; form: FormState }

function KeysPage({ entry, keys, form }: KeysProps): VNode {
  return (
    <GroupFrame entry={entry} title="API keys">
      <p>
        A key lets a program act in this group, as a bot with the key’s name.{' '}
        <a href={`/help/api?group=${entry.handle}`}>What programs can do</a>
      </p>
      {keys.live.length === 0 ? (
        <Empty>No key works at the moment. Make one below.</Empty>
      ) : (
        <KeyList entry={entry} keys={keys.live} />
      )}
      {keys.ended.length > 0 && (
        <details>
          <summary>Keys that have ended</summary>
          <KeyList entry={entry} keys={keys.ended} />
        </details>
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">New key</h2>
        <Faults problems={form.problems} labels={LABELS} />
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
          <a href={`/g/${handle}/keys/${key.id}`}>{key.name}</a> <code class="quiet">{`${key.prefix}…`}</code>
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
    <form method="post" action={`/g/${handle}/keys`} class="stack" novalidate>
      <Once />
      <ToldIn zone={viewer.time_zone} />
      <LineField
        form={form}
        name="name"
        label="Name"
        hint="What the program is: members see it as the author of what it makes."
        more={{ required: true, maxlength: 150 }}
      />
      <AccessFields form={form} />
      <LineField
        form={form}
        name="expires"
        label="Works until"
        hint={`To the end of this day in ${viewer.time_zone}. Leave it empty for a key without an end.`}
        type="date"
      />
      <VariantField form={form} />
      <TickField
        form={form}
        name="guard"
        label="Guard the members"
        hint="The key refuses to empty the group, and to remove its last admin."
      />
      <button class="button" type="submit">
        Make key
      </button>
    </form>
  )
}

const READ_ONLY =
  'Polls, threads and results, as a member who has not voted sees them. It changes nothing and sees no addresses.'

function AccessFields({ form }: { form: FormState }): VNode {
  return (
    <>
      <ChoiceField
        form={form}
        name="access"
        label="It may"
        choices={[
          { value: 'read', label: 'Read only', about: READ_ONLY },
          { value: 'act', label: 'Read, and do what is ticked below' },
        ]}
      />
      <ChoiceField
        form={form}
        name="permissions"
        label="Besides reading, it may"
        choices={PERMISSIONS.map((value) => ({ value, label: PERMISSION_WORDS[value] }))}
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
      label="Variant"
      choices={[
        { value: 'a', label: 'A', about: 'Tells the people named in a request, unless it says otherwise.' },
        {
          value: 'b',
          label: 'B',
          about: 'Tells nobody unless asked to, and then everyone given a ballot.',
        },
      ]}
    />
  )
}
