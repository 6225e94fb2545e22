import { expect, test } from 'vitest'
import { sessionOf } from '../../test/sign-in.ts'
import { openWeb, SAME_ORIGIN } from '../../test/web.ts'
import { createWorld } from '../../test/world.ts'
import { PAGES } from './pages.ts'

test('every form refuses JSON, whose values may have no text, and an empty one is read as usual', async () => {
  const world = await createWorld()
  const web = await openWeb(world)
  const headers = { ...SAME_ORIGIN, cookie: await sessionOf(world, world.ada.id) }
  const send = (path: string, payload: object | string) =>
    web.app.inject({
      method: 'POST',
      url: path.replace(':handle', world.group.handle).replace(/:\w+/g, '1'),
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    })
  const acts = PAGES.flatMap(({ acts }) => Object.keys(acts))
  expect(acts.length).toBeGreaterThan(50)
  for (const path of acts) {
    const { statusCode, body } = await send(path, { once: { toString: 1 }, shown_to: { toString: 1 } })
    expect([path, statusCode]).toEqual([path, 415])
    expect(body).toContain('Send the form as application/x-www-form-urlencoded or multipart/form-data.')
  }
  expect((await send('/theme', '{}')).statusCode).not.toBe(415)
})
