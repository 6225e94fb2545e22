import { type CallToolResult, Client, type Transport } from '@modelcontextprotocol/client'

/**
 * A published client of the protocol, connected. With the current revision of it, or the previous one, with a
 * handshake.
 */
export async function assistantOver(transport: Transport, era: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'auto' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  await client.connect(transport)
  return client
}

/** The records of a response, as far as tests check them. */
export type Told = Record<'discussions' | 'polls' | 'outcomes', [{ id: number; key: string }]>

/** A tool's response as records. */
export async function told(client: Client, name: string, given: object = {}): Promise<Told> {
  const answer = await client.callTool({ name, arguments: { ...given } })
  if (answer.isError === true) throw new Error(`${name}: ${textOf(answer)}`)
  return answer.structuredContent as Told
}

/** A tool's error message. */
export async function refusal(client: Client, name: string, given: object = {}): Promise<string> {
  const answer = await client.callTool({ name, arguments: { ...given } })
  if (answer.isError !== true) throw new Error(`${name} was carried out: ${textOf(answer)}`)
  return textOf(answer)
}

function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')
}
