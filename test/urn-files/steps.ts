import { type Address, type Db, openDb } from '../../src/db/db.ts'
import type { Choices } from '../../src/polls/ballots/ballot.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { destroyUrnKeys } from '../../src/polls/urn/destroy-urn-keys.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'

/**
 * A process of the service that does one thing, and may be killed at a step: `node steps.ts JSON`. It prints
 * a line when it has finished.
 */
export type Step =
  | { does: 'cast'; poll_id: number; votes: { user_id: number; choices: Choices }[] }
  | { does: 'seal' | 'finish'; poll_id: number; dies?: 'before destroying' | 'after destroying' }

export type Order = Step & { address: Address }

const order = JSON.parse(process.argv[2] ?? '') as Order
const db = openDb(order.address, 2)
await take(db, order)
await db.close()
process.stdout.write('done\n')

async function take(on: Db, step: Step): Promise<void> {
  switch (step.does) {
    case 'cast':
      for (const vote of step.votes) await castBallot(on, { poll_id: step.poll_id, ...vote, reason: null })
      return
    case 'seal':
      return sealPoll(dying(on, step.dies), step.poll_id)
    case 'finish':
      await sealPoll(on, step.poll_id)
      return destroyUrnKeys(on)
  }
}

/** The same, but the process is killed when it destroys keys. */
function dying(on: Db, when: 'before destroying' | 'after destroying' | undefined): Db {
  if (when === undefined) return on
  const destroy: Db['urn_keys']['destroy'] = async (...given) => {
    if (when === 'after destroying') await on.urn_keys.destroy(...given)
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined)
  }
  return { ...on, urn_keys: { ...on.urn_keys, destroy } }
}
