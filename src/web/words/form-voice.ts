import { t, type Voice } from '../../locales/say.ts'
import { dayWords, momentWords, withWholeDates, zoneName } from '../../text/time-words.ts'

/** The labels of fields, by name. */
export type Labels = Readonly<Record<string, string>>

/** Words problems as a page does: fields by their labels, times in the zone of the form. */
export function formVoice(labels: Labels, zone: string): Voice {
  return {
    field: (name) => {
      const label = labels[name]
      return label === undefined ? name : t('problems.label', { label })
    },
    instant: (at) => withWholeDates(momentWords(at, zone)),
    day: (at) => withWholeDates(dayWords(at, 'UTC')),
    zone: zoneName,
  }
}
