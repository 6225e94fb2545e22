import type { ComponentChildren, VNode } from 'preact'
import type { Tag } from '../../groups/tags/tag.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import { missesReminder } from '../../polls/poll.ts'
import { typeName, typeSummary } from '../../polls/poll-words.ts'
import { POLL_TYPE_NAMES, type PollTypeName, pollType } from '../../polls/types/index.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import { pageOf } from '../ballots/index.ts'
import { BallotPicture } from '../ballots/picture-part.tsx'
import { Faults, type FormState, Hidden } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { DraftSeen } from '../visits/draft-note-part.tsx'
import { EmailLine, RefusedNow, type Unsent } from '../visits/email-note-part.tsx'
import { nameOf } from '../visits/group-frame-part.tsx'
import { type Started, StartedAlready, startedTitle } from '../visits/started-already-part.tsx'
import { formVoice } from '../words/form-voice.ts'
import { richSentences } from '../words/rich.tsx'
import { offeredTimes } from './condition-options.ts'
import {
  addressOf,
  ClosedThreadNote,
  formAddressOf,
  fromQuery,
  Going,
  KeptNote,
  NewerNote,
  type Place,
  PublicNote,
  typeIn,
  UsedNote,
  type UsedPoll,
  type WayToGroup,
} from './new-poll-place-part.tsx'
import { TYPED_NAMES } from './poll-form.ts'
import { type Choosable, PollFieldsPart } from './poll-form-part.tsx'
import { labelsOf } from './poll-labels.ts'
import { PlanTerms, PollPreview } from './poll-preview-part.tsx'
import { settingsWords } from './settings-words.ts'

type FrameProps = {
  place: Place
  title: string
  sheets: readonly Sheet[]
  side?: ComponentChildren
  children: ComponentChildren
}

/** The frame of all pages of a new poll. */
function Frame({ place, title, sheets, side, children }: FrameProps): VNode {
  const { entry, thread } = place
  const name = nameOf(entry.visit)
  return (
    <Layout
      title={title}
      group_name={name}
      viewer={entry.viewer}
      sheets={sheets}
      side={side}
      crumbs={[
        { label: name, href: `/g/${entry.handle}` },
        thread === null
          ? { label: t('group.tab_polls'), href: `/g/${entry.handle}/polls` }
          : { label: thread.title, href: `/d/${thread.key}` },
      ]}
    >
      {children}
    </Layout>
  )
}

/** The page that asks for the type of a new poll. */
export function NewPollTypes({ place }: { place: Place }): VNode {
  return (
    <Frame place={place} title={t('poll_form.new_poll')} sheets={['poll-types']}>
      <h1>{t('poll_form.which_kind')}</h1>
      <ClosedThreadNote place={place} type={null} way="none" />
      <p>
        <a href="/help/facilitating#types">{t('poll_form.when_which')}</a>
      </p>
      <ul class="types bare">
        {POLL_TYPE_NAMES.map((type) => (
          <li key={type}>
            <BallotPicture type={type} />
            <div>
              <a href={`${addressOf(place)}${fromQuery(place.from)}&type=${type}`}>{typeName(type)}</a>
              <p>{typeSummary(type)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

const FORM = 'new-poll'

type FormProps = {
  place: Place
  form: Omit<FormState, 'voice'>
  people: Choosable
  /** The tags of the group. */
  offered: readonly Tag[]
  /** The request so far, and the resulting plan. */
  request: NewPoll
  plan: PollPlan
  /** When the draft in the form was saved; null: it is not a draft. */
  kept_at: Date | null
  /** Another page saved a newer draft, which is not in the form. */
  newer: boolean
  /** What it was filled from; null: it was not. */
  used: UsedPoll | null
  /** Its thread is closed, and its draft can move to the group. */
  way: WayToGroup
  unsent: Unsent
}

/** The page with the form of a new poll, and beside it a preview that a script updates. */
export function NewPollForm({ place, newer, ...props }: FormProps): VNode {
  const { people, request, plan, kept_at, used } = props
  const type = typeIn(props.form.values)
  const zone = place.entry.viewer.time_zone
  const labels = labelsOf(type)
  const form = { ...props.form, voice: formVoice(labels, zone) }
  const title = t(pageOf(type).form.new_title)
  return (
    <Frame
      place={place}
      title={title}
      sheets={['poll-form', ...(pageOf(type).form.sheets ?? ['grip'])]}
      side={
        <Beside>
          <PollPreview request={request} plan={plan} zone={zone} />
        </Beside>
      }
    >
      <FormHeader title={title} type={type} />
      <FormNotes {...{ ...props, place, type }} />
      <Faults problems={form.problems} labels={labels} voice={form.voice} />
      <PostForm id={FORM} action={formAddressOf(place, type)} class="stack" novalidate data-steps>
        <Once sent={form.values} island={pollType(type).options_are_times ? 'meeting-form' : 'poll-form'} />
        <DraftSeen at={kept_at ?? used?.draft_at ?? null} sent={form.values} />
        <Going place={place} type={type} />
        <PollFieldsPart
          form={form}
          type={type}
          zone={zone}
          now={place.entry.visit.now}
          people={people}
          offered={props.offered}
          times={offeredTimes({ poll_type: type, names: request.options ?? [], zone })}
          unreminded={missesReminder(request.settings, place.entry.visit.now)}
          settings={settingsWords(request, plan, place.entry.visit.now)}
          note={
            <EarlyTimes
              poll={request.settings}
              names={request.options ?? []}
              zone={zone}
              now={place.entry.visit.now}
              replaceable
            />
          }
        />
        <NewerNote place={place} type={type} newer={newer} />
        <StartRow
          place={place}
          request={request}
          plan={plan}
          other={{ step: 'preview', label: t('poll_form.preview') }}
        />
      </PostForm>
    </Frame>
  )
}

function FormHeader({ title, type }: { title: string; type: PollTypeName }): VNode {
  return (
    <header>
      <h1>{title}</h1>
      {/* The first button of a form is what the Enter key presses. */}
      <button type="submit" form={FORM} name="step" value="preview" hidden />
      {/* In one paragraph: a line of its own would push the button that starts the poll further down. */}
      <p>
        {richSentences([
          typeSummary(type),
          <button class="link" type="submit" form={FORM} name="step" value="another">
            {t('poll_form.another_kind')}
          </button>,
        ])}
      </p>
    </header>
  )
}

type NotesProps = Pick<FormProps, 'place' | 'way' | 'unsent' | 'kept_at' | 'used'> & { type: PollTypeName }

/** What to know before the form is filled in. */
function FormNotes({ place, type, way, unsent, kept_at, used }: NotesProps): VNode {
  return (
    <>
      <PublicNote place={place} />
      <ClosedThreadNote place={place} type={type} way={way} />
      <EmailLine unsent={unsent} handle={place.entry.handle} />
      <RefusedNow refusal={place.refusal} handle={place.entry.handle} />
      {kept_at !== null && <KeptNote place={place} form={FORM} kept_at={kept_at} />}
      {used !== null && <UsedNote place={place} type={type} used={used} />}
    </>
  )
}

/** Only shown if there is room for two columns, and a script that updates it. */
function Beside({ children }: { children: VNode }): VNode {
  return (
    <div class="beside" aria-hidden="true" inert>
      <p class="kicker">{t('poll_form.how_voters_see_it')}</p>
      <div id="preview">{children}</div>
    </div>
  )
}

type StartProps = { place: Place; request: NewPoll; plan: PollPlan; other: { step: string; label: string } }

/** The value of the button that saves a draft. */
export const KEEPS_DRAFT = 'keep'

function StartRow({ place, request, plan, other }: StartProps): VNode {
  const unread = request.problems.some(({ field }) => field === 'closing_at')
  const keeps = request.settings.closing_at === null && !unread
  return (
    <div class="row" id="start">
      <button class="button" type="submit" name="step" value={keeps ? KEEPS_DRAFT : 'start'}>
        {t(keeps ? 'poll_form.keep_draft' : 'poll_form.start', {
          told: place.sends ? plan.told : 0,
        })}
      </button>
      <button class="button plain" type="submit" name="step" value={other.step}>
        {other.label}
      </button>
    </div>
  )
}

type PreviewProps = { place: Place; fields: Fields; request: NewPoll; plan: PollPlan }

/** The page that previews a poll before it is made. */
export function NewPollPreview({ place, fields, request, plan }: PreviewProps): VNode {
  const { viewer, visit } = place.entry
  const { settings } = request
  return (
    <Frame place={place} title={t('poll_form.preview')} sheets={['poll-form']}>
      <header>
        <p class="kicker">{t('poll_form.preview')}</p>
        <h1>{t(settings.closing_at === null ? 'poll_form.keep_this_draft' : 'poll_form.start_this_poll')}</h1>
      </header>
      <PublicNote place={place} />
      <PollPreview request={request} plan={plan} zone={viewer.time_zone} />
      <RefusedNow refusal={place.refusal} handle={place.entry.handle} />
      <PlanTerms request={request} plan={plan} sends={place.sends} zone={viewer.time_zone} now={visit.now} />
      <PostForm action={formAddressOf(place, settings.poll_type)}>
        <Once sent={fields} />
        <DraftSeen at={null} sent={fields} />
        <Going place={place} type={settings.poll_type} />
        <Hidden values={fields} names={TYPED_NAMES} />
        <StartRow
          place={place}
          request={request}
          plan={plan}
          other={{ step: 'edit', label: t('poll_form.edit') }}
        />
      </PostForm>
    </Frame>
  )
}

type StartedProps = { place: Place; values: Fields; started: Started | null }

/** The page after sending a form again with other values. */
export function PollStarted({ place, values, started }: StartedProps): VNode {
  const type = typeIn(values)
  const again = { action: formAddressOf(place, type), name: 'step', value: 'start' }
  return (
    <Frame place={place} title={startedTitle('poll')} sheets={['poll-form']}>
      <StartedAlready what="poll" {...{ started, again }}>
        <Going place={place} type={type} />
        <Hidden values={values} names={TYPED_NAMES} />
      </StartedAlready>
    </Frame>
  )
}
