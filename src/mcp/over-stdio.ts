import { connect } from '@folkmoot/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { loadTools, mcpServer, type Offer } from './server.ts'

type Connection = { url: string; key: string } & Pick<Offer, 'allow_writes' | 'version'>

/**
 * Answers an assistant on standard input and output, through a running service. First throws ApiError if the
 * service rejects the key, UnreachableError when nobody answers.
 */
export async function serveOverStdio({ url, key, ...wish }: Connection): Promise<void> {
  const client = connect({ url, key })
  const [tools] = await Promise.all([loadTools(client), client.listGroups()])
  serveStdio(() => mcpServer({ client, tools, ...wish }))
}
