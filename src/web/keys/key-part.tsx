import type { VNode } from 'preact'
import { ENDING_TOLD_DAYS, PERMISSION_WORDS, type Permission } from '../../keys/api-key.ts'
import { numberWords, SHOWN_DAYS, sumOfUse, useWords } from '../../keys/key-use.ts'
import type { ListedKey } from '../../keys/load-keys.ts'
import { Day, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { lastDay } from './key-form.ts'
import { MadeKey } from './made-key-part.tsx'
import { RotateForm } from './rotate-form-part.tsx'

/** A key's text, which is shown this once; `old_until`: when the one before it ends. */
export function IssuedPage({
  entry,
  name,
  text,
  curl,
  old_until,
}: {
  entry: Entry
  name: string
  text: string
  curl: string
  old_until?: Date
}): VNode {
  return (
    <GroupFrame entry={entry} title={name}>
      <Flash title="The key is made." tone="good">
        <p>
          Copy it now: it is shown this once, and cannot be read again. Keep it where your program finds it,
          and nowhere else.
        </p>
        {old_until !== undefined && (
          <p>
            The old text works until <Time at={old_until} zone={entry.viewer.time_zone} />.
          </p>
        )}
      </Flash>
      <MadeKey text={text} curl={curl} />
      <p>
        <a href={`/g/${entry.handle}/keys`}>Back to the keys</a> ·{' '}
        <a href={`/help/api?group=${entry.handle}`}>What it can do</a>
      </p>
    </GroupFrame>
  )
}

/** When a key was last used and how much, and when it ends. */
export function Use({ of, zone }: { of: ListedKey; zone: string }): VNode {
  return (
    <>
      {of.last_used_on === null ? (
        'Never used'
      ) : (
        <>
          Last used on <LastUse of={of} />
          {of.use.length > 0 && ` · ${useWords(sumOfUse(of.use))} in ${SHOWN_DAYS} days`}
        </>
      )}
      {' · '}
      <End of={of} zone={zone} />
    </>
  )
}

function LastUse({ of: { last_used_on } }: { of: ListedKey }): VNode {
  return last_used_on === null ? <>never</> : <Day at={new Date(`${last_used_on}T00:00:00Z`)} zone="UTC" />
}

function End({ of: { expires_at, revoked_at }, zone }: { of: ListedKey; zone: string }): VNode {
  if (revoked_at !== null) {
    return (
      <>
        revoked <Time at={revoked_at} zone={zone} />
      </>
    )
  }
  if (expires_at === null) return <>no end set</>
  return (
    <>
      works until <Time at={expires_at} zone={zone} />
    </>
  )
}

type KeyProps = { entry: Entry; of: ListedKey; form: FormState | null }

/**
 * One key, with the forms that renew and end it. `form`: one of them as it was sent, which could not be done.
 */
export function KeyPage({ entry, of, form }: KeyProps): VNode {
  const { viewer } = entry
  return (
    <GroupFrame entry={entry} title={of.name}>
      <dl class="terms">
        <dt>Begins with</dt>
        <dd>
          <code>{of.prefix}</code>
        </dd>
        {of.old_until !== null && (
          <>
            <dt>Before that</dt>
            <dd>
              <code>{of.old_prefix}</code>, works until <Time at={of.old_until} zone={viewer.time_zone} />
            </dd>
          </>
        )}
        <dt>It may</dt>
        <dd>{mayWords(of.permissions)}</dd>
        <dt>Variant</dt>
        <dd>{`${of.variant.toUpperCase()}${of.guard ? ', guarded' : ''}`}</dd>
        <dt>Made</dt>
        <dd>
          <Time at={of.created_at} zone={viewer.time_zone} />
        </dd>
        <dt>Last used</dt>
        <dd>
          <LastUse of={of} />
        </dd>
        <dt>{`${SHOWN_DAYS} days`}</dt>
        <dd>{useWords(sumOfUse(of.use))}</dd>
        <dt>State</dt>
        <dd>
          <End of={of} zone={viewer.time_zone} />
        </dd>
      </dl>
      <DaysOfUse use={of.use} />
      {of.revoked_at === null && <KeyForms entry={entry} of={of} form={form} />}
    </GroupFrame>
  )
}

function mayWords(permissions: Permission[]): string {
  return permissions.length === 0 ? 'Read only' : permissions.map((one) => PERMISSION_WORDS[one]).join('; ')
}

/** The days on which a key was used, the latest first. */
function DaysOfUse({ use }: Pick<ListedKey, 'use'>): VNode | null {
  if (use.length === 0) return null
  return (
    <details>
      <summary>{`Requests of the last ${SHOWN_DAYS} days`}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Requests</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {use.map(({ day, requests, refused }) => (
            <tr key={day}>
              <th scope="row">
                <Day at={new Date(`${day}T00:00:00Z`)} zone="UTC" />
              </th>
              <td>{numberWords(requests)}</td>
              <td>{numberWords(refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small quiet">
        Refused are requests that were answered with an error: nothing was done. What was asked for is not
        kept.
      </p>
    </details>
  )
}

function KeyForms({ entry: { handle, viewer }, of, form }: KeyProps): VNode {
  const at = `/g/${handle}/keys/${of.id}`
  return (
    <>
      <RenewForm at={at} />
      <EndForm at={at} of={of} zone={viewer.time_zone} form={form} />
      <RevokeForm at={at} of={of} form={form} />
    </>
  )
}

function RenewForm({ at }: { at: string }): VNode {
  return (
    <section class="stack" aria-labelledby="renew">
      <h2 id="renew">A new text for this key</h2>
      <RotateForm at={at} label="How long the old text goes on working" button="Make a new text" />
    </section>
  )
}

type FormProps = Pick<KeyProps, 'of' | 'form'> & { at: string }

function EndForm({ at, of, zone, form }: FormProps & { zone: string }): VNode {
  const failed = form?.problems.some(({ field }) => field === 'expires') ? form : null
  return (
    <section class="stack" aria-labelledby="until">
      <h2 id="until">How long it works</h2>
      <form method="post" action={`${at}/expiry`} class="stack" novalidate>
        <ToldIn zone={zone} />
        <LineField
          form={failed ?? { values: { expires: lastDay(of.expires_at, zone) }, problems: [] }}
          name="expires"
          label="Works until"
          hint={`To the end of this day in ${zone}. Leave it empty for a key without an end. Admins get a mail ${ENDING_TOLD_DAYS} days before.`}
          type="date"
        />
        <button class="button plain" type="submit">
          Save
        </button>
      </form>
    </section>
  )
}

function RevokeForm({ at, of, form }: FormProps): VNode {
  const failed = form?.problems.some(({ field }) => field === 'confirm') ? form : null
  return (
    <section class="stack" aria-labelledby="end">
      <h2 id="end">End this key</h2>
      <p>Programs that use it are refused from the next request on. What they made stays.</p>
      <form method="post" action={`${at}/revoke`} class="stack">
        <TickField
          form={failed ?? { values: {}, problems: [] }}
          name="confirm"
          label="I know that this cannot be undone"
        />
        <button class="button plain" type="submit">
          {`Revoke ${of.name}`}
        </button>
      </form>
    </section>
  )
}
