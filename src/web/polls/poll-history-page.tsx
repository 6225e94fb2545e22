import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { History } from '../../discussions/comments/history.ts'
import { NotFound } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { joined, t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { loadPollEdits } from '../../polls/past/load-poll-past.ts'
import type { Edited, PastEdit } from '../../polls/past/poll-past.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { shownNames } from '../../users/shown-names.ts'
import { Time } from '../parts/date-part.tsx'
import { HistoryPages } from '../parts/history-pages-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { Changes } from '../poll-words/changes-part.tsx'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { numberInQuery } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { pollPage, type Visited } from '../visits/poll-visit.ts'
import { rich } from '../words/rich.tsx'

export const pollHistoryPage = pollPage({ path: '/p/:key/history', show: showPollHistory })

/** GET /p/KEY/history: what was edited since voting opened, for everyone who may see the poll. */
async function showPollHistory(exchange: Exchange, arrival: Visited): Promise<FastifyReply> {
  const from = numberInQuery(exchange, 'from', 0)
  const edits = await loadPollEdits(exchange.services.db.pool, arrival.visit.loaded.poll, from)
  if (edits.versions.length === 0) throw new NotFound()
  return sendPage(exchange, <HistoryPage arrival={arrival} edits={edits} from={from} />)
}

type Props = { arrival: Visited; edits: History<PastEdit>; from: number }

function HistoryPage({ arrival: { visit, viewer }, edits: { versions, older }, from }: Props): VNode {
  const { poll, in_group } = visit.loaded
  const back = `/p/${poll.key}`
  const label = t('poll.history')
  const editors = versions.flatMap(({ editor }) => editor ?? [])
  const names = shownNames(editors)
  return (
    <Layout
      title={t('poll.page_title', { page: label, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
    >
      <h1>{label}</h1>
      <p>{t('poll.history_about')}</p>
      <ol class="versions bare">
        {versions.map((edit) => (
          <li key={edit.at.getTime()} class="said stack">
            <EditPart edit={edit} names={names} loaded={visit.loaded} zone={visit.visitor.time_zone} />
          </li>
        ))}
      </ol>
      <HistoryPages at={`${back}/history`} from={from} older={older} />
      <p>
        <a href={back}>{t('poll_tool.back')}</a>
      </p>
    </Layout>
  )
}

type EditProps = { edit: PastEdit; names: Map<number, string>; loaded: LoadedPoll; zone: string }

function EditPart({
  edit: { at, editor, changes, earlier, meanings },
  names,
  loaded,
  zone,
}: EditProps): VNode {
  return (
    <>
      <h2>
        <Time at={at} zone={zone} />
      </h2>
      {editor !== null && (
        <p class="small">
          {rich('poll.edited_by', { name: <Person user={editor} shown={names.get(editor.id)} /> })}
        </p>
      )}
      <Changes changes={changes ?? []} zone={zone} />
      {earlier !== null && (
        <>
          <p class="kicker">{t('poll.earlier_details')}</p>
          {(earlier.details ?? '').trim() === '' ? (
            <p>{t('poll.no_details')}</p>
          ) : (
            <RichText text={earlier.details ?? ''} format={earlier.details_format} />
          )}
        </>
      )}
      {meanings.length > 0 && <EarlierMeanings meanings={meanings} loaded={loaded} zone={zone} />}
    </>
  )
}

type MeaningsProps = Pick<PastEdit, 'meanings'> & Omit<EditProps, 'edit' | 'names'>

function EarlierMeanings({ meanings, loaded: { poll, options }, zone }: MeaningsProps): VNode {
  const names = new Map(options.map(({ slot, name }) => [slot, optionLabel(poll.poll_type, name, zone)]))
  return (
    <>
      <p class="kicker">{t('poll.earlier_meanings')}</p>
      <ul class="small bare">
        {meanings.map(({ slot, meaning }) => (
          <li key={slot}>
            <strong dir="auto">{names.get(slot)}</strong>{' '}
            {meaning === null ? t('poll.no_meaning') : <OptionMeaning option={{ meaning, cost: null }} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Below the title: that the poll was edited since voting opened, when last, and what of it. */
export function EditedNote({ at, edited, zone }: { at: string; edited: Edited; zone: string }): VNode {
  return (
    <p class="small quiet">
      {rich('poll.edited', {
        link: (text) => <a href={`${at}/history`}>{text}</a>,
        time: <Time at={edited.at} zone={zone} />,
        settings: joined(edited.fields.flatMap((field) => settingName(field) ?? [])),
      })}
    </p>
  )
}
