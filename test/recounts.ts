import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { runCount } from '../src/cli/counting/count-command.ts'
import { runRecount } from '../src/cli/counting/recount-command.ts'
import { change } from '../src/db/db.ts'
import type { Choices } from '../src/polls/ballots/ballot.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import type { OptionCosts } from '../src/polls/poll-option.ts'
import type { BallotExport } from '../src/polls/results/ballot-export.ts'
import { sealPoll } from '../src/polls/urn/seal-poll.ts'
import { atEnd } from './at-end.ts'
import { sessionOf } from './sign-in.ts'
import { makePoll } from './tell.ts'
import { keyOf, openWeb } from './web.ts'
import { addMembers, createWorld } from './world.ts'

/** Exports of closed polls, and what the commands "recount" and "count" say of files. */
export type Recounts = {
  folder: string
  /** The export of a closed poll with these ballots. */
  exported(settings: Settings, options: string[], ballots: Choices[]): Promise<BallotExport>
  /** What "recount" prints for this file content, and the error it fails with. */
  recounted(content: string | object, json?: boolean): Promise<Told>
  /** The same for a file. */
  runOn(path: string, json?: boolean): Promise<Told>
  /** What "count" prints for this file. */
  countOf(path: string, switches?: string[]): Promise<string>
}

type Settings = { option_costs?: OptionCosts; [setting: string]: unknown }

type Told = { out: string; fault: string }

export async function openRecounts(): Promise<Recounts> {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-recount-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return {
    folder,
    exported: await openExports(),
    recounted: async (content, json) => {
      const path = join(folder, 'ballots.json')
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
      return runOn(path, json)
    },
    runOn,
    countOf: (path, switches = []) => printedBy(() => runCount(callOf(path, switches))),
  }
}

async function openExports(): Promise<Recounts['exported']> {
  const world = await createWorld()
  const people = await addMembers(world)
  const web = await openWeb(world)
  const cookie = await sessionOf(world, world.ada.id)
  return async ({ option_costs = {}, ...settings }, options, ballots) => {
    const recipients = { audience: 'group' } as const
    const poll_id = await makePoll(world, { settings, options, option_costs, recipients })
    for (const [voter, choices] of ballots.entries())
      await castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices, reason: null })
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => closePoll(act, poll_id))
    await sealPoll(world.db, poll_id)
    const answer = await web.get(`/p/${await keyOf(world, 'polls', poll_id)}/ballots.json`, cookie)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
}

const callOf = (path: string, switches: string[]) => ({
  ...{ env: {}, switches: new Set(switches), values: new Map() },
  operands: [path],
})

async function runOn(path: string, json = false): Promise<Told> {
  let fault = ''
  const out = await printedBy(() =>
    runRecount(callOf(path, json ? ['json'] : [])).catch((error: Error) => {
      fault = error.message
    }),
  )
  return { out, fault }
}

/** What this prints. */
async function printedBy(run: () => Promise<unknown>): Promise<string> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    await run()
  } finally {
    spy.mockRestore()
  }
  return out
}
