import { decoded } from '../../group-web.ts'
import type { Chance } from '../chance.ts'

/** A control of a form, as a browser knows it. `set`: a box that is ticked, a choice that is made. */
export type Control = {
  tag: string
  type: string
  name: string
  value: string
  set: boolean
  numeric: boolean
  most: number
}

/** A form of a page, with the controls elsewhere on the page that belong to it. */
export type PageForm = { id: string; action: string; controls: Control[] }

const TAGS = /<(\/?)(form|input|textarea|select|option|button)\b((?:"[^"]*"|[^">])*)>([^<]*)/g
const MOST_TYPED = 5_000

/** The forms of a page that are sent by POST. */
export function formsIn(html: string): PageForm[] {
  const forms: PageForm[] = []
  const apart: { form: string; control: Control }[] = []
  let now: PageForm | null = null
  let select = ''
  for (const [, end = '', tag = '', attributes = '', text = ''] of html.matchAll(TAGS)) {
    const of = (name: string) => attribute(attributes, name)
    if (tag === 'form') {
      now = end === '' ? { id: of('id') ?? '', action: of('action') ?? '', controls: [] } : null
      if (now !== null && of('method') === 'post') forms.push(now)
    } else if (tag === 'select') select = end === '' ? (of('name') ?? '') : ''
    else if (end === '' && of('disabled') === null) {
      const control = controlOf({ tag, of, text, select })
      const form = of('form')
      if (form !== null) apart.push({ form, control })
      else now?.controls.push(control)
    }
  }
  for (const { form, control } of apart) forms.find(({ id }) => id === form)?.controls.push(control)
  return forms
}

type Found = { tag: string; of: (name: string) => string | null; text: string; select: string }

function controlOf({ tag, of, text, select }: Found): Control {
  const type = of('type') ?? (tag === 'input' ? 'text' : '')
  const unsaid = tag === 'option' ? decoded(text) : type === 'checkbox' ? 'on' : ''
  return {
    ...{ tag, type },
    name: tag === 'option' ? select : (of('name') ?? ''),
    value: tag === 'textarea' ? decoded(text).replace(/^\n/, '') : (of('value') ?? unsaid),
    set: of('checked') !== null || of('selected') !== null,
    numeric: ['numeric', 'decimal'].includes(of('inputmode') ?? ''),
    most: Number(of('maxlength') ?? MOST_TYPED),
  }
}

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}(?:="([^"]*)"|(?=[\\s/]|$))`).exec(attributes)
  return found === null ? null : decoded((found[1] ?? '').replaceAll('&#39;', "'"))
}

/** What is typed into a field, or `on` and `off` of a box; null: what is in it stays. */
export type Typist = (control: Control, place: number) => string | null

/** The fields that are sent; `bold`: the share of choices that are made anew. */
export function filled(
  chance: Chance,
  { controls }: PageForm,
  { bold, type }: { bold: number; type: Typist },
): [string, string][] {
  const sent: [string, string][] = []
  const named = controls.filter(({ name, tag, type }) => name !== '' && tag !== 'button' && type !== 'file')
  for (const [, group] of Map.groupBy(
    named,
    ({ name, tag, type }) => `${name} ${type === 'radio' ? '' : tag}`,
  )) {
    const [first] = group
    if (first?.tag === 'option' || first?.type === 'radio') {
      const wished = type(first, 0)
      const preset = group.find(({ set }) => set) ?? (first.tag === 'option' ? first : undefined)
      const chosen =
        group.find(({ value }) => value === wished) ?? (chance.in(bold) ? chance.one(group) : preset)
      if (chosen !== undefined) sent.push([chosen.name, chosen.value])
      continue
    }
    for (const [place, control] of group.entries()) {
      const { name, value, set, most } = control
      if (control.type === 'hidden') sent.push([name, value])
      else if (control.type === 'checkbox') {
        const wished = type(control, place)
        if (wished === null ? set !== chance.in(bold / 2) : wished === 'on') sent.push([name, value])
      } else sent.push([name, (type(control, place) ?? value).slice(0, most)])
    }
  }
  return [...sent, ...pressed(chance, controls, type)]
}

/** The button that is pressed: mostly the one that starts, or the first. */
function pressed(chance: Chance, controls: Control[], type: Typist): [string, string][] {
  const buttons = controls.filter(
    ({ tag, type, name }) => tag === 'button' && type !== 'button' && name !== '',
  )
  const main = buttons.find(({ value }) => value === 'start') ?? buttons[0]
  if (main === undefined) return []
  const button = chance.in(0.85) ? main : chance.one(buttons)
  return [[button.name, type(button, 0) ?? button.value]]
}
