import { rows } from '../../contract/acts.ts'
import { filled, formsIn, type PageForm, type Typist } from './page-forms.ts'
import { ballotTypist, typist, wishTypist } from './typists.ts'
import { type PollKind, wishBy } from './wishes.ts'
import { HANDLES, type PollRow, type WalkWorld, type Who } from './world.ts'

const SHOWN = 400

type How = Who & { type: Typist; bold: number }

/** Sends a form of a page, and opens the page that it leads to; in words for the trail. */
async function sendForm(at: WalkWorld, form: PageForm, { who, cookie, ...how }: How): Promise<string> {
  const fields = filled(at.chance, form, how)
  const answer = await at.post(form.action, cookie, fields)
  const to = String(answer.headers.location ?? '')
  if (to.startsWith('/')) await at.get(to, cookie)
  const why = /class="error[^>]*>([\s\S]{0,300})/.exec(answer.body)?.[1]?.replace(/<[^>]+>/g, ' ') ?? ''
  return `${who} ${form.action} ${JSON.stringify(fields).slice(0, SHOWN)}: ${answer.statusCode} ${to}${why}`
}

/** People; of a poll, those who have a ballot in it. */
const PEOPLE = `select id, email from users u where email is not null
  and ($1::bigint is null or exists (select 1 from electorate e where e.poll_id = $1 and e.user_id = u.id))
  order by id`

export const peopleOf = (at: WalkWorld, poll_id: number | null) =>
  rows<{ id: number; email: string }>(at.db, PEOPLE, [poll_id])

export const ada = async (at: WalkWorld): Promise<Who> => ({
  who: 'ada',
  cookie: await at.cookieOf(at.world.ada.id),
})

/** An admin, a member, an invited person, a guest, a voter by a link, or nobody. */
export async function someone(at: WalkWorld, poll: PollRow | null): Promise<Who> {
  const { chance } = at
  if (chance.in(0.35)) return ada(at)
  const people = await peopleOf(at, chance.in(0.8) ? (poll?.id ?? null) : null)
  if (people.length === 0 || chance.in(0.06)) return { who: 'nobody', cookie: '' }
  const { id, email } = chance.one(people)
  if (poll === null || chance.in(0.6)) return { who: email, cookie: await at.cookieOf(id) }
  return { who: `link of ${email}`, cookie: await at.linkCookie(poll.id, id) }
}

/** A program makes a poll. */
export async function createByApi(at: WalkWorld, kind: PollKind): Promise<string> {
  const { chance } = at
  const { key, handle } = chance.one(at.keys)
  const [group] = await rows<{ id: number }>(at.db, 'select id from groups where handle = $1', [handle])
  const threads = await rows<{ id: number }>(at.db, THREADS, [handle])
  const thread = threads.length > 0 && chance.in(0.5) ? { discussion_id: chance.one(threads).id } : {}
  const wish = { ...wishBy(chance, kind), ...thread }
  const answer = chance.in(0.3)
    ? await at.api('POST', '/api/b2/polls', chance.one(at.person_keys), { group_id: group?.id, ...wish })
    : await at.api('POST', '/api/b1/polls', key, wish)
  return `create ${JSON.stringify(wish)}: ${answer.statusCode} ${answer.statusCode === 200 ? '' : answer.body}`
}

const THREADS = `select d.id from discussions d join groups g on g.id = group_id
  where handle = $1 and discarded_at is null order by d.id`

/** Somebody fills in the form of a new poll, sometimes as a copy of an earlier one. */
export async function createByForm(at: WalkWorld, kind: PollKind): Promise<string> {
  const { chance } = at
  const wish = wishBy(chance, kind)
  const by = chance.in(0.6) ? await ada(at) : await someone(at, null)
  const last = (await at.polls()).at(-1)
  const again = last !== undefined && chance.in(0.15) ? `&again=${last.key}` : ''
  const place = last?.thread && chance.in(0.3) ? `thread=${last.thread}` : `group=${chance.one(HANDLES)}`
  const page = await at.get(`/new-poll?${place}&type=${wish.poll_type}${again}`, by.cookie)
  const form = formsIn(page.body).find(({ id }) => id === 'new-poll')
  if (form === undefined) return `${by.who} may make no poll`
  return sendForm(at, form, { ...by, type: wishTypist(chance, wish), bold: 0.05 })
}

const TOOLS = {
  draft: ['edit', 'options', 'options', 'open', 'open', 'invite', 'tags'],
  open: ['options', 'edit', 'close', 'invite', 'open-links', 'remind', 'voters', 'share', 'tags'],
  closed: ['outcome', 'outcome', 'reopen', 'reopen', 'discard'],
}

/** Ada sends a form that manages this poll. */
export async function manage(at: WalkWorld, poll: PollRow): Promise<string> {
  const { chance } = at
  const by = await ada(at)
  const path = `/p/${poll.key}/${chance.one(TOOLS[poll.state])}`
  const forms = formsIn((await at.get(path, by.cookie)).body)
  const own = forms.filter(({ action }) => action.startsWith(`/p/${poll.key}/`))
  if (own.length === 0) return `no form at ${path}`
  return sendForm(at, chance.one(own), { ...by, type: typist(chance), bold: 0.3 })
}

/** Some people vote on the poll's page. */
export async function voteOnPages(at: WalkWorld, poll: PollRow): Promise<string> {
  const said: string[] = []
  for (let voter = at.chance.below(4); voter >= 0; voter--) {
    const by = await someone(at, poll)
    said.push(await voteAt(at, `/p/${poll.key}`, by))
  }
  return said.join('\n    ')
}

/** Ada copies an open link, by which strangers vote, some of them twice. */
export async function voteByOpenLink(at: WalkWorld, poll: PollRow): Promise<string> {
  const { chance } = at
  const { cookie } = await ada(at)
  const path = `/p/${poll.key}/open-links`
  const form = formsIn((await at.get(path, cookie)).body).find(({ action }) => action.endsWith('/open-links'))
  if (form === undefined) return 'no open link'
  const page = await at.post(path, cookie, filled(chance, form, { bold: 0, type: () => '' }))
  const link = /\/vote\?k=[\w-]+/.exec(page.body)?.[0]
  if (link === undefined) return `no open link: ${page.statusCode}`
  const said: string[] = []
  for (let voter = chance.below(3); voter >= 0; voter--) {
    const first = await at.get(link)
    const set = [first.headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';')[0])
    for (let time = chance.below(2); time >= 0; time--)
      said.push(await voteAt(at, link, { who: 'stranger', cookie: set.join('; ') }))
  }
  return said.join('\n    ')
}

async function voteAt(at: WalkWorld, path: string, by: Who): Promise<string> {
  const forms = formsIn((await at.get(path, by.cookie)).body)
  const form = forms.find(({ action }) => /\/ballot|^\/vote/.test(action))
  if (form === undefined) return `no ballot of ${by.who}`
  return sendForm(at, form, { ...by, type: ballotTypist(at.chance, form), bold: 0.95 })
}
