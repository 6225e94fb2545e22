import { readRecord } from '@folkmoot/check'
import { readBallotExport } from '../../../src/cli/counting/ballot-file.ts'
import { recount } from '../../../src/polls/results/ballot-export.ts'
import { PAGES } from '../../../src/web/pages.ts'
import { rows } from '../../contract/acts.ts'
import { decoded } from '../../group-web.ts'
import { check } from '../../poll-records.ts'
import { ada, someone } from './senders.ts'
import { HANDLES, type PollRow, type WalkWorld, type Who } from './world.ts'

/** The paths of pages that need no more parameters than this start. */
const under = (start: string) =>
  PAGES.map(({ path }) => path).filter(
    (path) => path.startsWith(start) && !path.slice(start.length).includes(':'),
  )
const OF_POLL = under('/p/:key')
const OF_THREAD = under('/d/:key')
const OF_GROUP = under('/g/:handle')
/** What code writes where a value is missing. */
const BROKEN = /\bNaN\b|\bundefined\b|\[object |\bInfinity\b|\bInvalid Date\b|\{(count|names?|title|time)\}/
/** Parts of pages that people wrote. */
const WRITTEN = /<(style|script|textarea|bdi)\b[\s\S]*?<\/\1>|<[^>]*dir="auto"[^>]*>[^<]*/g

/** Pages of one poll and its thread, as its admin, as somebody and as nobody sees them: all pages, or some. */
export async function lookAt(at: WalkWorld, poll: PollRow, all: boolean): Promise<void> {
  const { chance } = at
  const page = `/p/${poll.key}`
  const of_thread =
    poll.thread === null ? [] : OF_THREAD.map((path) => path.replace(':key', poll.thread ?? ''))
  const paths = [...OF_POLL.map((path) => path.replace(':key', poll.key)), ...of_thread]
  for (const by of [await ada(at), await someone(at, poll)])
    for (const path of paths) if (all || path === page || chance.in(0.1)) await look(at, path, by)
  for (const path of [page, `${page}/embed`])
    if (all || chance.in(0.3)) await look(at, path, { who: 'nobody', cookie: '' })
  const of_discussion = ['', '/items', '/markdown'].map((path) => `threads/${poll.discussion_id}${path}`)
  for (const path of ['', '/voters', '/head', '/record'])
    if (all || chance.in(0.2)) await at.api('GET', `/api/b1/polls/${poll.id}${path}`, keyOf(at, poll))
  for (const path of [`polls/${poll.id}`, ...(poll.discussion_id === null ? [] : of_discussion)])
    if (all || chance.in(0.15)) await at.api('GET', `/api/b2/${path}`, chance.one(at.person_keys))
  for (const [name, wrong] of Object.entries(WRONG))
    for (const found of await rows(at.db, wrong, [poll.id]))
      at.fault(`${name} of ${poll.key}: ${JSON.stringify(found)}`)
  if (poll.state === 'closed' && !poll.discarded && (all || chance.in(0.3))) await checkFiles(at, poll)
}

const keyOf = (at: WalkWorld, poll: PollRow) => at.keys.find(({ handle }) => handle === poll.handle)!.key

/** The groups' pages, feeds and lists. */
export async function lookAround(at: WalkWorld): Promise<void> {
  for (const by of [await ada(at), await someone(at, null)]) {
    for (const handle of HANDLES)
      for (const path of OF_GROUP) await look(at, path.replace(':handle', handle), by)
    for (const path of ['/', '/account', '/account/data']) await look(at, path, by)
  }
  for (const path of at.feeds) await at.get(path)
  for (const { key } of at.keys)
    for (const path of ['polls', 'discussions', 'memberships', 'events'])
      await at.api('GET', `/api/b1/${path}`, key)
  for (const key of at.person_keys)
    for (const path of ['polls', 'threads', 'history?group_id=1']) await at.api('GET', `/api/b2/${path}`, key)
}

async function look(at: WalkWorld, path: string, { who, cookie }: Who): Promise<void> {
  const page = await at.get(path, cookie)
  if (!String(page.headers['content-type']).startsWith('text/html')) return
  const text = decoded(page.body.replace(WRITTEN, ' ').replace(/<[^>]+>/g, ' '))
  const broken = BROKEN.exec(text)
  if (broken !== null)
    at.fault(`${path} as ${who}: ${text.slice(Math.max(0, broken.index - 80), broken.index + 80)}`)
}

/** The files of a closed poll agree with their own recount, and with its results over the API. */
async function checkFiles(at: WalkWorld, poll: PollRow): Promise<void> {
  const { cookie } = await ada(at)
  const ballots = await at.get(`/p/${poll.key}/ballots.json`, cookie)
  if (ballots.statusCode === 200) {
    const read = readBallotExport(ballots.json())
    if ('wrong' in read) return at.fault(`ballots.json of ${poll.key}: ${read.wrong}`)
    const { differences } = await recount(read.file, () => undefined)
    if (differences.length > 0) at.fault(`recount of ${poll.key}: ${differences.join('; ')}`)
    const scores = new Map(read.file.totals.rows.map(({ slot, score }) => [slot, score]))
    const written = new Map(read.file.poll.options.map(({ slot, name }) => [name, scores.get(slot)]))
    const shown = await at.api('GET', `/api/b1/polls/${poll.id}`, keyOf(at, poll))
    for (const { name, score } of shown.json<Shown>().polls?.[0]?.results ?? [])
      if ((written.get(name) ?? score) !== score)
        at.fault(`${poll.key} ${name}: ${score} by the API, ${written.get(name)} in the file`)
  }
  const record = await at.get(`/p/${poll.key}/record.json`, cookie)
  if (record.statusCode !== 200) return
  const read = readRecord(record.json())
  if (!('record' in read)) return at.fault(`record of ${poll.key}: ${JSON.stringify(read)}`)
  for (const finding of check(read.record))
    if (finding.state === 'failed') at.fault(`record of ${poll.key}: ${JSON.stringify(finding)}`)
}

type Shown = { polls?: { results?: { score: number; name: string }[] }[] }

/** Rows that must not be there: totals that are not those of the ballots, and options that no budget can buy. */
const WRONG = {
  tally: `with cast_votes as (select scores from ballots where poll_id = $1),
    summed as (select place, sum(score) as sum from cast_votes, unnest(scores) with ordinality as s (score, place)
      group by place)
    select t.cast_count, (select count(*) from cast_votes) as ballots, t.sums,
      (select array_agg(coalesce(sum, 0) order by place) from summed) as summed
    from tallies t join polls p on p.id = t.poll_id
    where t.poll_id = $1 and not p.anonymous and (t.cast_count <> (select count(*) from cast_votes)
      or exists (select 1 from summed where coalesce(sum, 0) <> coalesce(t.sums[place], 0)))`,
  'option without a cost': `select o.name from poll_options o join polls p on p.id = o.poll_id
    where p.id = $1 and p.count_method = 'equal_shares' and p.closing_at is not null and o.cost is null`,
}
