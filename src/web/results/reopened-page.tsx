import type { VNode } from 'preact'
import type { Db } from '../../db/db.ts'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { loadEarlierHead } from '../../polls/heads/load-head.ts'
import { loadReopened } from '../../polls/past/load-poll-past.ts'
import type { Reopening } from '../../polls/past/poll-past.ts'
import { pollState } from '../../polls/poll.ts'
import { shownNames } from '../../users/shown-names.ts'
import { Time } from '../parts/date-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { reopenedWords } from '../poll-words/reopened-part.tsx'
import type { Visited } from '../visits/poll-visit.ts'
import { rich, richSentences } from '../words/rich.tsx'

/**
 * The page in place of a file of the result while a reopened poll is open: the result that was signed no
 * longer holds. Null: it is not open, or was never reopened.
 */
export async function makeReopenedPage({ pool }: Db, visited: Visited): Promise<VNode | null> {
  const { loaded } = visited.visit
  const state = pollState(loaded.poll, loaded.now)
  if (state.is !== 'open') return null
  const reopened = (await loadReopened(pool, [loaded.poll])).get(loaded.poll.id)
  if (reopened === undefined) return null
  const head = (await loadEarlierHead(pool, loaded))?.head ?? null
  return <ReopenedPage visited={visited} reopened={reopened} until={state.until} head={head} />
}

/** `head`: the note signed at the closing before; null: none, or the results are hidden. */
type Props = { visited: Visited; reopened: Reopening; until: Date; head: string | null }

function ReopenedPage({ visited: { visit, viewer }, reopened, until, head }: Props): VNode {
  const { poll, in_group } = visit.loaded
  const zone = visit.visitor.time_zone
  const back = `/p/${poll.key}`
  const title = t('result.no_longer_signed')
  const names = shownNames(reopened.by === null ? [] : [reopened.by])
  return (
    <Layout
      title={t('poll.page_title', { page: title, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
    >
      <h1>{title}</h1>
      <p>
        {richSentences([
          reopenedWords({ reopened, names, zone }),
          rich('result.signed_at_closing', { time: <Time at={until} zone={zone} /> }),
        ])}
      </p>
      {head !== null && (
        <>
          <h2>{t('result.signed_before')}</h2>
          <pre dir="ltr">{head}</pre>
        </>
      )}
      <p>
        <a href={back}>{t('poll_tool.back')}</a>
      </p>
    </Layout>
  )
}
