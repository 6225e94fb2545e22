import { beforeAll, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
})

const words = (html: string) => decoded(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')
const SECRET = { poll_type: 'poll', anonymous: true } as const
const LATER = 'How to check later that your vote was counted'

async function voted(receipts: boolean) {
  const come = await at.come({ settings: { ...SECRET, receipts }, options: ['Oak', 'Elm'] })
  const ballot = await come.page()
  await come.send({ choice: '1' })
  return { ...come, ballot }
}

test('a ballot with a receipt folds the words and the fingerprint below a plain line', async () => {
  const { ballot } = await voted(true)
  const [, fold = ''] = ballot.split(`<summary>${LATER}</summary>`)
  expect(ballot).toContain('<details class="stack"><summary>How to check later')
  expect(fold).toContain('Two words of your own')
  expect(fold).toContain('Fingerprint of the question and the rules')
})

test('after a vote the page says what the receipt is for, that it is not shown again, and what there is without', async () => {
  const { page } = await voted(true)
  const said = words(await page())
  expect(said).toContain(LATER)
  expect(said).toContain('open your receipt on the check page together with the poll’s record')
  expect(said).toContain('It cannot be shown again')
  expect(said).toContain('Your vote counts even without it')
  expect(await page()).toContain('<a href="/verify">the check page</a>')
})

test('the page of a counted poll says how a receipt is checked, once', async () => {
  const { page, poll_id } = await voted(true)
  await at.close(poll_id)
  await sealPoll(at.world.db, poll_id)
  const said = words(await page())
  expect(said).toContain('If you saved a receipt when you voted, open it there together with the record')
  expect(said).toContain('Without a receipt, your entry in the list of voters says whether you voted')
  expect(said).not.toContain(LATER)
})

test('a poll without receipts mentions none', async () => {
  const { page, poll_id } = await voted(false)
  expect(words(await page())).not.toMatch(/receipt/i)
  await at.close(poll_id)
  await sealPoll(at.world.db, poll_id)
  expect(words(await page())).not.toMatch(/receipt/i)
})

test('a voter reads that nobody can look up the vote, or that only the receipt shows it', async () => {
  const [with_it, without] = [await voted(true), await voted(false)]
  expect(words(with_it.ballot)).toContain('Only your receipt can show what you chose.')
  expect(words(without.ballot)).toContain('nobody can look it up, change it or withdraw it')
  for (const come of [with_it, without]) {
    const said = words(await come.page())
    const expected = come === with_it ? 'Only your receipt can show it.' : 'Nobody can look up or change'
    expect(said).toContain(expected)
    expect(said.includes('looked up or changed')).toBe(come === without)
  }
})

test('the minutes of an anonymous poll promise no reasons, and the signed result is a file', async () => {
  for (const receipts of [true, false]) {
    const { page, path, poll_id } = await voted(receipts)
    await at.close(poll_id)
    await sealPoll(at.world.db, poll_id)
    const html = await page()
    expect(words(html)).toContain('the outcome, the result and the question')
    expect(html).toContain(`href="${path}/head" download="signed-result-${path.slice(3)}.txt"`)
  }
})

test('the link to the signed result in a mail opens it for a guest, and keeps the key out of the address', async () => {
  const { path, token, poll_id } = await voted(true)
  await at.close(poll_id)
  await sealPoll(at.world.db, poll_id)
  const followed = await at.web.get(`${path}?k=${token}&file=head`)
  expect(followed.headers.location).toBe(`${path}/head`)
  const { name, value } = followed.cookies[0] ?? { name: '', value: '' }
  const head = await at.web.get(`${path}/head`, `${name}=${value}`)
  expect(head.statusCode).toBe(200)
  expect(head.body).toContain('\n\n— ')
})
