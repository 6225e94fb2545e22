import type { ComponentChildren, VNode } from 'preact'
import { ENDING_TOLD_DAYS, type Permission } from '../../keys/api-key.ts'
import { numberWords, SHOWN_DAYS, sumOfUse, useWords } from '../../keys/key-use.ts'
import type { ListedKey } from '../../keys/load-keys.ts'
import { t } from '../../locales/say.ts'
import { clauses } from '../../text/clauses.ts'
import { zoneName } from '../../text/time-words.ts'
import { Day, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField } from '../visits/confirm-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { lastDay, permissionLabel } from './key-form.ts'
import { MadeKey } from './made-key-part.tsx'
import { RotateForm } from './rotate-form-part.tsx'

/** The labels of a key's forms. */
export const keyLabels = () => ({
  name: t('form.name'),
  permissions: t('key.besides_reading'),
  variant: t('key.variant'),
  access: t('key.it_may'),
  expires: t('key.works_until_label'),
  confirm: t('form.the_box'),
})

/** A key's text, shown only once; `old_until`: when the previous text ends. */
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
    <GroupFrame entry={entry} title={name} dir="auto">
      <Flash title={t('key.made')} tone="good">
        <p>{t('key.copy_now')} </p>
        {old_until !== undefined && (
          <p>
            {rich('key.old_works_until', {
              when: <Time at={old_until} zone={entry.viewer.time_zone} />,
            })}
          </p>
        )}
      </Flash>
      <MadeKey text={text} curl={curl} />
      <p>
        <a href={`/g/${entry.handle}/keys`}>{t('key.back')}</a> ·{' '}
        <a href={`/help/api?group=${entry.handle}`}>{t('key.what_it_can_do')}</a>
      </p>
    </GroupFrame>
  )
}

/** When and how much a key was used, and when it ends. */
export function Use({ of, zone }: { of: ListedKey; zone: string }): VNode {
  return (
    <>
      <UseSoFar of={of} />
      {' · '}
      <End of={of} zone={zone} />
    </>
  )
}

function UseSoFar({ of: { last_used_on, use } }: { of: ListedKey }): ComponentChildren {
  if (last_used_on === null) return t('key.never_used')
  const when = <UtcDay day={last_used_on} />
  if (use.length === 0) return rich('key.last_used_on', { when })
  return rich('key.last_used_and_how_much', { when, use: useWords(sumOfUse(use)), days: SHOWN_DAYS })
}

/** Use is counted by UTC days. */
export function UtcDay({ day }: { day: string }): VNode {
  return (
    <>
      <Day at={new Date(`${day}T00:00:00Z`)} zone="UTC" /> (UTC)
    </>
  )
}

function End({ of: { expires_at, revoked_at }, zone }: { of: ListedKey; zone: string }): ComponentChildren {
  if (revoked_at !== null) return rich('key.revoked', { when: <Time at={revoked_at} zone={zone} /> })
  if (expires_at === null) return t('key.no_end')
  return rich('key.works_until', { when: <Time at={expires_at} zone={zone} /> })
}

type KeyProps = { entry: Entry; of: ListedKey; form: FormState | null }

/** One key, with the forms that renew and end it. `form`: one of them as submitted, with its errors. */
export function KeyPage({ entry, of, form }: KeyProps): VNode {
  const { viewer } = entry
  return (
    <GroupFrame entry={entry} title={of.name} dir="auto">
      <Faults problems={form?.problems ?? []} labels={keyLabels()} />
      <dl class="terms">
        <dt>{t('key.begins_with')}</dt>
        <dd>
          <code>{of.prefix}</code>
        </dd>
        {of.old_until !== null && of.revoked_at === null && (
          <>
            <dt>{t('key.before')}</dt>
            <dd>
              {rich('key.old_prefix_until', {
                prefix: <code>{of.old_prefix}</code>,
                when: <Time at={of.old_until} zone={viewer.time_zone} />,
              })}
            </dd>
          </>
        )}
        <dt>{t('key.permissions')}</dt>
        <dd>{mayWords(of.permissions)}</dd>
        <dt>{t('key.variant')}</dt>
        <dd>{variantWords(of)}</dd>
        <dt>{t('key.created')}</dt>
        <dd>
          <Time at={of.created_at} zone={viewer.time_zone} />
        </dd>
        <dt>{t('key.last_used')}</dt>
        <dd>{of.last_used_on === null ? t('key.never') : <UtcDay day={of.last_used_on} />}</dd>
        <dt>{t('key.days', { days: SHOWN_DAYS })}</dt>
        <dd>{useWords(sumOfUse(of.use))}</dd>
        <dt>{t('key.state')}</dt>
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
  return permissions.length === 0 ? t('key.read_only') : clauses(permissions.map(permissionLabel))
}

function variantWords({ variant, guard }: ListedKey): string {
  const name = variant.toUpperCase()
  return guard ? clauses([name, t('key.guard')]) : name
}

/** The days on which a key was used, latest first. */
function DaysOfUse({ use }: Pick<ListedKey, 'use'>): VNode | null {
  if (use.length === 0) return null
  return (
    <details>
      <summary>{t('key.requests_of_days', { days: SHOWN_DAYS })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('key.day_utc')}</th>
            <th scope="col">{t('key.requests')}</th>
            <th scope="col">{t('key.refused')}</th>
          </tr>
        </thead>
        <tbody>
          {use.map(({ day, requests, refused }) => (
            <tr key={day}>
              <th scope="row">
                <UtcDay day={day} />
              </th>
              <td>{numberWords(requests)}</td>
              <td>{numberWords(refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small quiet">{t('key.refused_about')} </p>
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
      <h2 id="renew">{t('key.rotate_heading')}</h2>
      <RotateForm at={at} label={t('key.how_long_old')} button={t('key.rotate')} />
    </section>
  )
}

type FormProps = Pick<KeyProps, 'of' | 'form'> & { at: string }

function EndForm({ at, of, zone, form }: FormProps & { zone: string }): VNode {
  const failed = form?.problems.some(({ field }) => field === 'expires') ? form : null
  return (
    <section class="stack" aria-labelledby="until">
      <h2 id="until">{t('key.how_long')}</h2>
      <PostForm action={`${at}/expiry`} class="stack" novalidate>
        <Once />
        <ToldIn zone={zone} />
        <LineField
          form={failed ?? { values: { expires: lastDay(of.expires_at, zone) }, problems: [] }}
          name="expires"
          label={t('key.works_until_label')}
          hint={t('key.works_until_told', { zone: zoneName(zone), days: ENDING_TOLD_DAYS })}
          type="date"
        />
        <button class="button plain" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
    </section>
  )
}

function RevokeForm({ at, of, form }: FormProps): VNode {
  const failed = form?.problems.some(({ field }) => field === 'confirm') ? form : null
  return (
    <section class="stack" aria-labelledby="end">
      <h2 id="end">{t('key.end')}</h2>
      <p>{t('key.end_about')}</p>
      <PostForm action={`${at}/revoke`} class="stack">
        <ConfirmField form={failed ?? { values: {}, problems: [] }} />
        <button class="button plain" type="submit">
          {t('key.revoke', { name: of.name })}
        </button>
      </PostForm>
    </section>
  )
}
