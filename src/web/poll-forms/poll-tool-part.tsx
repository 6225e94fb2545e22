import type { VNode } from 'preact'
import type { Act } from '../../db/db.ts'
import type { Problem } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { ReminderReach } from '../../notifications/reach-reads.ts'
import type { Ability } from '../../polls/facilitation.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { pageOf } from '../ballots/index.ts'
import { AsShown, ChangedMeanwhile, keepLaterEdits, unwarned } from '../edits/as-shown-part.tsx'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { ToldIn } from '../parts/zone-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { DraftNote, DraftSeen, type DraftState, NewerDraft, NO_DRAFT } from '../visits/draft-note-part.tsx'
import { PollEmailNote, type Unsent } from '../visits/email-note-part.tsx'
import type { ToolLink } from '../visits/page.ts'
import { toolLabel } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { formVoice } from '../words/form-voice.ts'
import { checkStands } from './outcome-form-part.tsx'
import { labelsOf } from './poll-labels.ts'
import type { ToolForm as FormPart, FormProps } from './poll-tool-forms.tsx'

/** The action of a form; returns a number if that many people are concerned, false if it changed nothing. */
type Deed = (act: Act, view: PollView, exchange: Exchange) => Promise<unknown>

export type ToolForm = {
  /** The last part of its URL. */
  name: string
  ability: Ability
  link: ToolLink
  Form: FormPart
  button: PlainKey
  /** The same where it edits an outcome. */
  button_published?: PlainKey
  /** Whether its button is available now; by default always. */
  ready?: (view: PollView, reach: ReminderReach | null) => boolean
  values?: (view: PollView) => object
  /** What is wrong so far, of a form that a script checks while it is filled in. */
  check?: (view: PollView, exchange: Exchange) => Problem[]
  /** It sends mails. */
  mails?: true
  /** The field with its text, if it is saved while it is written. */
  draft?: string
  /** It reminds people by mail. */
  reminds?: true
  /** It withdraws an outcome, of which mails tell. */
  withdraws?: true
  /** It withdraws an outcome and leaves the poll closed, of which mails tell. */
  takes_back?: true
  /** It publishes an outcome, of which mails tell. */
  publishes?: true
  /** It edits what others may edit at the same time, which `values` has. */
  edits?: true
  /** It offers the tags of the group. */
  tags?: true
  deed: Deed
}

/** `keepLaterEdits` for a draft. */
export function keepLater(tool: ToolForm, view: PollView, fields: Fields) {
  return compare(tool, view, unwarned(fields))
}

/** The same for a form. With an outcome that was withdrawn, nothing is compared. */
function compare(tool: ToolForm, view: PollView, fields: Fields) {
  const problems = tool.publishes ? checkStands(view, fields) : []
  return problems.length > 0 ? { fields, problems } : keepLaterEdits(fields, { ...tool.values?.(view) })
}

/** The same for a sent form, which gets the kept fields. Returns the problems. */
export function takeLater(tool: ToolForm, view: PollView, { request }: Exchange): Problem[] {
  const body = bodyOf(request)
  const { fields, problems } = compare(tool, view, body.fields)
  body.fields = fields
  return problems
}

/** A person's draft of the form. Null: it has none, or visitors came by a link, which others may use. */
export function draftOf({ name, draft }: ToolForm, { viewer, visit }: PollView) {
  if (draft === undefined || viewer === null) return null
  return { user_id: viewer.id, place: `${name} of poll ${visit.loaded.poll.id}`, text: [draft] }
}

export type Props = {
  tool: ToolForm
  view: PollView
  form: Omit<FormState, 'voice'>
  draft?: DraftState
  /** Nothing was sent yet: its problems are those of a draft. */
  opened?: boolean
}
type Beside = { unsent: Unsent } & Pick<FormProps, 'offered' | 'reach' | 'reopening' | 'told'>

export function ToolPage({
  tool,
  view,
  unsent,
  draft = NO_DRAFT,
  opened = false,
  ...props
}: Props & Beside): VNode {
  const { offered, reach, reopening, told } = props
  const { poll, in_group } = view.visit.loaded
  const labels = labelsOf(poll.poll_type, LABELS)
  const form = { ...props.form, voice: formVoice(labels, view.visit.visitor.time_zone) }
  const back = `/p/${poll.key}`
  const label = toolLabel(tool.link, view.visit.loaded)
  const keeps = draftOf(tool, view) !== null
  const checks = tool.check !== undefined
  const on = { now: view.visit.loaded.now, zone: view.visit.visitor.time_zone }
  return (
    <Layout
      title={t('poll.page_title', { page: label, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={view.viewer}
      sheets={[
        // Some tools show the outcome.
        ...(view.visit.loaded.outcome === null ? [] : ['results' as const]),
        ...(pageOf(poll.poll_type).sheets?.(poll) ?? []),
      ]}
    >
      <h1>{label}</h1>
      <PollEmailNote visit={view.visit} unsent={unsent} />
      <PostForm
        class="stack"
        action={`${back}/${tool.name}`}
        data-keep={keeps ? '' : undefined}
        data-steps={checks ? '' : undefined}
        novalidate
      >
        {!opened && <Faults problems={form.problems} labels={labels} voice={form.voice} />}
        {tool.edits && (
          <>
            <ChangedMeanwhile problems={form.problems} href={back} />
            <AsShown stored={{ ...tool.values?.(view) }} sent={form.values} />
          </>
        )}
        <Once draft={form.values} />
        {keeps && <DraftSeen at={draft.kept_at} sent={form.values} />}
        <ToldIn zone={view.visit.visitor.time_zone} />
        <tool.Form {...{ view, form, offered, reach, reopening, told }} />
        <p class="row">
          {tool.ready?.(view, reach) !== false && (
            <button class="button" type="submit">
              {t((view.visit.loaded.outcome !== null && tool.button_published) || tool.button)}
            </button>
          )}
          <a href={back}>{t('poll_tool.back')}</a>
        </p>
        {draft.kept_at !== null && <DraftNote at={draft.kept_at} on={on} />}
        {draft.newer !== null && <NewerDraft href={draft.newer} />}
      </PostForm>
      {keeps && <IslandScript name="keep-form" />}
      {checks && <IslandScript name="form-steps" />}
    </Layout>
  )
}

/** Fields that only these forms have, or label otherwise. */
const LABELS = {
  statement: 'poll_tool.outcome',
  poll_option_id: 'poll_tool.decided_on',
  review_on: 'poll_tool.review_on',
  emails: 'poll_form.addresses',
  hide_results: 'poll_tool.results',
} as const
