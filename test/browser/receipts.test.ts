import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReceipt, readRecord } from '@folkmoot/check'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { sha256 } from '../../src/db/keys/sha256.ts'
import { verifySignature } from '../../src/db/keys/signing-key.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { checkRecord } from '../../src/polls/records/check-record.ts'
import type { Finding } from '../../src/polls/records/finding.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll, type PollWish } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'
import { problemsOn } from './axe.ts'
import { pagesOf } from './printed.ts'

let site: Site
let ben: number
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folkmoot-receipts-'))
  const world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  site = await openSite(world)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

type Open = { poll_id: number; key: string; page: Page; address: string }

async function open(wish: PollWish, look: { width?: number; scripts?: boolean } = {}): Promise<Open> {
  const settings = { anonymous: true, receipts: true, ...wish.settings }
  const poll_id = await makePoll(site.world, { ...wish, settings, recipients: { audience: 'group' } })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open(look)
  const key = await keyOf(site.world, 'polls', poll_id)
  await page.goto(`${site.url}/p/${key}?k=${token}`)
  return { poll_id, key, page, address: `${site.url}/p/${key}` }
}

const TREES: PollWish = { settings: { poll_type: 'poll' }, options: ['Oak', 'Elm'] }

/** The file behind "Save receipt". */
async function saved(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save receipt' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receipt-\w+\.json$/)
  return readFile(await download.path(), 'utf8')
}

/** The result of checking this receipt against the record of the closed poll. */
async function checked({ poll_id, page, address }: Open, receipt: string): Promise<Finding | undefined> {
  await change(site.world.db, SYSTEM, (act) => closePoll(act, poll_id))
  await sealPoll(site.world.db, poll_id)
  const answer = await page.request.get(`${address}/record.json`)
  const read = readRecord(await answer.json())
  if (!('record' in read)) throw new Error(JSON.stringify(read))
  const asked = { record: read.record, keys: [], kept: null, entry: null, progress: () => undefined }
  const tools = { sha256, verify: verifySignature }
  const findings = checkRecord(tools, { ...asked, receipt: readReceipt(JSON.parse(receipt)) })
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  return findings.find((one) => one.check === 'receipt')
}

describe.each([
  { width: DESK, scripts: true },
  { width: PHONE, scripts: true },
  { width: DESK, scripts: false },
  { width: PHONE, scripts: false },
])('$width pixels wide, scripts: $scripts', (look) => {
  test('a voter saves the receipt, and the ballot is found in the record', async () => {
    const opened = await open(TREES, look)
    const { page } = opened
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.postData() ?? ''))
    await page.getByLabel('Oak').check()
    await page.getByText('How to check later that your vote was counted').click()
    await page.getByLabel('Two words of your own').fill('green boat')
    await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
    await page.getByText('Save your receipt now').waitFor()
    const file = await saved(page)
    expect(JSON.parse(file)).toMatchObject({ mark: 'green boat', choices: [[1, 1]], poll: opened.address })
    // The words and the secret number do not leave the script.
    expect(sent.join().includes('green')).toBe(!look.scripts)
    expect(await checked(opened, file)).toMatchObject({
      state: 'passed',
      remark: 'receipt_own',
      params: { answers: 'Oak' },
    })
  })
})

test.each<[string, PollWish, (page: Page) => Promise<void>, string]>([
  [
    'scores',
    { settings: { poll_type: 'score' }, options: ['Oak', 'Elm'] },
    async (page) => {
      await page.locator('[name=s1][value="0"]').check()
      await page.locator('[name=s2][value="4"]').check()
    },
    'Oak: 0, Elm: 4',
  ],
  [
    'dots',
    { settings: { poll_type: 'dot_vote' }, options: ['Oak', 'Elm'] },
    (page) => page.locator('[name=s2]').fill('3'),
    'Elm: 3',
  ],
  [
    'ranks',
    { settings: { poll_type: 'ranked_choice', count_method: 'irv' }, options: ['Oak', 'Elm', 'Ash'] },
    async (page) => {
      await page.locator('[name=s3]').fill('1')
      await page.locator('[name=s1]').fill('2')
    },
    'Oak: 2, Ash: 1',
  ],
])('the script commits to %s as the service reads them', async (_, wish, fill, answers) => {
  const opened = await open(wish)
  await fill(opened.page)
  await opened.page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await opened.page.getByText('Save your receipt now').waitFor()
  expect(await opened.page.getByText('The receipt does not match your ballot').count()).toBe(0)
  expect(await checked(opened, await saved(opened.page))).toMatchObject({
    state: 'passed',
    remark: 'receipt_number',
    params: { answers },
  })
})

test('a receipt stays when others vote, and its page says once that the vote was recorded', async () => {
  const { world, url } = site
  const { page, poll_id } = await open(TREES)
  await dispatchEvents(world.db, url)
  await page.reload()
  await page.getByLabel('Oak').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByText('Save your receipt now').waitFor()
  // Nothing in the receipt has the focus.
  await page.getByRole('heading', { level: 1 }).click()
  const other = await site.open({}, world.ada.id)
  await other.goto(page.url())
  await other.getByText('1 of 5 ballots cast').waitFor()
  await castBallot(world.db, { poll_id, user_id: world.ada.id, choices: { Elm: 1 }, reason: null })
  await dispatchEvents(world.db, url)
  await other.getByText('2 of 5 ballots cast').waitFor()
  expect(await page.getByRole('link', { name: 'Save receipt' }).isVisible()).toBe(true)
  expect((await page.locator('main').innerText()).match(/recorded/g)).toHaveLength(1)
})

test('an answer that got lost is asked for again, and the vote counts once', async () => {
  const opened = await open(TREES)
  const { page } = opened
  await page.route('**/ballot', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Elm').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Save your receipt now').waitFor()
  expect(await checked(opened, await saved(page))).toMatchObject({ remark: 'receipt_number' })
})

test('a vote that never arrived is cast when the voter retries', async () => {
  const opened = await open(TREES)
  const { page } = opened
  await page.route('**/ballot', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Elm').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Save your receipt now').waitFor()
  expect(await checked(opened, await saved(page))).toMatchObject({ remark: 'receipt_number' })
})

test('an error of a proxy after the vote arrived does not cost the receipt', async () => {
  const opened = await open(TREES, { width: PHONE })
  const { page } = opened
  const failing = async (route: Route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  }
  await page.route('**/ballot', failing, { times: 1 })
  await page.getByLabel('Elm').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  // It is visible, and does not look disabled.
  expect(await again.evaluate((button) => document.activeElement === button)).toBe(true)
  expect(await again.evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
  await again.click()
  await page.getByText('Save your receipt now').waitFor()
  expect(await checked(opened, await saved(page))).toMatchObject({ remark: 'receipt_number' })
})

test('a vote that arrived late is found when the voter casts it again', async () => {
  const opened = await open(TREES)
  const { page } = opened
  await page.route('**/ballot', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Elm').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  // The vote is sent some time after the click, and must meet the first route.
  await again.waitFor()
  await page.route('**/ballot', (route) => twice(route), { times: 1 })
  await again.click()
  await page.getByText('Save your receipt now').waitFor()
  expect(await checked(opened, await saved(page))).toMatchObject({ remark: 'receipt_number' })
})

/** Another copy of the vote arrives just before it. */
async function twice(route: Route): Promise<void> {
  await route.fetch()
  await route.continue()
}

test('the browser asks before a receipt is left unsaved', async () => {
  const { page } = await open(TREES)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.getByLabel('Elm').check()
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByText('Save your receipt now').waitFor()
  await page.getByRole('link', { name: 'the check page' }).click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await page.getByText('Save your receipt now').count()).toBe(1)
  await saved(page)
  await page.getByRole('link', { name: 'the check page' }).click()
  await page.waitForURL('**/verify')
  expect(asked).toHaveLength(1)
})

test.each([DESK, PHONE])('a receipt prints on one sheet, alone and whole, %s pixels wide', async (width) => {
  const { page } = await open(
    { ...TREES, settings: { ...TREES.settings, details: 'Long. '.repeat(900) } },
    { width },
  )
  await page.getByLabel('Elm').check()
  await page.getByText('How to check later that your vote was counted').click()
  await page.getByLabel('Two words of your own').fill('green boat')
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByText('Save your receipt now').waitFor()
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('folkmoot-receipt/1').isVisible()).toBe(true)
  expect(await page.locator('#receipt svg').isVisible()).toBe(true)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.getByText('This poll is anonymous').filter({ visible: true }).count()).toBe(0)
})

test('an invalid ballot is shown again, as in polls without receipts', async () => {
  const { page } = await open(TREES)
  await page.getByText('How to check later that your vote was counted').click()
  await page.getByLabel('Two words of your own').fill('green boat')
  await page.locator('#ballot form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.locator('.note.bad:visible').waitFor()
  expect(await page.getByText('Save your receipt now').count()).toBe(0)
})

describe.each([DESK, PHONE])('the check page, %s pixels wide', (width) => {
  test('checks a record, a receipt and an own entry, also saved and without a network', async () => {
    const opened = await open(TREES, { width })
    const { page, address } = opened
    await page.getByLabel('Oak').check()
    await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
    await page.getByText('Save your receipt now').waitFor()
    const receipt = await fileOf('receipt.json', await saved(page))
    await change(site.world.db, SYSTEM, (act) => closePoll(act, opened.poll_id))
    await sealPoll(site.world.db, opened.poll_id)
    await page.goto(address)
    await page.getByText('How to check it').click()
    await page.getByRole('link', { name: 'The record of this poll (JSON)' }).waitFor()
    const fetched = async (path: string) => (await page.request.get(`${address}/${path}`)).text()
    const text = await fetched('record.json')
    const record = await fileOf('record.json', text)
    const entry = await fileOf('entry.json', await fetched('roll-entry.json'))
    const kept = await fileOf('head.txt', await fetched('head'))

    await page.goto(`${site.url}/verify`)
    await verified(page, { record, receipt, entry, kept })
    const RIGHT = ['The result is correct', 'Your receipt matches', 'as you cast it', 'says that you voted']
    for (const said of [...RIGHT, 'same as the signed result in the file', 'saw the same question'])
      expect(await page.getByText(said).count(), said).toBe(1)
    expect(await problemsOn(page)).toEqual([])

    const copy = await fileOf('verify.html', await (await page.request.get(`${site.url}/verify`)).text())
    await page.context().setOffline(true)
    await page.goto(`file://${copy}`)
    await verified(page, { record, receipt, entry, kept })
    expect(await page.getByText('The result is correct').count()).toBe(1)

    await typed(page, { record, text: await readFile(receipt, 'utf8') })
    expect(await page.getByText('as you cast it').count()).toBe(1)
    await typed(page, { record, text: (await readFile(receipt, 'utf8')).replace('[1, 1]', '[2,1]').slice(9) })
    expect(await page.getByText('is not a complete receipt').count()).toBe(1)
    await page.locator('#receipt_text').fill('')

    const signed = JSON.parse(await readFile(receipt, 'utf8'))
    const changed = await fileOf('changed.json', JSON.stringify({ ...signed, mark: 'red boat' }))
    await verified(page, { record, receipt: changed })
    expect(await page.locator('#findings .note').allInnerTexts()).toEqual([
      'The result is correct.',
      'This receipt does not match this result.',
    ])
    await verified(page, { record: receipt, receipt: record })
    expect(await page.locator('#findings .note').allInnerTexts()).toEqual([
      'receipt.json belongs in a different field: “Your receipt (optional)”.',
      'record.json belongs in a different field: “The record of the poll”.',
    ])

    const altered = await fileOf('altered.json', text.replace('"choices":[[1,1]]', '"choices":[[2,1]]'))
    await verified(page, { record: altered, receipt })
    expect(await page.getByText('Something is wrong with this result').count()).toBe(1)
    expect(await page.getByText('does not match its checksum').count()).toBe(1)

    const wrong: [string, string][] = [
      [text.slice(0, 500), 'is incomplete'],
      ['{"format":"folkmoot-poll/9"}', 'is from a different version (folkmoot-poll/9)'],
      ['{}', 'wrong.json does not belong in the field “The record of the poll”'],
      [text.replace('"roll":[', '"roll":[{},'), 'wrong.json is damaged (see roll.0.entry in it)'],
    ]
    for (const [content, said] of wrong) {
      await verified(page, { record: await fileOf('wrong.json', content) })
      expect(await page.getByText(said).count(), said).toBe(1)
    }
    await page.locator('#keys').fill('nonsense')
    await verified(page, { record })
    expect(await page.getByText('This is not a key: nonsense').count()).toBe(1)
  })
})

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Selects these files, and waits for the results on the page. */
async function verified(page: Page, files: Record<string, string>): Promise<void> {
  for (const id of ['record', 'receipt', 'entry', 'kept'])
    await page.locator(`#${id}`).setInputFiles(files[id] ?? [])
  await check(page)
}

/** The same with a receipt that is typed from paper. */
async function typed(page: Page, { record, text }: { record: string; text: string }): Promise<void> {
  await page.locator('#receipt').setInputFiles([])
  await page.locator('#record').setInputFiles(record)
  await page.locator('#receipt_text').fill(text)
  await check(page)
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.locator('#findings .note').first().waitFor()
}
