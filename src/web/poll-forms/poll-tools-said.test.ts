import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const page = async (path: string) => (await at.web.get(path, at.sessions.ada)).body
/** The value of each field of a form, as a browser would send it unchanged. */
function valuesIn(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('<form', html.indexOf('</h1>')), html.indexOf('</main>'))
  const of = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const sent = [...form.matchAll(/<input[^>]*>|<textarea[^>]*>[^<]*/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/type="(radio|checkbox)"/.test(tag) || / checked/.test(tag))
  return Object.fromEntries(
    sent.map((tag) => [of(tag, 'name'), tag.startsWith('<i') ? of(tag, 'value') : (tag.split('>')[1] ?? '')]),
  )
}

describe('the form to reopen a poll', () => {
  test('proposes a closing time, as the form of a new poll does', async () => {
    const { poll_id, path } = await at.make()
    await at.close(poll_id)
    const { closing_at = '' } = valuesIn(await page(`${path}/reopen`))
    const days = (Date.parse(`${closing_at}Z`) - Date.now()) / 86_400_000
    expect(closing_at).toMatch(/T18:00$/)
    expect(days).toBeGreaterThan(6)
    expect(days).toBeLessThan(8)
  })

  test('says that nobody gets an email, unless somebody gets one', async () => {
    const { poll_id, path } = await at.make()
    await at.close(poll_id)
    expect(await page(`${path}/reopen`)).toContain('Nobody gets an email about this.')
  })
})

describe('the form to edit a poll', () => {
  test('says that nothing changed if it was sent as it was, and that changes are saved if not', async () => {
    const { path, send } = await at.make({ settings: { details: 'For twelve bikes.' } })
    const values = valuesIn(await page(`${path}/edit`))
    const same = await send('edit', values)
    const said = await page(String(same.headers['location']))
    expect(said).toContain('No changes were made')
    expect(said).not.toContain('changes are saved')
    const other = await send('edit', { ...values, title: 'Another' })
    expect(await page(String(other.headers['location']))).toContain('Your changes are saved.')
  })

  test('says that nothing changed to nobody else', async () => {
    const { path } = await at.make()
    expect((await at.web.get(`${path}?done=unchanged`, at.sessions.ben)).body).not.toContain(
      'No changes were made',
    )
  })

  test('says that changes are saved if only the tags changed', async () => {
    const { path, send } = await at.make()
    const values = valuesIn(await page(`${path}/edit`))
    const { headers } = await send('edit', { ...values, tags: 'Bikes' })
    expect(await page(String(headers['location']))).toContain('Your changes are saved.')
  })
})
