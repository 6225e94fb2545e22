import type { VNode } from 'preact'
import { type PlainKey, t } from '../../locales/say.ts'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import { missesReminder, type PollSettings } from '../../polls/poll.ts'
import { type NewOption, newOptions, readInstant } from '../../polls/poll-option.ts'
import { kindName } from '../../polls/poll-words.ts'
import { pollType } from '../../polls/types/index.ts'
import { HowToVote } from '../ballots/ballot-words-part.tsx'
import { fromNow, Time } from '../parts/date-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import { Budget, OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { listedLabel, resultsRule } from '../poll-words/poll-words.ts'
import { ZoneNote } from '../poll-words/zone-note-part.tsx'
import { RulesPart } from '../results/verdict-part.tsx'
import { rich } from '../words/rich.tsx'

/** The fields that say what a voter does on a ballot. */
const BALLOT_FIELDS = [
  'minimum_stance_choices',
  'maximum_stance_choices',
  'min_score',
  'max_score',
  'dots_per_person',
  'budget',
]

/** Whether a ballot can be filled in as these fields say: else no sentence about it would be true. */
function agreesOnBallots({ problems }: NewPoll, plan: PollPlan): boolean {
  return [...problems, ...plan.problems].every(({ field }) => !BALLOT_FIELDS.includes(field))
}

type PreviewProps = { request: NewPoll; plan: PollPlan; zone: string }

/** A requested poll as voters will see it. Omits missing parts, and how to vote while that is impossible. */
export function PollPreview({ request, plan, zone }: PreviewProps): VNode {
  const { settings } = request
  const options = shownOptions(request)
  return (
    <section class="sheeted stack" aria-label={t('poll_form.the_poll')}>
      <p class="kicker">{kindName(settings)}</p>
      {settings.title === '' ? <h2>{t('poll_form.your_title')}</h2> : <h2 dir="auto">{settings.title}</h2>}
      {settings.details !== null && <RichText text={settings.details} format="md" />}
      {agreesOnBallots(request, plan) && <HowToVote poll={settings} options={options.length} />}
      <Budget poll={settings} />
      <RulesPart poll={settings} voters={plan.voters} zone={zone} />
      {pollType(settings.poll_type).options_are_times && <ZoneNote options={options} zone={zone} />}
      <ul class="options bare">
        {options.map(({ slot, name, ...option }) => (
          <li key={slot}>
            <span>
              <bdi>{listedLabel(settings.poll_type, name, zone)}</bdi>
              <OptionNote poll={settings} name={name} />
              <OptionMeaning option={option} />
            </span>
          </li>
        ))}
      </ul>
      <p class="quiet">{resultsRule(settings)}</p>
    </section>
  )
}

/** The options in order, without those that are still invalid for this type. */
function shownOptions({
  settings: { poll_type },
  options,
  option_meanings,
  option_costs,
}: NewPoll): NewOption[] {
  const names = (options ?? []).filter(
    (name) => !pollType(poll_type).options_are_times || readInstant(name) !== null,
  )
  return newOptions(poll_type, names, { meanings: option_meanings ?? [], costs: option_costs ?? {} }).sort(
    (a, b) => a.priority - b.priority,
  )
}

/** `sends`: whether mails are sent. */
type TermsProps = { request: NewPoll; plan: PollPlan; sends: boolean; zone: string; now: Date }

/** When voting closes, who may vote, and who gets a mail. */
export function PlanTerms({ request, plan, sends, zone, now }: TermsProps): VNode {
  const { settings, options } = request
  return (
    <dl class="terms">
      <dt>{t('poll_form.closes')}</dt>
      <dd>
        {settings.closing_at === null
          ? t('poll_form.closes_never')
          : rich('poll_form.closes_at', {
              time: <Time at={settings.closing_at} zone={zone} />,
              distance: fromNow(settings.closing_at, { now, zone }),
            })}
        <EarlyTimes poll={settings} names={options ?? []} zone={zone} now={now} replaceable />
      </dd>
      <dt>{t('poll_form.may_vote')}</dt>
      <dd>{votersWords(settings, plan.voters)}</dd>
      <dt>{t('poll_form.emailed_now')}</dt>
      <dd>{sends ? t('poll_form.emailed', { people: plan.told }) : t('visit.no_email', { waiting: 0 })}</dd>
      <dt>{t('poll_form.reminder_short')}</dt>
      <dd>
        {t(
          missesReminder(settings, now)
            ? 'poll_form.reminds_too_late'
            : REMINDERS[settings.notify_on_closing_soon],
        )}
      </dd>
    </dl>
  )
}

function votersWords({ specified_voters_only }: PollSettings, people: number): string {
  return specified_voters_only
    ? t('poll_form.voters_named', { people })
    : t('poll_form.voters_all', { people })
}

const REMINDERS: Record<PollSettings['notify_on_closing_soon'], PlainKey> = {
  nobody: 'poll_form.reminds_nobody',
  author: 'poll_form.reminds_author',
  voters: 'poll_form.reminds_voters',
  undecided_voters: 'poll_form.reminds_undecided',
}
