import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { apiDocument } from '../../api/describe.ts'
import { KEY_VARIABLE } from '../../api/request-samples.ts'
import { type Tool, toolsOf } from '../../api/tools.ts'
import { t } from '../../locales/say.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame } from './help-frame-part.tsx'
import { code, linkTo } from './prose.tsx'

export const assistantHelpPage = openPage({
  path: '/help/mcp',
  show: showAssistantHelp,
})

/** GET /help/mcp: the tools for assistants, and how to connect an assistant. */
async function showAssistantHelp(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  const words = () => assistantHelp(services.config.public_url, toolsOf(apiDocument(request.server)))
  return sendPage(exchange, <HelpFrame words={words} viewer={await signedIn(exchange)} />)
}

const assistantHelp = (base: string, tools: Tool[]): Help => ({
  title: t('help.ask.mcp'),
  about: t('help.mcp.about'),
  chapters: [
    key(),
    overHttp(base),
    overStdio(base),
    writes(base),
    {
      id: 'reading',
      title: t('help.mcp.reading'),
      text: <Tools tools={tools.filter((tool) => !tool.writes)} />,
    },
    {
      id: 'writing',
      title: t('help.mcp.writing'),
      text: <Tools tools={tools.filter((tool) => tool.writes)} />,
    },
  ],
})

const key = (): Chapter => ({
  id: 'key',
  title: t('help.mcp.key'),
  text: (
    <>
      <p>{rich('help.mcp.key_1', { code })}</p>
      <p>{rich('help.mcp.key_2', { api: linkTo('/help/api') })}</p>
    </>
  ),
})

const overHttp = (base: string): Chapter => ({
  id: 'http',
  title: t('help.mcp.http'),
  text: (
    <>
      <p>{t('help.mcp.http_1')}</p>
      <Example label={t('help.mcp.settings')} text={httpSettings(base)} />
    </>
  ),
})

const overStdio = (base: string): Chapter => ({
  id: 'stdio',
  title: t('help.mcp.stdio'),
  text: (
    <>
      <p>{rich('help.mcp.stdio_1', { code })}</p>
      <Example label={t('help.mcp.settings')} text={stdioSettings(base)} />
    </>
  ),
})

const writes = (base: string): Chapter => ({
  id: 'writes',
  title: t('help.mcp.writes'),
  text: (
    <>
      <p>{t('help.mcp.writes_1')}</p>
      <Example label={t('help.mcp.writes_http')} text={`${base}/mcp?allow_writes=true`} />
      <Example label={t('help.mcp.writes_stdio')} text="folkmoot mcp --allow-writes" />
      <p>{t('help.mcp.writes_2')}</p>
    </>
  ),
})

/** Descriptions are shown as assistants get them: in English. */
function Tools({ tools }: { tools: Tool[] }): VNode {
  return (
    <>
      <p>{t('help.mcp.described')}</p>
      <table class="fields">
        <tbody>
          {tools.map(({ name, description, input }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td lang="en" dir="auto">
                {description}
                <p class="small quiet">{Object.keys(input.properties).join(', ')}</p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function httpSettings(base: string): string {
  return settings({ type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer fmk_…' } })
}

function stdioSettings(base: string): string {
  return settings({
    command: 'node',
    args: ['/srv/folkmoot/bin/folkmoot.js', 'mcp'],
    env: { FOLKMOOT_URL: base, [KEY_VARIABLE]: 'fmk_…' },
  })
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { folkmoot: server } }, null, 2)
}
