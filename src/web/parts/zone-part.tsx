import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { zoneGroups } from '../../text/zones.ts'
import { ZONE_FIELD } from '../request/browser-zone.ts'
import { type FieldProps, SelectField, textIn } from './form-part.tsx'

/** A hidden field with the zone of the form's times, so that they are parsed in that zone. */
export function ToldIn({ zone }: { zone: string }): VNode {
  return <input type="hidden" name={ZONE_FIELD} value={zone} />
}

type ZoneProps = Omit<FieldProps, 'name'> & {
  /** What it means to choose none (''), if that is possible. */
  none?: string
}

/**
 * A list of all time zones. The current one stays selectable even if this machine knows it under another
 * name.
 */
export function ZoneField({ none, ...field }: ZoneProps): VNode {
  const kept = textIn(field.form, ZONE_FIELD)
  const all = zoneGroups()
  const choices = none === undefined ? [] : [{ value: '', label: none }]
  const known = [{ choices }, ...all].some(({ choices }) => choices.some(({ value }) => value === kept))
  const former = { label: t('form.zone_so_far'), choices: [{ value: kept, label: kept }] }
  const groups = known ? all : [former, ...all]
  return <SelectField {...field} name={ZONE_FIELD} choices={choices} groups={groups} as_is />
}
