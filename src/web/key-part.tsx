import type { VNode } from 'preact'
import { PERMISSION_WORDS, type Permission, ROTATION_OVERLAP_HOURS } from '../groups/api-key.ts'
import type { ListedKey } from '../groups/load-keys.ts'
import { Example } from './api-endpoint-part.tsx'
import { Day, Time } from './date-part.tsx'
import { Flash } from './flash-part.tsx'
import { ChoiceField, type FormState, TickField } from './form-part.tsx'
import type { Entry } from './group-door.ts'
import { GroupFrame } from './group-frame-part.tsx'
import { OVERLAPS } from './key-form.ts'
import { Once } from './once-part.tsx'

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
    <GroupFrame entry={entry} place="keys" title={name}>
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
      <div class="whole stack">
        <Example label="Your API key" text={text} />
        <Example label="Try it in a terminal" text={curl} />
      </div>
      <p>
        <a href={`/g/${entry.handle}/keys`}>Back to the keys</a> ·{' '}
        <a href={`/help/api?group=${entry.handle}`}>What it can do</a>
      </p>
    </GroupFrame>
  )
}

/** When a key was last used, and when it ends. */
export function Use({
  of: { last_used_on, expires_at, revoked_at },
  zone,
}: {
  of: ListedKey
  zone: string
}): VNode {
  return (
    <>
      {last_used_on === null ? (
        'Never used'
      ) : (
        <>
          last used on <Day at={new Date(`${last_used_on}T00:00:00Z`)} zone="UTC" />
        </>
      )}
      {' · '}
      {revoked_at !== null ? (
        <>
          revoked <Time at={revoked_at} zone={zone} />
        </>
      ) : expires_at === null ? (
        'no end set'
      ) : (
        <>
          works until <Time at={expires_at} zone={zone} />
        </>
      )}
    </>
  )
}

type KeyProps = { entry: Entry; of: ListedKey; unconfirmed: boolean }

/** One key, with the forms that renew and end it. `unconfirmed`: the box for ending it was not ticked. */
export function KeyPage({ entry, of, unconfirmed }: KeyProps): VNode {
  const { viewer } = entry
  return (
    <GroupFrame entry={entry} place="keys" title={of.name}>
      <dl class="terms">
        <dt>Begins with</dt>
        <dd>
          <code>{of.prefix}</code>
        </dd>
        <dt>It may</dt>
        <dd>{mayWords(of.permissions)}</dd>
        <dt>Variant</dt>
        <dd>{`${of.variant.toUpperCase()}${of.guard ? ', guarded' : ''}`}</dd>
        <dt>Made</dt>
        <dd>
          <Time at={of.created_at} zone={viewer.time_zone} />
        </dd>
        <dt>Use</dt>
        <dd>
          <Use of={of} zone={viewer.time_zone} />
        </dd>
      </dl>
      {of.revoked_at === null && <KeyForms entry={entry} of={of} unconfirmed={unconfirmed} />}
    </GroupFrame>
  )
}

function mayWords(permissions: Permission[]): string {
  return permissions.length === 0
    ? 'Read polls and threads'
    : permissions.map((one) => PERMISSION_WORDS[one]).join('; ')
}

function KeyForms({ entry: { handle }, of, unconfirmed }: KeyProps): VNode {
  const at = `/g/${handle}/keys/${of.id}`
  const usual: FormState = { values: { overlap: String(ROTATION_OVERLAP_HOURS) }, problems: [] }
  const message = 'must be ticked: ending a key cannot be undone'
  const ending: FormState = {
    values: {},
    problems: unconfirmed ? [{ field: 'confirm', code: 'blank', message }] : [],
  }
  return (
    <>
      <section class="stack" aria-labelledby="renew">
        <h2 id="renew">A new text for this key</h2>
        <form method="post" action={`${at}/rotate`} class="stack">
          <Once />
          <ChoiceField
            form={usual}
            name="overlap"
            label="How long the old text goes on working"
            choices={OVERLAPS}
          />
          <button class="button" type="submit">
            Make a new text
          </button>
        </form>
      </section>
      <section class="stack" aria-labelledby="end">
        <h2 id="end">End this key</h2>
        <p>Programs that use it are refused from the next request on. What they made stays.</p>
        <form method="post" action={`${at}/revoke`} class="stack">
          <TickField form={ending} name="confirm" label="I know that this cannot be undone" />
          <button class="button plain" type="submit">
            {`Revoke ${of.name}`}
          </button>
        </form>
      </section>
    </>
  )
}
