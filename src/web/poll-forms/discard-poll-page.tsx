import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { Invalid, type Problem } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { discardDraftPoll, discardPoll } from '../../polls/discard-poll.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { Faults } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField, requireConfirmed } from '../visits/confirm-part.tsx'
import { doneAddress } from '../visits/done-part.tsx'
import type { ToolLink } from '../visits/page.ts'
import { abilitiesOf, pollToolPage, requireAbility, toolLabel, viewBySentForm } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'
import { tellsTime } from './outcome-form-part.tsx'

const INVALID = 422
const CONFLICT = 409
/** Sent by the form that discards a draft: voting may have been opened since. */
const DRAFT_FIELD = 'draft'
const LINK: ToolLink = { label: 'poll_tool.delete', label_draft: 'poll_tool.discard' }

/** GET /p/KEY/discard: asks whether to discard the draft, or to delete the poll. */
export const discardPollPage = pollToolPage({
  path: '/p/:key/discard',
  may: 'discard',
  tool: LINK,
  show: async (exchange, view) => sendPage(exchange, <DiscardPage view={view} />),
  acts: { '/p/:key/discard': discard },
})

/**
 * POST /p/KEY/discard: discards the draft, or deletes the poll if the box is ticked; shows the group's other
 * polls.
 */
async function discard(exchange: Exchange): Promise<FastifyReply> {
  const { reply, services } = exchange
  const view = await viewBySentForm(exchange)
  const { visit } = view
  const { poll, in_group } = visit.loaded
  requireAbility(visit, 'discard')
  const draft = isDraft(visit.loaded)
  if (!draft && textOf(formOf(exchange), DRAFT_FIELD) !== '')
    return sendPage(exchange, <DiscardPage view={view} opened />, CONFLICT)
  try {
    if (!draft) requireConfirmed(exchange)
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    return sendPage(exchange, <DiscardPage view={view} problems={refusal.problems} />, INVALID)
  }
  // A draft may have been opened since, without being asked about as an open poll.
  await actAs(services, visit.visitor.id, (act) => (draft ? discardDraftPoll : discardPoll)(act, poll.id))
  const polls = `/g/${in_group.group.handle}/polls`
  const to = draft
    ? doneAddress(`${polls}?state=draft`, 'draft_discarded')
    : doneAddress(polls, 'poll_deleted')
  return reply.redirect(to, 303)
}

const isDraft = ({ poll, now }: LoadedPoll) => pollState(poll, now).is === 'draft'

/** `opened`: voting was opened after the visitor was asked whether to discard the draft. */
type Props = { view: PollView; problems?: Problem[]; opened?: boolean }

function DiscardPage({ view, problems = [], opened = false }: Props): VNode {
  const { visit, viewer } = view
  const { poll, in_group } = visit.loaded
  const back = `/p/${poll.key}`
  const label = toolLabel(LINK, visit.loaded)
  return (
    <Layout
      title={t('poll.page_title', { page: label, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
    >
      <h1>{label}</h1>
      <Faults problems={problems} labels={{ confirm: t('form.the_box') }} />
      {opened && (
        <p class="note" role="alert">
          {t('poll_tool.draft_opened')}
        </p>
      )}
      <PostForm class="stack" action={`${back}/discard`}>
        {isDraft(visit.loaded) ? (
          <>
            <input type="hidden" name={DRAFT_FIELD} value="yes" />
            <p>{t('poll_tool.discard_about')}</p>
          </>
        ) : (
          <>
            <Losses view={view} />
            <ConfirmField form={{ values: {}, problems }} />
          </>
        )}
        <p class="row">
          <button class="button" type="submit">
            {label}
          </button>
          <a href={back}>{t('poll_tool.back')}</a>
        </p>
      </PostForm>
    </Layout>
  )
}

/** What deleting a poll takes away. Nobody learns here how many have voted in an anonymous poll so far. */
function Losses({ view: { visit } }: { view: PollView }): VNode {
  const { loaded } = visit
  const { poll, decided_count, open_count } = loaded
  const sends = useContext(SendsMail)
  return (
    <>
      <p>{t('poll_tool.delete_about')}</p>
      <ul>
        {(!poll.anonymous || poll.closed_at !== null) && (
          <li>{t('poll_tool.delete_votes', { votes: decided_count + open_count })}</li>
        )}
        <li>{t('poll_tool.delete_links')}</li>
        <li>{t(tellsTime(loaded) && sends ? 'poll_tool.reopen_cancels' : 'poll_tool.delete_silent')}</li>
      </ul>
      {abilitiesOf(visit).includes('close') && (
        <p>
          {rich('poll_tool.delete_instead', {
            link: (text) => <a href={`/p/${poll.key}/close`}>{text}</a>,
          })}
        </p>
      )}
    </>
  )
}
