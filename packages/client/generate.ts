import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeApi } from '../../src/api/describe.ts'
import { b1Routes } from '../../src/b1/routes.ts'
import { readConfig } from '../../src/config.ts'
import { openDb } from '../../src/db/db.ts'
import { buildServer } from '../../src/http/server.ts'
import { type OpenApi, typesOf } from './generate-types.ts'

/** `npm run client` regenerates src/generated.ts from the service's own OpenAPI document. */

export const GENERATED = fileURLToPath(new URL('src/generated.ts', import.meta.url))

/** The expected content of the file. Needs no database. */
export async function generated(): Promise<string> {
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://moot.example.org' })
  const db = openDb({ connection_string: 'postgres://localhost/none' }, 1)
  const services = { db, config }
  const app = buildServer(services)
  try {
    describeApi(app, services)
    await app.register(async (routes) => b1Routes(routes, services))
    const { body } = await app.inject('/api/openapi.json')
    return typesOf(JSON.parse(body) as OpenApi)
  } finally {
    await app.close()
    await db.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(GENERATED, await generated())
