import { median } from './median.ts'
import { NEW_POLL, type Pages } from './pages.ts'

const VOTES = 20
/** A page is notified at most once a second: votes come further apart, and at irregular times. */
const PAUSE_MS = 1_200
const DRIFT_MS = 170
const GIVEN_UP_MS = 10_000

/**
 * The delay until an open page is notified of a vote over HTTP, from the vote's response, in milliseconds.
 */
export async function timeHearing(pages: Pages): Promise<{ p50_ms: number; max_ms: number }> {
  const page = await follow(pages)
  const times: number[] = []
  for (let vote = 0; vote < VOTES; vote++) {
    await sleep(PAUSE_MS + ((vote * DRIFT_MS) % PAUSE_MS))
    const before = page.told()
    await cast(pages, vote)
    const begun = performance.now()
    while (page.told() === before) {
      if (performance.now() - begun > GIVEN_UP_MS) throw new Error('an open page heard nothing of a vote')
      await sleep(1)
    }
    times.push(performance.now() - begun)
  }
  page.leave()
  times.sort((a, b) => a - b)
  return { p50_ms: median(times), max_ms: times.at(-1) ?? 0 }
}

/** Opens the stream of the new poll's page; `told`: how many notifications it received. */
async function follow({ url, cookie, new_poll }: Pages): Promise<{ told(): number; leave(): void }> {
  const leaving = new AbortController()
  const answer = await fetch(`${url}${new_poll}/live`, { headers: { cookie }, signal: leaving.signal })
  if (answer.status !== 200) throw new Error('the page cannot be followed')
  let told = 0
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? [])
      if (decoder.decode(chunk).includes('data: changed')) told += 1
  }
  read().catch(() => undefined)
  return { told: () => told, leave: () => leaving.abort() }
}

async function cast({ url, key, new_poll }: Pages, vote: number): Promise<void> {
  const email = `member${vote}@bench.example`
  const [blue = '', green = ''] = NEW_POLL.options
  const choices = { [vote % 2 === 0 ? blue : green]: 1 }
  const answer = await fetch(`${url}/api/b1/polls/${new_poll.slice('/p/'.length)}/ballots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ email, choices }),
  })
  if (answer.status !== 200) throw new Error(`the vote was not taken: ${await answer.text()}`)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
