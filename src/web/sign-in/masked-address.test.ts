import { expect, test } from 'vitest'
import { cookiesOf, mailed, openSignInWorld, withCookie } from '../../../test/sign-in.ts'

const BEN = 'ben@mill.example'
const { world, web, post } = await openSignInWorld()

test('from a page that masks the address, the page for the code masks it too', async () => {
  for (const [masked, shown] of [
    ['true', 'b•••@mill.example'],
    ['', BEN],
  ] as const) {
    const cookie = cookiesOf(await web.post('/sign-in', { address: BEN, masked }))
    for (const answer of [
      await web.get('/sign-in/code', cookie),
      await web.post('/sign-in/code', { code: '000 001' }, withCookie(cookie)),
    ])
      expect(answer.body.match(/[\w•]+@mill\.example/g)).toEqual([shown])
    const [mail] = await mailed(world, post)
    expect(mail?.to).toEqual([BEN])
  }
})
