import { openToolWorld, type ToolWorld } from './poll-web.ts'
import { cookiesOf, withCookie } from './sign-in.ts'

type Made = Awaited<ReturnType<ToolWorld['make']>>

/** Polls with open links, and browsers that vote by them. */
export async function openLinkedPolls() {
  const at = await openToolWorld()
  return {
    at,
    makePoll: (settings: object = {}): Promise<Made> =>
      at.make({ settings: { open_link: true, ...settings } }),
    /** The token of a new link of the poll, as its facilitator gets it. */
    makeLink: async ({ send }: Made, fields: Record<string, string> = {}): Promise<string> => {
      const { body } = await send('open-links', fields)
      const [, token] = /\/vote\?k=([\w-]{32})/.exec(body) ?? []
      if (token === undefined) throw new Error(`no link in ${body}`)
      return token
    },
    /** The cookies of a new browser with this link open. */
    comeBy: async (token: string): Promise<string> => {
      const shown = await at.web.get(`/vote?k=${token}`)
      if (shown.statusCode !== 200) throw new Error(`answered with ${shown.statusCode}`)
      return cookiesOf(shown)
    },
    vote: (token: string, cookie: string, fields: Record<string, string> = {}) =>
      at.web.post('/vote', { k: token, name: 'Nina Oak', choice: '1', ...fields }, withCookie(cookie)),
    rows: async (text: string, values: unknown[] = []) => (await at.world.db.pool.query(text, values)).rows,
  }
}
