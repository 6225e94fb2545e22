import { sentences, t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { EarlyClosing } from '../../polls/past/poll-past.ts'
import { typeName } from '../../polls/poll-words.ts'
import { peopleWanted } from '../../polls/results/wanted.ts'
import { countWords } from '../../sentences/count-words.ts'
import { nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import { THREAD_FIELD } from '../../users/personal-link.ts'
import type { MailContent } from './content.ts'

type Facts = MailContent['facts']

/** The details of a poll. Null: it has none. */
export function detailsBody({
  details,
  details_format,
}: Pick<LoadedPoll['poll'], 'details' | 'details_format'>): MailContent['body'] {
  return details === null || details.trim() === '' ? null : { text: details, format: details_format }
}

/** That voting was closed before its deadline, as a paragraph. None: it was not. */
export function earlyWords({
  early,
  time_zone,
}: {
  early: EarlyClosing | null
  time_zone: string
}): string[] {
  if (early === null) return []
  const timeOf = (at: Date) => ({ sent: timeWords(at, time_zone), at })
  const time = timeOf(early.at)
  const name = nameOf(early.by)
  return [
    sentences([
      name === null ? t('poll.closed_early_on', { time }) : t('poll.closed_early_by_on', { name, time }),
      t('poll.deadline_was', { time: timeOf(early.deadline) }),
    ]),
  ]
}

/** What the button asks of people who have not voted: where voters add all options, first one of these. */
export function voteButton({ options }: Pick<LoadedPoll, 'options'>): string {
  return t(options.length === 0 ? 'poll.add_first_option' : 'mail.vote_now')
}

/** That there is nothing to vote on yet, as a paragraph. None: there is. */
export function emptyWords({ options }: Pick<LoadedPoll, 'options'>): string[] {
  return options.length === 0 ? [t('poll.no_options_yet')] : []
}

/**
 * The facts that remain after voting has closed. `opens_thread` false: the mail's link is for the poll alone.
 */
export function lastingFacts(
  { poll, thread }: Pick<LoadedPoll, 'poll' | 'thread'>,
  { opens_thread }: { opens_thread: boolean } = { opens_thread: true },
): Facts {
  const wanted = peopleWanted(poll)
  const count = countWords(poll)
  return [
    { label: t('mail.fact_kind'), value: typeName(poll.poll_type) },
    ...(count === null ? [] : [{ label: t('poll_form.count_method'), value: count }]),
    ...(wanted === null
      ? []
      : [{ label: t('poll_form.wanted'), value: t('count.number', { number: wanted }) }]),
    ...(poll.budget === null
      ? []
      : [{ label: t('poll_form.budget'), value: t('count.number', { number: poll.budget }) }]),
    ...(thread === null
      ? []
      : [
          {
            label: t('mail.fact_thread'),
            value: oneLine(thread.discussion.title),
            by_people: true as const,
            ...(opens_thread ? { personal: `&${THREAD_FIELD}` } : {}),
          },
        ]),
  ]
}
