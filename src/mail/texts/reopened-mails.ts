import { t } from '../../locales/say.ts'
import type { PollNews } from '../../notifications/notice.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { dayWords, timeWords } from '../../text/time-words.ts'
import type { GivenContent, MailContent } from './content.ts'
import { detailsBody, lastingFacts, voteButton } from './poll-parts.ts'

export type Reopened = { loaded: LoadedPoll; news: PollNews; time_zone: string }

/** What the poll asks now, without anything of its votes. */
export type PollNow = Pick<MailContent, 'paragraphs' | 'body' | 'facts'>

/** To people who were told the outcome: it no longer holds, and people can vote again. */
export function outcomeWithdrawn(about: Reopened & { voted: boolean | null }): GivenContent {
  const { poll, in_group } = about.loaded
  const group = groupName(in_group)
  const again = openAgain(about)
  return {
    ...again,
    subject: t('mail.reopened', { title: oneLine(poll.title) }),
    preheader: withdrawnSentence(about) ?? t('mail.in_group', { group }),
    group_name: group,
    heading: t('mail.reopened_heading', { group }),
    title: oneLine(poll.title),
    paragraphs: [...again.paragraphs, ...votesSentences(about)],
    button: isOpen(about) && about.voted === false ? voteButton(about.loaded) : t('mail.see_poll'),
    reason: t('mail.outcome_withdrawn_reason', { group }),
  }
}

/** Until when the poll is open again, and which outcome no longer holds; with its details. */
export function openAgain(about: Reopened): PollNow {
  const { loaded, time_zone } = about
  const state = pollState(loaded.poll, loaded.now)
  const open =
    state.is === 'open'
      ? t('mail.open_again', { closing: timeWords(state.until, time_zone) })
      : t('mail.closed_again')
  const withdrawn = withdrawnSentence(about)
  const who = about.news.reopened_by === null ? null : nameOf(about.news.reopened_by)
  return {
    paragraphs: [
      ...(who === null ? [] : [t('mail.reopened_by', { who })]),
      ...(withdrawn === null ? [] : [withdrawn]),
      open,
    ],
    body: detailsBody(loaded.poll),
    facts: lastingFacts(loaded),
  }
}

/** To people who were told the outcome: it was withdrawn, and the poll stays closed. */
export function outcomeTakenBack(about: Reopened): GivenContent {
  const { poll, in_group } = about.loaded
  const group = groupName(in_group)
  return {
    ...takenBack(about),
    subject: t('mail.taken_back', { title: oneLine(poll.title) }),
    preheader: withdrawnSentence(about) ?? t('mail.in_group', { group }),
    group_name: group,
    heading: t('mail.taken_back_heading', { group }),
    title: oneLine(poll.title),
    button: t('mail.see_poll'),
    reason: t('mail.outcome_withdrawn_reason', { group }),
  }
}

/** Which outcome no longer holds, and what becomes of the poll; with its details. */
export function takenBack(about: Reopened): PollNow {
  const { loaded, news } = about
  const who = news.reopened_by === null ? null : nameOf(news.reopened_by)
  return {
    paragraphs: [
      ...(who === null ? [] : [t('mail.taken_back_by', { who })]),
      withdrawnSentence(about) ?? '',
      t('mail.stays_closed'),
    ].filter((words) => words !== ''),
    body: detailsBody(loaded.poll),
    facts: lastingFacts(loaded),
  }
}

const isOpen = ({ loaded }: Reopened) => pollState(loaded.poll, loaded.now).is === 'open'

/** What became of the votes, and of the reader's own. */
function votesSentences(about: Reopened & { voted: boolean | null }): string[] {
  if (!isOpen(about) || about.voted === null) return [t('mail.votes_stay')]
  return about.voted ? [t('mail.own_vote_stays')] : [t('mail.own_vote_missing'), t('mail.votes_stay')]
}

function withdrawnSentence({ news, time_zone }: Reopened): string | null {
  return news.outcome_of === null
    ? null
    : t('mail.outcome_withdrawn', { day: dayWords(news.outcome_of, time_zone) })
}

/** One line each for a reminder: that voting was reopened, and that the question was edited. */
export function newsLines({ news, time_zone }: Omit<Reopened, 'loaded'>): string[] {
  const { reopened_at, outcome_of, reworded_at } = news
  const day = (at: Date) => dayWords(at, time_zone)
  return [
    ...(reopened_at === null
      ? []
      : [
          outcome_of === null
            ? t('mail.reopened_on', { day: day(reopened_at) })
            : t('mail.reopened_withdrawn', { day: day(reopened_at), outcome_day: day(outcome_of) }),
        ]),
    ...(reworded_at === null ? [] : [t('mail.reworded_on', { day: day(reworded_at) })]),
  ]
}
