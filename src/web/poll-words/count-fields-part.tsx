import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { COUNT_METHOD_NAMES } from '../../polls/counts/methods.ts'
import type { PollType } from '../../polls/types/poll-type.ts'
import { ChoiceField, type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import { PROPOSE, PROPOSED, PROPOSED_SEATS, QUESTIONS } from './count-chooser.ts'

type Props = { form: FormState; label: (field: string) => string }

const COUNTING = 'counting'

/** The ways of counting of a type, each with what it is good for. */
export function CountMethodField({
  form,
  label,
  type,
}: Props & { type: Pick<PollType, 'count_methods'> }): VNode {
  const choices = type.count_methods.flatMap((name) =>
    name === 'approval' ? [] : [{ value: name, label: t(`method.${name}`), about: t(`method_when.${name}`) }],
  )
  return (
    <>
      <ChoiceField form={form} name="count_method" label={label('count_method')} choices={choices} />
      <p class="small">
        <a href="/help/counting" target="_blank" rel="noopener">
          {t('method.more')}
        </a>
      </p>
    </>
  )
}

/** The same, with three questions that propose one of them. */
export function RankedCountFields({
  type,
  ...props
}: Props & { type: Pick<PollType, 'count_methods'> }): VNode {
  return (
    <div id={COUNTING} class="stack">
      <CountMethodField {...props} type={type} />
      <Chooser {...props} />
      <SeatsField {...props} hint={t('poll_form.seats_hint')} />
    </div>
  )
}

/** How many options are elected. */
export function SeatsField({ form, label, hint }: Props & { hint?: string }): VNode {
  return (
    <LineField
      type="number"
      form={form}
      name="seats"
      label={label('seats')}
      {...(hint === undefined ? {} : { hint })}
    />
  )
}

function Chooser({ form, label: labelOf }: Props): VNode {
  const proposed = form.values[PROPOSED]
  return (
    <details open={proposed !== undefined}>
      <summary>{t('chooser.title')}</summary>
      <div class="stack">
        {Object.entries(QUESTIONS).map(([name, { label, answers }]) => (
          <SelectField
            key={name}
            form={form}
            name={name}
            label={t(label)}
            choices={Object.entries(answers).map(([value, words]) => ({ value, label: t(words) }))}
          />
        ))}
        <p>
          <button class="button plain" type="submit" name="step" value={PROPOSE} data-swap={COUNTING}>
            {t('chooser.propose')}
          </button>
        </p>
        <Proposed form={form} label={labelOf} />
      </div>
    </details>
  )
}

function Proposed({ form, label }: Props): VNode | null {
  const { [PROPOSED]: proposed, [PROPOSED_SEATS]: seats } = form.values
  const method = COUNT_METHOD_NAMES.find((name) => name === proposed)
  if (proposed === undefined) return null
  return (
    <p class="note" role="status" id={PROPOSED} tabIndex={-1}>
      {method === undefined
        ? otherTypeWords(form, label)
        : sentences([
            t('chooser.proposed', { method: t(`method.${method}`) }),
            seats === undefined ? '' : t('chooser.seats', { label: label('seats'), seats: Number(seats) }),
          ])}
    </p>
  )
}

/** Polls of the other type elect one option, or as many as their own form says. */
function otherTypeWords({ values }: FormState, label: Props['label']): string {
  const type = t('type.poll')
  return values['ask_winners'] === 'several'
    ? t('chooser.other_type_several', { type, label: label('seats') })
    : t('chooser.other_type', { type })
}
