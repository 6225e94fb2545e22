import { readRecord } from '@folkmoot/check'
import { readBallotExport } from '../../../src/cli/counting/ballot-file.ts'
import { recount } from '../../../src/polls/results/ballot-export.ts'
import type { PollTypeName } from '../../../src/polls/types/index.ts'
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

/** Pages of a poll and its thread, all or some, as an admin, somebody and nobody see them; its numbers. */
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
  const text = textOf(page.body)
  const broken = BROKEN.exec(text)
  if (broken !== null)
    at.fault(`${path} as ${who}: ${text.slice(Math.max(0, broken.index - 80), broken.index + 80)}`)
}

const textOf = (html: string) => decoded(html.replace(WRITTEN, ' ').replace(/<[^>]+>/g, ' '))

/** The files of a closed poll agree with their own recount, with its results over the API and its page. */
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
    const results = shown.json<Shown>().polls?.[0]?.results ?? []
    for (const { name, score } of results)
      if ((written.get(name) ?? score) !== score)
        at.fault(`${poll.key} ${name}: ${score} by the API, ${written.get(name)} in the file`)
    const text = textOf((await at.get(`/p/${poll.key}`, cookie)).body)
    const on_page = scoresIn(text, poll)
    const by_api = sorted(results.map(({ score }) => score))
    if (on_page.length === by_api.length && on_page.join() !== by_api.join())
      at.fault(`page of ${poll.key}: ${on_page.join()}, but ${by_api.join()} by the API`)
  }
  const record = await at.get(`/p/${poll.key}/record.json`, cookie)
  if (record.statusCode !== 200) return
  const read = readRecord(record.json())
  if (!('record' in read)) return at.fault(`record of ${poll.key}: ${JSON.stringify(read)}`)
  for (const finding of check(read.record))
    if (finding.state === 'failed') at.fault(`record of ${poll.key}: ${JSON.stringify(finding)}`)
}

const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other)

/** How pages in English write what an option got. */
const SCORES: Partial<Record<PollTypeName, RegExp>> = {
  poll: /([\d,]+) of [\d,]+ ·/g,
  dot_vote: /([\d,]+) dots? from/g,
  ranked_choice: /([\d,]+) points? of/g,
}

/** What the options got, in order of size; none where the page tells the rounds of a count instead. */
function scoresIn(text: string, { poll_type }: PollRow): number[] {
  const found = SCORES[poll_type] === undefined ? [] : [...text.matchAll(SCORES[poll_type])]
  return sorted(found.map(([, number = '']) => Number(number.replaceAll(',', ''))))
}

type Shown = { polls?: { results?: { score: number; name: string }[] }[] }

/** Rows that must not be there: totals that are not those of the ballots, and options without a cost. */
const WRONG = {
  tally: `with sums as (select place, sum(score) as sum
      from ballots b, unnest(b.scores) with ordinality as s (score, place) where b.poll_id = $1 group by place)
    select t.cast_count, t.sums, (select array_agg(sum order by place) from sums) as summed
    from tallies t join polls p on p.id = t.poll_id where t.poll_id = $1 and not p.anonymous
      and (t.cast_count <> (select count(*) from ballots where poll_id = $1)
        or exists (select 1 from sums where coalesce(sum, 0) <> coalesce(t.sums[place], 0)))`,
  'option without a cost': `select o.name from poll_options o join polls p on p.id = o.poll_id
    where p.id = $1 and p.count_method = 'equal_shares' and p.closing_at is not null and o.cost is null`,
}
