import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { isTimeOver } from '../../polls/types/proposed-times.ts'
import { FieldFault } from '../parts/field-fault-part.tsx'
import { daysOf, type MeetingDay } from '../poll-words/meeting-days.ts'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { ZoneNote } from '../poll-words/zone-note-part.tsx'
import { faultAt, numberField } from './ballot-form.ts'
import type { FieldsOf } from './type-page.ts'

const ANSWERS = [
  { number: '2', words: 'ballot.yes', meaning: 'agree' },
  { number: '1', words: 'ballot.if_need_be', meaning: 'abstain' },
  { number: '0', words: 'ballot.no', meaning: 'disagree' },
] as const

/** Answers for every time: days side by side if there is room, otherwise one below the other. */
export function MeetingFields(props: FieldsOf): VNode {
  const { options, zone } = props
  return (
    <>
      <ZoneNote options={options} zone={zone} />
      {/* Not sent: an open page gets a new ballot when a hidden value differs, and so when it learns the zone. */}
      <input type="hidden" value={zone} />
      <div
        class="days"
        data-rest={t('ballot.no_to_rest')}
        data-open={t('ballot.without_answer', { left: '{0}' })}
        data-no={t('ballot.answered_no', { count: '{0}' })}
      >
        {daysOf(options, zone).map((day) => (
          <section key={day.day}>
            <h3>{day.day}</h3>
            {day.times.map((time) => (
              <TimeRow key={time.option.slot} day={day.day} time={time} {...props} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

type Row = FieldsOf & { day: string; time: MeetingDay['times'][number] }

function TimeRow({ day, time: { option, time }, poll, typed, faults, ...at }: Row): VNode {
  const { slot } = option
  const fault = faults?.options.get(slot)?.()
  const given = typed.numbers.get(slot)
  return (
    <fieldset aria-describedby={faultAt(faults, slot)}>
      <legend>
        <span class="unseen">{t('sentence.list', { first: day, rest: '' })}</span>
        {time}
        {isTimeOver(option.name, at) && <span class="remark">{t('ballot.time_over')}</span>}
        <OptionMeaning option={option} />
      </legend>
      <div class="scale">
        {ANSWERS.filter(({ number }) => number !== '1' || poll.can_respond_maybe).map((answer, place) => (
          <label key={answer.number} class={answer.meaning}>
            <input
              id={place === 0 ? numberField(slot) : undefined}
              type="radio"
              name={numberField(slot)}
              value={answer.number}
              checked={given === answer.number}
              required
            />
            <span>{t(answer.words)}</span>
          </label>
        ))}
      </div>
      <FieldFault slot={slot} fault={fault} />
    </fieldset>
  )
}
