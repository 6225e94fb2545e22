import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { mintSetupLink } from '../../src/groups/mint-setup-link.ts'
import { setupAddress } from '../../src/groups/setup.ts'
import { findPerson } from '../../src/users/users-store.ts'
import { openSite } from '../browser.ts'
import { createWorld } from '../world.ts'
import { walkFirstHour } from './first-hour.ts'

// `npm run pictures`: the first hour with a new service, for docs/pictures. Pictures whose names begin with
// "before" were taken in the same way, of the version before its pages were made over.

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

test('the first hour has its pictures', async () => {
  mkdirSync(FOLDER, { recursive: true })
  const world = await createWorld()
  await world.db.pool.query('truncate groups, users, mails, events restart identity cascade')
  const site = await openSite(world)
  const token = await change(world.db, SYSTEM, mintSetupLink)
  const page = await site.open()
  const addDemo = async (email: string) => {
    const person = await findPerson(world.db.pool, email)
    await makeDemo(world.db, person?.id ?? null)
  }
  const service = { url: site.url, setup: setupAddress(site.url, token ?? ''), addDemo }
  await walkFirstHour(page, service, async (seen, name) => {
    await seen.screenshot({ path: join(FOLDER, `hour-${name}.jpg`), type: 'jpeg', quality: 45 })
  })
}, 120_000)
