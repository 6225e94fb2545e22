import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Request } from 'autocannon'
import type { Load, Round } from './load.ts'

/**
 * wrk generates load with a fraction of the processor time that autocannon takes. Debian has it as a package.
 */

const MAX_OUTPUT = 1_000_000

// Requests rotate through one list, so that simultaneous requests differ.
const SCRIPT = `
local requests, at = {}, 0
function init(args)
  local file = assert(io.open(args[1], 'rb'))
  while true do
    local length = file:read('*l')
    if length == nil then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local failed = summary.errors
  io.write(string.format('\\nround %d %d %d %d %d %d\\n', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), failed.status,
    failed.connect + failed.read + failed.write + failed.timeout))
end
`

/** Whether wrk is installed. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** One round of load by wrk, on one thread. Throws when an answer is a failure. */
export async function wrkRound({ url, requests, seconds, connections }: Load): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-wrk-'))
  const [script, list] = [join(folder, 'load.lua'), join(folder, 'requests')]
  writeFileSync(script, SCRIPT)
  writeFileSync(list, Buffer.concat(requests.map((request) => framed(rawRequest(url, request)))))
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script, url, '--', list]
  try {
    const { stdout } = await promisify(execFile)('wrk', options, { maxBuffer: MAX_OUTPUT })
    return readRound(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const framed = (raw: Buffer) => Buffer.concat([Buffer.from(`${raw.length}\n`), raw])

function rawRequest(url: string, { method = 'GET', path = '/', headers = {}, body }: Request): Buffer {
  const content = Buffer.from(body ?? '')
  const lines = Object.entries({ host: new URL(url).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  if (content.length > 0) lines.push(`content-length: ${content.length}`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), content])
}

function readRound(stdout: string): Round {
  const figures = /^round (.+)$/m.exec(stdout)?.[1]?.split(' ').map(Number)
  const [answers = 0, microseconds = 0, p50 = 0, p99 = 0, refused = 0, failed = 0] = figures ?? []
  if (figures === undefined || refused + failed > 0)
    throw new Error(`${refused} answers were refusals, ${failed} failed: ${stdout}`)
  return { rps: answers / (microseconds / 1e6), p50_ms: p50 / 1_000, p99_ms: p99 / 1_000, answers }
}
