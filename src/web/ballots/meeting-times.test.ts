import { describe, expect, test } from 'vitest'
import {
  changeTimes,
  chosenDays,
  hourId,
  monthAfter,
  shownMonths,
  TIME_STEPS,
  typedTimes,
} from './meeting-times.ts'

const [MONDAY, SUNDAY] = [1, 7]
const FORM = {
  title: 'Bottles',
  days: ['2027-02-03', '2027-01-31', '2027-01-31', 'soon'],
  hour_days: ['2027-01-31', '2027-01-31', '2027-03-01'],
  hours: ['18:00', '', '10:00'],
}

test('a ticked day has its hours, or is a whole day; hours of other days are ignored', () => {
  expect(chosenDays(FORM)).toEqual([
    { day: '2027-01-31', hours: ['18:00', ''] },
    { day: '2027-02-03', hours: [] },
  ])
  expect(typedTimes(FORM)).toEqual(['2027-01-31T18:00', '2027-02-03'])
  expect(typedTimes({})).toEqual([])
})

test('an hour typed for all days counts, even if its button was not pressed', () => {
  const days = ['2027-01-31', '2027-02-03']
  expect(typedTimes({ ...FORM, days, hour_for_all: '19:00' })).toEqual([
    '2027-01-31T18:00',
    '2027-01-31T19:00',
    '2027-02-03T19:00',
  ])
})

describe('the buttons', () => {
  const timesAfter = (step: string, form: object = FORM) => {
    const changed = changeTimes({ ...form }, step)
    return changed === null ? null : { times: typedTimes(changed.values), focus: changed.focus }
  }

  test('add an hour to a day, after its other hours, and focus it', () => {
    const changed = changeTimes(FORM, TIME_STEPS.add('2027-02-03'))
    expect(changed?.focus).toBe(hourId('2027-02-03', 1))
    expect(chosenDays(changed?.values ?? {})[1]?.hours).toEqual(['', ''])
    expect(changed?.values['title']).toBe('Bottles')
  })

  test('copy the hours of a day to all ticked days', () => {
    expect(timesAfter(TIME_STEPS.copy('2027-01-31'))?.times).toEqual(['2027-01-31T18:00', '2027-02-03T18:00'])
  })

  test('add an hour to all days, once to each, and ask for the next one', () => {
    const form = { ...FORM, hour_for_all: '09:00' }
    const times = ['2027-01-31T09:00', '2027-01-31T18:00', '2027-02-03T09:00']
    expect(timesAfter(TIME_STEPS.all, form)).toEqual({ times, focus: 'hour_for_all' })
    const again = changeTimes(form, TIME_STEPS.all)?.values ?? {}
    expect(again['hour_for_all']).toBe('')
    expect(timesAfter(TIME_STEPS.all, { ...again, hour_for_all: '09:00' })?.times).toEqual(times)
    expect(timesAfter(TIME_STEPS.all)?.times).toEqual(typedTimes(FORM))
  })

  test('remove an hour from a day, and the day with its last one', () => {
    const both = { ...FORM, hour_days: ['2027-01-31', '2027-01-31'], hours: ['18:00', '20:00'] }
    const first = changeTimes(both, TIME_STEPS.remove('2027-01-31', 0))
    expect([typedTimes(first?.values ?? {}), first?.focus]).toEqual([
      ['2027-01-31T20:00', '2027-02-03'],
      hourId('2027-01-31', 0),
    ])
    const day = changeTimes(first?.values ?? {}, TIME_STEPS.remove('2027-01-31', 0))
    expect([typedTimes(day?.values ?? {}), day?.focus]).toEqual([['2027-02-03'], hourId('2027-02-03', 0)])
    const none = changeTimes(day?.values ?? {}, TIME_STEPS.remove('2027-02-03', 0))
    expect([typedTimes(none?.values ?? {}), none?.focus]).toEqual([[], ''])
  })

  test('change nothing if the day is not ticked, or if the button is unknown', () => {
    expect(timesAfter(TIME_STEPS.add('2027-03-01'))?.times).toEqual(typedTimes(FORM))
    for (const step of ['start', 'times-add-', 'times-add-x', 'month-2027'])
      expect(changeTimes(FORM, step)).toBeNull()
  })

  test('show the months before and after the shown ones', () => {
    const shown = (step: string, month: string) =>
      shownMonths(changeTimes({ ...FORM, month }, step)?.values ?? {}, '2027-01-15', MONDAY).map(
        (one) => one.month,
      )
    expect(shown(TIME_STEPS.later, '2027-11')).toEqual(['2027-12', '2028-01'])
    expect(shown(TIME_STEPS.earlier, '2027-11')).toEqual(['2027-10', '2027-11'])
    expect(shown(TIME_STEPS.later, 'soon')).toEqual(['2027-01', '2027-02'])
  })

  test('know by its hour which time is removed, wherever it stands by then', () => {
    const form = { ...FORM, hour_days: ['2027-01-31', '2027-01-31'], hours: ['18:00', ''] }
    const left = (hour: string) => {
      const { values = {} } = changeTimes(form, `${TIME_STEPS.remove('2027-01-31', 1)}-${hour}`) ?? {}
      return chosenDays(values)[0]?.hours
    }
    expect([left('18:00'), left(''), left('19:00')]).toEqual([[''], ['18:00'], ['18:00', '']])
  })

  test('add the hour that stood in the field, and keep the next one in it', () => {
    const changed = changeTimes({ ...FORM, hour_for_all: '20:00' }, `${TIME_STEPS.all}-19:00`)
    expect(chosenDays(changed?.values ?? {}).map(({ hours }) => hours)).toEqual([
      ['18:00', '19:00'],
      ['19:00'],
    ])
    expect(changed?.values['hour_for_all']).toBe('20:00')
    const once = changeTimes({ ...FORM, hour_for_all: '19:00' }, `${TIME_STEPS.all}-19:00`)
    expect(once?.values['hour_for_all']).toBe('')
  })
})

test('days and months that do not exist, or are too far away, are left out', () => {
  const days = ['2027-02-30', '2027-13-01', '2099-99-99', '2027-02-28']
  expect(chosenDays({ days })).toEqual([{ day: '2027-02-28', hours: [] }])
  const shown = shownMonths({ month: '9999-12' }, '2027-01-15', MONDAY).map(({ month }) => month)
  expect(shown).toEqual(['2027-01', '2027-02'])
})

test('months are shown as weeks, from the current one; weeks begin on Monday or as the language has it', () => {
  const [february] = shownMonths({ month: '2027-13' }, '2027-02-20', MONDAY)
  expect(february?.month).toBe('2027-02')
  expect(february?.weeks.map(([monday]) => monday)).toEqual(['2027-02-15', '2027-02-22'])
  expect(shownMonths({ month: '2027-01' }, '2027-02-20', MONDAY)[0]?.month).toBe('2027-02')
  const [may] = shownMonths({ month: '2027-05' }, '2027-02-20', MONDAY)
  expect(may?.weeks[0]).toEqual([null, null, null, null, null, '2027-05-01', '2027-05-02'])
  expect(may?.weeks.flat().filter((day) => day !== null)).toHaveLength(31)
  const [sundays] = shownMonths({ month: '2027-05' }, '2027-02-20', SUNDAY)
  expect(sundays?.weeks[0]).toEqual([null, null, null, null, null, null, '2027-05-01'])
  expect([monthAfter('2027-01', -1), monthAfter('2027-12', 1)]).toEqual(['2026-12', '2028-01'])
})
