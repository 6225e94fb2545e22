import type { ChangedField } from '../events/field-change.ts'
import { type PlainKey, t } from '../locales/say.ts'

const LABELS: { [Field in ChangedField]: PlainKey | null } = {
  name: 'form.name',
  description: 'form.description',
  locale: 'group.language',
  public: 'group.public',
  indexed: 'group.indexed',
  title: 'form.title',
  details: 'form.details',
  closing_at: 'poll_form.closing_at',
  hide_results: 'poll_form.hide_results',
  quorum_pct: 'poll_form.quorum',
  thresholds: 'poll_form.conditions',
  no_block: 'poll_form.no_block',
  count_method: 'poll_form.count_method',
  seats: 'poll_form.seats',
  budget: 'poll_form.budget',
  options: 'poll_form.options',
  option_meanings: 'poll_form.option_meanings',
  option_costs: 'poll_form.option_costs',
  expires_at: 'key.works_until_label',
  url: 'webhook.address',
  kinds: 'webhook.kinds',
  format: 'webhook.format',
  links: 'history.links',
  restored: null,
  readmitted: null,
  by_link: null,
  invitation: null,
  host: null,
}

/** The label of a changed setting. Null: the entry itself says what changed. */
export function settingName(field: ChangedField): string | null {
  const label = LABELS[field]
  return label === null ? null : t(label)
}
