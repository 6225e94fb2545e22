import { type PollRecord, readRecord } from '@folkmoot/check'
import { expect } from 'vitest'
import { change } from '../src/db/db.ts'
import { sha256 } from '../src/db/keys/sha256.ts'
import { verifySignature } from '../src/db/keys/signing-key.ts'
import type { Choices } from '../src/polls/ballots/ballot.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { checkRecord } from '../src/polls/records/check-record.ts'
import type { Asked, Finding } from '../src/polls/records/finding.ts'
import { sealPoll } from '../src/polls/urn/seal-poll.ts'
import { sessionOf } from './sign-in.ts'
import { makePoll } from './tell.ts'
import { keyOf, openWeb } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

const TREES = ['Oak', 'Elm', 'Ash']
const PEOPLE = 6

export type Made = {
  settings: object
  options?: string[] | null
  ballots: Choices[]
  reasons?: (string | null)[]
}

export const PROPOSAL_WITH_RULES: Made = {
  settings: {
    poll_type: 'proposal',
    quorum_pct: 30,
    no_block: true,
    thresholds: [{ option: 'agree', percent: 60, of: 'cast', at: 'least' }],
  },
  options: ['agree', 'abstain', 'disagree', 'block'],
  ballots: [{ agree: 1 }, { agree: 1 }, { abstain: 1 }],
  reasons: ['Because **yes**', null, 'Façade'],
}

/** A world whose people vote in polls, and the records of these polls. */
export async function openRecordWorld(): Promise<{
  world: World
  recordOf(made: Made): Promise<PollRecord>
}> {
  const world = await createWorld()
  const addresses = Array.from({ length: PEOPLE }, (_, at) => `p${at}@mill.example`)
  const people = await addMembers(world, addresses)
  const web = await openWeb(world)
  const cookie = await sessionOf(world, world.ada.id)
  const asAda = { kind: 'person', user_id: world.ada.id } as const
  return {
    world,
    /** The record of a closed poll with these ballots, as downloaded from its page. */
    recordOf: async ({ settings, options = TREES, ballots, reasons = [] }) => {
      const poll_id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
      for (const [voter, choices] of ballots.entries()) {
        const said = reasons[voter] ?? null
        const reason = said === null ? null : { text: said, format: 'md' as const }
        await castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices, reason })
      }
      await change(world.db, asAda, (act) => closePoll(act, poll_id))
      await sealPoll(world.db, poll_id)
      const answer = await web.get(`/p/${await keyOf(world, 'polls', poll_id)}/record.json`, cookie)
      expect(answer.statusCode).toBe(200)
      const read = readRecord(answer.json())
      if ('record' in read) return read.record
      throw new Error(JSON.stringify(read))
    },
  }
}

const TOOLS = { sha256, verify: verifySignature }

export function check(record: PollRecord, asked: Partial<Asked> = {}): Finding[] {
  const nothing = { keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  return checkRecord(TOOLS, { record, ...nothing, ...asked })
}

export const faultsOf = (findings: Finding[]) => [
  ...new Set(findings.flatMap(({ faults }) => faults.map(({ code }) => code))),
]
