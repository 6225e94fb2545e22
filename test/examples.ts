import { type ChildProcess, execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { Language } from '../src/api/request-samples.ts'
import { decoded } from './group-web.ts'

/** Takes the examples of the API page as a reader copies them, and runs them. */

/** The request of an example. */
export type Asked = { method: string; address: string; key: string; body: unknown }

/** The example requests of the page, by operation. */
export function examplesOf(page: string): Map<string, string> {
  const found = page.matchAll(
    /<div id="(\w+)" class="stack">(?:(?!<\/section>)[\s\S])*?Request:[\s\S]*?<code>([\s\S]*?)<\/code>/g,
  )
  return new Map([...found].map(([, id = '', text = '']) => [id, decoded(text)]))
}

/** Runs an example as written, with this key; returns its output. */
export async function runExample(language: Language, text: string, key: string): Promise<string> {
  const [command, ...args] = COMMANDS[language]
  const env = { PATH: process.env['PATH'] ?? '', FOLKMOOT_API_KEY: key }
  const { stdout } = await promisify(execFile)(command ?? '', [...args, text], { env })
  return stdout
}

const COMMANDS: Record<Language, string[]> = {
  curl: ['sh', '-c'],
  typescript: [process.execPath, '--input-type=module-typescript', '-e'],
  python: ['python3', '-c'],
}

/** Whether this machine can run examples in this language. */
export function isHere(language: Language): boolean {
  const [command = ''] = COMMANDS[language]
  return spawnSync(command, [language === 'curl' ? '-c' : '--version', 'command -v curl']).status === 0
}

/** The requests of these examples. */
export async function askedBy(language: Language, texts: string[]): Promise<Asked[]> {
  if (language === 'typescript') return Promise.all(texts.map(askedByScript))
  const env = { PATH: process.env['PATH'] ?? '', FOLKMOOT_API_KEY: 'fmk_example' }
  const driver = language === 'python' ? ['python3', '-c', PYTHON] : [process.execPath, '-e', SHELL]
  const [command = '', ...args] = driver
  return JSON.parse(await answerOf(execFile(command, args, { env }), JSON.stringify(texts))) as Asked[]
}

function answerOf(child: ChildProcess, input: string): Promise<string> {
  let said = ''
  let faults = ''
  child.stdout?.on('data', (part: string) => {
    said += part
  })
  child.stderr?.on('data', (part: string) => {
    faults += part
  })
  child.stdin?.end(input)
  return new Promise((resolve, reject) =>
    child.once('close', (status) => (status === 0 ? resolve(said) : reject(new Error(faults)))),
  )
}

/** Runs each text with a function instead of fetch. */
async function askedByScript(text: string): Promise<Asked> {
  let asked: Asked | undefined
  const fetched = async (address: string, { method, headers, body }: RequestInit) => {
    const { Authorization: key = '' } = headers as Record<string, string>
    asked = { method: method ?? '', address, key, body: body == null ? null : JSON.parse(String(body)) }
    return Response.json({})
  }
  const make = Object.getPrototypeOf(askedByScript).constructor as FunctionConstructor
  const run = make('fetch', 'process', 'console', text)
  await run(fetched, { env: { FOLKMOOT_API_KEY: 'fmk_example' } }, { log: () => undefined })
  if (asked === undefined) throw new Error(`it asks for nothing:\n${text}`)
  return asked
}

const PYTHON = `
import json, sys, io, urllib.request
asked = []
class Answer(io.BytesIO):
    status = 200
def kept(request):
    body = None if request.data is None else json.loads(request.data)
    asked.append({"method": request.method, "address": request.full_url, "key": request.headers["Authorization"], "body": body})
    return Answer(b"{}")
urllib.request.urlopen = kept
for text in json.load(sys.stdin):
    exec(compile(text, "example", "exec"), {"print": lambda *_: None})
json.dump(asked, sys.stdout)
`

// The shell itself parses the line, with a function instead of curl.
const SHELL = `
const { execFileSync } = require('node:child_process')
const asked = JSON.parse(require('node:fs').readFileSync(0, 'utf8')).map((text) => {
  const words = execFileSync('sh', ['-c', 'curl() { printf "%s\\\\0" "$@"; }; ' + text]).toString().split('\\0').slice(0, -1)
  const found = { method: null, address: null, key: null, body: null }
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '-X') found.method = words[++at]
    else if (words[at] === '-d') found.body = JSON.parse(words[++at])
    else if (words[at] === '-H') {
      const [, key] = /^Authorization: (.*)/.exec(words[++at]) ?? []
      found.key ??= key ?? null
    } else if (found.address === null) found.address = words[at]
    else throw new Error('what is ' + words[at] + '?')
  }
  found.method ??= found.body === null ? 'GET' : 'POST'
  return found
})
process.stdout.write(JSON.stringify(asked))
`
