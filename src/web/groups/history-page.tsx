import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { HISTORY_PARTS, type HistoryPart } from '../../events/kind-facts.ts'
import { factsOf } from '../../events/kinds.ts'
import { t } from '../../locales/say.ts'
import { type HistoryEntry, oneForEachAct } from '../../members/history/history-entry.ts'
import { type History, loadHistory } from '../../members/history/load-history.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { listedNames } from '../../users/shown-names.ts'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Changes } from '../poll-words/changes-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { type Entry, groupPage } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { deedOf } from './history-words.ts'

const PER = 50

export const historyPage = groupPage({
  path: '/g/:handle/history',
  may: 'administer',
  tab: { label: 'group.tab_history', within: '/g/:handle/settings' },
  show: showHistory,
})

const PART_NAMES: readonly string[] = HISTORY_PARTS
const isPart = (text: string): text is HistoryPart => PART_NAMES.includes(text)

/** GET /g/HANDLE/history; `?before=` is the event to continue before, `?part=` what to list. For admins. */
async function showHistory(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const asked = queryText(exchange, 'before')
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : null
  const wished = queryText(exchange, 'part')
  const part = isPart(wished) ? wished : null
  const group_id = entry.visit.in_group.group.id
  const history = await loadHistory(exchange.services.db.pool, { group_id, before, per: PER, part })
  return sendPage(
    exchange,
    <HistoryPage entry={entry} history={history} part={part} isFirst={before === null} />,
  )
}

function HistoryPage({
  entry,
  history,
  part,
  isFirst,
}: {
  entry: Entry
  history: History
  part: HistoryPart | null
  isFirst: boolean
}): VNode {
  const { viewer, visit, handle } = entry
  const { before } = history
  const entries = oneForEachAct(history.entries)
  const people = entries.flatMap(({ actor, person }) => [actor ?? [], person ?? []].flat())
  const at = `/g/${handle}/history`
  const admin = visit.abilities.includes('administer')
  const names = listedNames(people, seesAddresses({ came_by: 'session', visitor: { admin } }))
  return (
    <GroupFrame entry={entry} title={t('group.tab_history')}>
      <p>{t('history.about')} </p>
      <nav class="row" aria-label={t('history.parts')}>
        {(['all', ...HISTORY_PARTS] as const).map((name) => (
          <a
            key={name}
            href={name === 'all' ? at : `${at}?part=${name}`}
            aria-current={name === (part ?? 'all') ? 'page' : undefined}
          >
            {t(`history_part.${name}`)}
          </a>
        ))}
      </nav>
      {entries.length === 0 && (
        <Empty>{before === null ? t('history.nothing') : t('history.nothing_here')}</Empty>
      )}
      <ul class="list bare">
        {entries.map((one) => (
          <li key={`${one.what} ${one.subject_id} ${one.at.getTime()}`}>
            <p>
              <Sentence entry={one} names={names} of={entry} />
            </p>
            {one.what !== 'member_joined' && (
              <Changes changes={one.changes} zone={viewer.time_zone} of={factsOf(one.what)?.subject} />
            )}
            <p class="small quiet">
              <Time at={one.at} zone={viewer.time_zone} />
            </p>
          </li>
        ))}
      </ul>
      <nav class="row" aria-label={t('page.list_pages')}>
        {!isFirst && <a href={part === null ? at : `${at}?part=${part}`}>{t('page.newest')}</a>}
        {before !== null && (
          <a href={`${at}?${part === null ? '' : `part=${part}&`}before=${before}`}>{t('page.older')}</a>
        )}
      </nav>
    </GroupFrame>
  )
}

type SentenceProps = { entry: HistoryEntry; names: Map<number, string>; of: Entry }

/** "Ada Vale closed the poll A new roof." The object of the action is a link. */
function Sentence({ entry, names, of: { handle, visit } }: SentenceProps): ComponentChildren {
  const { what, actor, person, title, place } = entry
  const deed = deedOf(entry)
  const nameOf = (user: typeof actor) => (user === null ? null : (names.get(user.id) ?? null))
  const path = deed?.path?.(entry, handle)
  const has_page = entry.poll !== null || entry.thread !== null
  const named = nameOf(person)
  const whole = place ?? title ?? (deed?.of_group ? visit.in_group.group.name : null)
  const about = deed?.names_person ? whole : (named ?? whole)
  const parts = {
    person: <bdi>{named}</bdi>,
    actor: actorPart(actor, nameOf(actor)),
    // The page of a deleted poll or thread says when it was deleted, and by whom.
    subject: (
      <Subject name={about ?? t('history.deleted')} path={about === null && !has_page ? undefined : path} />
    ),
  }
  if (deed === undefined) return rich('history.other', { ...parts, what })
  return rich(actor === null ? deed.alone : deed.by, parts)
}

/** "Ada Vale", "Robot (API key)" */
function actorPart(actor: HistoryEntry['actor'], name: string | null): VNode {
  const shown = <strong dir="auto">{name}</strong>
  return actor?.bot === true ? <span>{rich('history.by_key', { name: shown })}</span> : shown
}

function Subject({ name, path }: { name: string; path: string | undefined }): VNode {
  return path === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={path} dir="auto">
      {name}
    </a>
  )
}
