import type { Chance } from '../chance.ts'
import type { Control, PageForm, Typist } from './page-forms.ts'
import { closingBy, EMAILS, optionsBy, shuffled, textBy, titleBy, type Wish } from './wishes.ts'

/** Types what fits a field by its name. */
export function typist(chance: Chance): Typist {
  return ({ name, value, type, numeric }: Control) => {
    if (name === 'days' || name === 'hour_days' || name === 'hours') return chance.in(0.15) ? 'on' : 'off'
    if (name === 'confirm') return chance.in(0.95) ? 'on' : 'off'
    if (type === 'checkbox' || type === 'radio') return null
    if (name === 'hour_for_all') return chance.one(['', '10:00', '18:30'])
    if (type === 'datetime-local') return chance.in(0.5) ? value : closingBy(chance).slice(0, 16)
    if (type === 'date') return chance.in(0.4) ? '' : closingBy(chance).slice(0, 10)
    if (numeric) return chance.in(0.6) ? value : chance.one(['', '0', '1', '2', '5', '100', '10000'])
    if (/emails/.test(name)) return chance.in(0.3) ? '' : EMAILS.slice(0, 1 + chance.below(3)).join('\n')
    if (name === 'own_name') return 'Somebody'
    if (name === 'title') return chance.in(0.5) ? value : titleBy(chance)
    if (name === 'options') return optionsBy(chance, 'poll').slice(0, 2).join('\n')
    if (name === 'statement') return textBy(chance).slice(0, 900) || 'Done'
    if (/^thresholds\[\d\]\[percent\]/.test(name)) return chance.one([value, '', '50', '66.67', '0'])
    if (type === 'text' || type === '')
      return chance.in(0.4) ? value : textBy(chance).slice(0, 2_000) || 'Yes.'
    return value
  }
}

/** Types the poll wished for into the form of a new poll. */
export function wishTypist(chance: Chance, wish: Wish): Typist {
  const other = typist(chance)
  const list = (name: string) => (wish[name] ?? []) as string[]
  const costs = Object.values((wish['option_costs'] ?? {}) as Record<string, number>)
  const [condition] = (wish['thresholds'] ?? []) as Record<string, unknown>[]
  const own: Record<string, (place: number, value: string) => string | null> = {
    options: (place) => wish.options[place] ?? '',
    option_costs: (place) => String(costs[place] ?? ''),
    option_meanings: (place) => list('option_meanings')[place] ?? '',
    positions: (_, value) => (wish.options.includes(value) ? 'on' : 'off'),
    closing_at: () => String(wish['closing_at'] ?? '').slice(0, 16),
    recipient_emails: () => list('recipient_emails').join(', '),
    eligible: () => (wish['specified_voters_only'] === true ? 'named' : 'all'),
    tags: () => list('tags').join(', '),
    step: (_, value) => (value === 'start' && chance.in(0.1) ? 'preview' : null),
  }
  return (control, place) => {
    const { name, value, type } = control
    const typed = own[name]
    if (typed !== undefined) return typed(place, value)
    const part = /^thresholds\[0\]\[(\w+)\]$/.exec(name)?.[1]
    if (name.startsWith('thresholds'))
      return part === undefined || condition === undefined ? null : String(condition[part])
    const box = type === 'checkbox' && !['days', 'hour_days', 'recipient_user_ids'].includes(name)
    if (box) return wish[name] === true || wish[name] === 'group' ? 'on' : 'off'
    return wish[name] === undefined ? other(control, place) : String(wish[name])
  }
}

/** Types numbers into a ballot: ranks, points or few dots; mostly as its poll allows. */
export function ballotTypist(chance: Chance, { controls }: PageForm): Typist {
  const other = typist(chance)
  const slots = [...new Set(controls.map(({ name }) => name).filter((name) => /^s\d+$/.test(name)))]
  const order = shuffled(chance, slots)
  const chosen = chance.one([1, 2, 2, 3, order.length, order.length])
  const mode = chance.one(['ranks', 'ranks', 'ones', 'small', 'large'] as const)
  return (control, place) => {
    const { name, type } = control
    if (!slots.includes(name) || type === 'radio' || type === 'checkbox') return other(control, place)
    const rank = order.indexOf(name) + 1
    if (rank > chosen) return ''
    const large = chance.one([5, 8, 0, 10_000, 100])
    return String({ ranks: rank, ones: 1, small: chance.below(4), large }[mode])
  }
}
